import { coverAvailable } from '../cases/cover-available.ts'
import { OF_MERCHANT } from '../charges/charge-row.ts'
import { transaction, type Context, type Tx } from '../kernel/context.ts'
import { eachMerchant, isRunnable } from '../kernel/jobs/each-due.ts'
import { sql } from '../kernel/database/sql.ts'
import { readBalance } from '../ledger/balance.ts'
import { lockLedger, postEntries, type Entry } from '../ledger/post-entries.ts'
import { recordEvents, type NewEvent } from '../webhooks/events/record-events.ts'
import { PRIMARY_PAYMENT } from './primary-payment.ts'

/**
 * Releases the remaining reserve of charges whose reserve days are over, in batches of `limit` charges. The money moves
 * to available, or to pending while the charge itself is not yet available. Returns how many charges were due.
 */
export function releaseReserves(ctx: Context, limit: number): Promise<number> {
  return eachMerchant(ctx, { job: 'reserve', limit, find: (first) => sql(ctx, DUE, first) }, releaseCharges)
}

const DUE = `
  select merchant_id as "merchantId", id from charge
  where reserve_left_cents > 0
    and (paid_at at time zone 'UTC') + reserve_days * interval '1 day' <= $1::timestamptz at time zone 'UTC'
    and ${isRunnable('reserve', { merchantId: 'merchant_id', id: 'id' })}
  order by (paid_at at time zone 'UTC') + reserve_days * interval '1 day' limit $2`

interface DueCharge {
  id: string
  environment: 'production' | 'sandbox'
  reserveLeftCents: bigint
  paymentId: string
  target: 'available' | 'pending'
  /** How often its reserve was released before. It repeats when a failed refund refills the reserve. */
  earlier: bigint
}

function releaseCharges(ctx: Context, merchantId: string, chargeIds: string[]): Promise<void> {
  return transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    await lockLedger(tx, merchantId)
    const charges = await sql<DueCharge>(tx, LOCK, [merchantId, chargeIds, now])
    if (charges.length === 0) return
    const entries = charges.map((charge) => releasedEntry(charge, now))
    const posted = await postEntries(tx, merchantId, entries, now)
    if (posted.some((entry) => entry.replayed))
      throw new Error('BUG: releaseReserves: a reserve was already released under this dedupe key')
    await sql(tx, CLEAR_RESERVES, [
      merchantId,
      charges.map((charge) => charge.id),
      charges.map((charge) => charge.target),
    ])
    if (charges.some((charge) => charge.target === 'available')) await coverAvailable(tx, merchantId, now)
    const journalIds = posted.map((entry) => entry.journalId)
    await emitReserveReleased(tx, merchantId, { charges, journalIds, now })
  })
}

// A settled charge past its delay is available, or the next run of `makeAvailable` makes it so. `earlier` ignores
// releases by a case: their dedupe keys differ, and their lines carry the case id.
const LOCK = `
  select c.id, c.environment, c.reserve_left_cents as "reserveLeftCents", p.id as "paymentId",
    case when p.settled_at is not null and c.paid_at + c.settlement_delay_days * interval '24 hours' <= $3
      then 'available' else 'pending' end as target,
    (select count(*) from journal_line l
      join journal_entry e on e.merchant_id = l.merchant_id and e.id = l.journal_id
      where l.merchant_id = c.merchant_id and l.charge_id = c.id and l.account_code = 'contract_reserve'
        and l.case_id is null and e.event_type = 'reserve.released') as earlier
  from charge c cross join lateral ${PRIMARY_PAYMENT} p
  where c.${OF_MERCHANT} and c.id = any($2::uuid[]) and c.reserve_left_cents > 0
  order by c.id for no key update of c`

const CLEAR_RESERVES = `
  update charge c set reserve_left_cents = 0,
    pending_left_cents = pending_left_cents + case given.target when 'pending' then reserve_left_cents else 0 end
  from unnest($2::uuid[], $3::text[]) as given (id, target)
  where c.${OF_MERCHANT} and c.id = any($2::uuid[]) and c.id = given.id`

function releasedEntry(charge: DueCharge, now: Date): Entry {
  const { id, paymentId, reserveLeftCents, target, earlier } = charge
  return {
    eventType: 'reserve.released',
    source: { type: 'charge', id },
    dedupeKey: `reserve.released:${id}${earlier === 0n ? '' : `:${earlier + 1n}`}`,
    economicAt: now,
    chargeId: id,
    lines: [
      { code: 'contract_reserve', debitCents: reserveLeftCents, paymentId },
      { code: target, creditCents: reserveLeftCents, paymentId },
    ],
  }
}

async function emitReserveReleased(
  tx: Tx,
  merchantId: string,
  { charges, journalIds, now }: { charges: DueCharge[]; journalIds: string[]; now: Date },
): Promise<void> {
  const { contractReserveCents } = await readBalance(tx, merchantId)
  const events = charges.map((charge, index): NewEvent => {
    const journalId = journalIds[index] ?? ''
    return {
      type: 'reserve.released',
      source: { type: 'journal', id: journalId },
      environment: charge.environment,
      data: {
        journal_id: journalId,
        amount_cents: charge.reserveLeftCents.toString(),
        contract_reserve_cents: contractReserveCents.toString(),
        as_of: now.toISOString(),
      },
    }
  })
  await recordEvents(tx, merchantId, events, now)
}
