import type { Deployment } from '../../bench/deployment.ts'
import { until } from '../../bench/stack.ts'
import { verifyLedger } from '../../src/ledger/verify/verify-ledger.ts'
import type { Traffic } from './traffic.ts'

const WAIT_MAX_MS = 120_000

const COUNTS = `
  select (select count(*)::integer from payment where end_to_end_id = any($1)) as recorded,
    (select count(*)::integer from journal_entry where split_part(dedupe_key, ':', 2) = any($1)
      and event_type in ('charge.paid', 'charge.payment_held')) as posted,
    (select count(*)::integer from charge where id = any($2::uuid[])) as stored,
    (select count(*)::integer from webhook_event where type = 'charge.paid') as events,
    (select count(*)::integer from webhook_delivery d join webhook_event e on e.id = d.event_id
      where e.type = 'charge.paid' and d.succeeded_at is not null) as delivered`

type Counts = Record<'recorded' | 'posted' | 'stored' | 'events' | 'delivered', number>

/**
 * Waits until every payment is recorded and its webhook is delivered. Returns a report as lines of text, and `ok`:
 * whether every payment is posted exactly once and has one event with one delivery, every created charge exists, and
 * the ledger is sound.
 */
export async function verify(
  deployment: Deployment,
  traffic: Traffic,
): Promise<{ ok: boolean; lines: string[] }> {
  const { charges, payments } = traffic
  const read = async (): Promise<Counts> => {
    const given = [Array.from(payments), Array.from(charges)]
    const { rows } = await deployment.owner.query<Counts>(COUNTS, given)
    if (!rows[0]) throw new Error('BUG: the aggregate query COUNTS returned no row')
    return rows[0]
  }
  let counts = await read()
  await until('every webhook', WAIT_MAX_MS, async () => {
    counts = await read()
    return counts.recorded >= payments.size && counts.delivered >= payments.size
  }).catch(() => undefined)
  const arrived = deployment.stack.receiver.arrivedCount()
  const { sound, entriesCount, findings } = await deployment.withContext((ctx) => verifyLedger(ctx))
  const exactly = [counts.recorded, counts.posted, counts.events, counts.delivered, arrived]
  return {
    ok: sound && counts.stored === charges.size && exactly.every((count) => count === payments.size),
    lines: [
      `charges: ${charges.size} created, ${counts.stored} stored`,
      `payments: ${payments.size} paid, ${counts.recorded} recorded, ${counts.posted} posted`,
      `webhooks: ${counts.events} events, ${counts.delivered} delivered, ${arrived} arrived`,
      `ledger: ${sound ? 'sound' : 'NOT sound'} (${entriesCount} entries)`,
      ...findings.map(({ name, what }) => `  - ${name}: ${what}`),
    ],
  }
}
