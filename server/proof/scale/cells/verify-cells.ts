import { connect, until } from '../../../bench/stack.ts'
import { verifyLedger } from '../../../src/ledger/verify/verify-ledger.ts'
import type { PaymentsLoad } from './payments-load.ts'

const WAIT_MAX_MS = 180_000

const COUNTS = `
  select (select count(*)::integer from payment where end_to_end_id = any($1)) as recorded,
    (select count(*)::integer from payment) as payments,
    (select count(*)::integer from journal_entry where event_type = 'charge.paid') as posted,
    (select count(*)::integer from charge where id = any($2::uuid[])) as stored,
    (select count(distinct merchant_id)::integer from charge where merchant_id <> all($3::uuid[])) as strangers,
    (select count(*)::integer from webhook_event where type = 'charge.paid') as events,
    (select coalesce(array_agg(id), '{}') from webhook_event where type = 'charge.paid') as ids,
    (select count(*)::integer from webhook_delivery d join webhook_event e on e.id = d.event_id
      where e.type = 'charge.paid' and d.succeeded_at is not null) as delivered`

type Counts = Record<
  'recorded' | 'payments' | 'posted' | 'stored' | 'strangers' | 'events' | 'delivered',
  number
> & { ids: string[] }

/**
 * Waits until every cell has recorded its payments and delivered their webhooks. `ok` means: every charge that was
 * answered exists in its cell, and every payment is posted exactly once and has one delivered event, which arrived at the
 * receiver. Every cell has payments. No cell contains a charge of a merchant of another cell, and every ledger is sound.
 * `unpaid` is the number of merchants without a payment.
 */
export async function verifyCells(
  load: PaymentsLoad,
): Promise<{ ok: boolean; lines: string[]; unpaid: number }> {
  const lines: string[] = []
  let ok = true
  let unpaid = 0
  for (const [id, { part, charges, payments }] of load.cells) {
    const client = await connect(part.deployment.settings['MIGRATION_DATABASE_URL'] ?? '')
    const given = [Array.from(payments.keys()), Array.from(charges), part.merchants.map((one) => one.id)]
    const read = async (): Promise<Counts> => {
      const { rows } = await client.query<Counts>(COUNTS, given)
      if (!rows[0]) throw new Error('BUG: an aggregate returned no row')
      return rows[0]
    }
    let counts = await read()
    await until(`the webhooks of the cell ${id}`, WAIT_MAX_MS, async () => {
      counts = await read()
      return counts.delivered >= payments.size
    }).catch(() => undefined)
    await client.end()
    const { sound } = await part.deployment.withContext((ctx) => verifyLedger(ctx))
    const { recorded, posted, stored, events, delivered, strangers } = counts
    const arrived = counts.ids.filter((event) => load.receiver.hasArrived(event)).length
    const exact = [recorded, counts.payments, posted, events, delivered, arrived].every(
      (one) => one === payments.size,
    )
    const isOk = sound && exact && payments.size > 0 && stored === charges.size && strangers === 0
    const paying = new Set(payments.values()).size
    unpaid += part.merchants.length - paying
    ok &&= isOk
    lines.push(
      `  ${id.padEnd(5)} ${charges.size} charges answered, ${stored} stored; ${payments.size} paid by ${paying} of ` +
        `${part.merchants.length} merchants, ${recorded} recorded, ${posted} posted, ${events} events, ` +
        `${delivered} delivered, ${arrived} arrived; ${strangers} merchants of other cells; ` +
        `ledger ${sound ? 'sound' : 'NOT sound'}${isOk ? '' : '  FAILED'}`,
    )
  }
  return { ok, lines, unpaid }
}
