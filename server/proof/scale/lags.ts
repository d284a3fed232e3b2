import type { Client } from 'pg'
import { statsOf, type Stats } from '../../bench/load/closed-loop.ts'
import { until } from '../../bench/stack.ts'

/** A payment or a webhook that takes longer than this many milliseconds is starved. */
const STARVED_MS = 15_000

/** How long payments and webhooks waited. */
export interface Lags {
  /** From the payment at the PSP until it is recorded. */
  record: Stats
  /** From the event until its delivery succeeded. */
  deliver: Stats
  /** The number of payments and webhooks that waited too long, or still wait. */
  starved: number
}

const RECORD = 'select extract(epoch from recorded_at - paid_at)::float8 * 1000 as ms from payment'
const DELIVER =
  'select extract(epoch from succeeded_at - event_created_at)::float8 * 1000 as ms from webhook_delivery'
/** Counts the reports of the PSP, deliveries, refunds and postponed items that still wait. */
const LEFT = `
  select (select count(*) from network_inbox where state <> 'done')
    + (select count(*) from webhook_delivery where succeeded_at is null)
    + (select count(*) from refund where status = 'processing') + (select count(*) from job_failure) as left`

const WAIT_MAX_MS = 60_000

/** Waits until no work is left, at most WAIT_MAX_MS. Then reads the lags of all payments and webhooks of a database. */
export async function readLags(owner: Client): Promise<Lags> {
  const times = async (query: string): Promise<number[]> =>
    (await owner.query<{ ms: number | null }>(query)).rows.flatMap(({ ms }) => ms ?? [])
  const readLeft = async () => Number((await owner.query<{ left: bigint }>(LEFT)).rows[0]?.left ?? 0n)
  await until('all work', WAIT_MAX_MS, async () => (await readLeft()) === 0).catch(() => undefined)
  const left = await readLeft()
  const [record, deliver] = [await times(RECORD), await times(DELIVER)]
  const late = [...record, ...deliver].filter((ms) => ms > STARVED_MS)
  return { record: statsOf(record, 1), deliver: statsOf(deliver, 1), starved: left + late.length }
}
