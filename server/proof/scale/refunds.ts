import { until } from '../../bench/stack.ts'
import type { Deployment } from '../../bench/deployment.ts'
import type { Traffic } from '../rolling/traffic.ts'

const WAIT_MAX_MS = 120_000

/** The refunds of the traffic: accepted by the service, completed, posted, and returned by the PSP. */
export interface RefundCounts {
  accepted: number
  completed: number
  atPsp: number
}

const COMPLETED = `select count(*)::integer as count from refund where status = 'completed' and id = any($1::uuid[])`

/** Waits until the refunds are completed, and counts what the PSP returned for their charges. */
export async function countRefunds(
  { owner }: Deployment,
  { refunds }: Traffic,
  psp: string,
): Promise<RefundCounts> {
  const ids = Array.from(refunds.values())
  const completed = async (): Promise<number> =>
    (await owner.query<{ count: number }>(COMPLETED, [ids])).rows[0]?.count ?? 0
  await until('every refund', WAIT_MAX_MS, async () => (await completed()) >= ids.length).catch(
    () => undefined,
  )
  let atPsp = 0
  for (const charge of refunds.keys()) {
    const response = await fetch(`${psp}/simulator/cobs/${charge.replaceAll('-', '')}`)
    atPsp += (await response.text()).match(/"status":"DEVOLVIDO"/g)?.length ?? 0
  }
  return { accepted: ids.length, completed: await completed(), atPsp }
}
