import { coverAvailable } from '../cases/cover-available.ts'
import { OF_MERCHANT } from '../charges/charge-row.ts'
import { transaction, type Context, type Tx } from '../kernel/context.ts'
import { eachMerchant, isRunnable } from '../kernel/jobs/each-due.ts'
import { sql } from '../kernel/database/sql.ts'
import { readBalance } from '../ledger/balance.ts'
import { lockLedger, postEntries, type Entry } from '../ledger/post-entries.ts'
import { recordEvents } from '../webhooks/events/record-events.ts'
import { PRIMARY_PAYMENT } from './primary-payment.ts'

/**
 * Moves the money of settled charges from pending to available when their settlement delay is over. Works in batches of
 * `limit` charges, with one transaction and one event per merchant. Reads the pending amount under the row lock, so a
 * repeated run moves nothing. Returns how many charges were due.
 */
export function makeAvailable(ctx: Context, limit: number): Promise<number> {
  return eachMerchant(ctx, { job: 'available', limit, find: (first) => sql(ctx, DUE, first) }, moveCharges)
}

const DUE = `
  select c.merchant_id as "merchantId", c.id
  from charge c cross join lateral ${PRIMARY_PAYMENT} p
  where c.pending_left_cents > 0 and p.settled_at is not null
    and (c.paid_at at time zone 'UTC') + c.settlement_delay_days * interval '1 day' <= $1::timestamptz at time zone 'UTC'
    and ${isRunnable('available', { merchantId: 'c.merchant_id', id: 'c.id' })}
  order by (c.paid_at at time zone 'UTC') + c.settlement_delay_days * interval '1 day' limit $2`

interface DueCharge {
  id: string
  environment: 'production' | 'sandbox'
  pendingLeftCents: bigint
  paymentId: string
  /** How often money of the charge became available before. It repeats when a case releases money to pending. */
  earlier: bigint
}

function moveCharges(ctx: Context, merchantId: string, chargeIds: string[]): Promise<void> {
  return transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    await lockLedger(tx, merchantId)
    const charges = await sql<DueCharge>(tx, LOCK, [merchantId, chargeIds])
    const [first] = charges
    if (!first) return
    const entries = charges.map((charge) => availableEntry(charge, now))
    await postEntries(tx, merchantId, entries, now)
    await sql(tx, CLEAR_PENDING, [merchantId, charges.map((charge) => charge.id)])
    await coverAvailable(tx, merchantId, now)
    await emitBalanceAvailable(tx, { merchantId, environment: first.environment, charges, now })
  })
}

const LOCK = `
  select c.id, c.environment, c.pending_left_cents as "pendingLeftCents", p.id as "paymentId",
    (select count(*) from journal_line l
      join journal_entry e on e.merchant_id = l.merchant_id and e.id = l.journal_id
      where l.merchant_id = c.merchant_id and l.charge_id = c.id and l.account_code = 'available'
        and e.event_type = 'gateway.funds_available') as earlier
  from charge c cross join lateral ${PRIMARY_PAYMENT} p
  where c.${OF_MERCHANT} and c.id = any($2::uuid[]) and c.pending_left_cents > 0 and p.settled_at is not null
  order by c.id for no key update of c`

const CLEAR_PENDING = `update charge set pending_left_cents = 0 where ${OF_MERCHANT} and id = any($2::uuid[])`

function availableEntry(charge: DueCharge, now: Date): Entry {
  const { id, paymentId, pendingLeftCents, earlier } = charge
  return {
    eventType: 'gateway.funds_available',
    source: { type: 'charge', id },
    dedupeKey: `funds_available:${id}${earlier === 0n ? '' : `:${earlier + 1n}`}`,
    economicAt: now,
    chargeId: id,
    lines: [
      { code: 'pending', debitCents: pendingLeftCents, paymentId },
      { code: 'available', creditCents: pendingLeftCents, paymentId },
    ],
  }
}

async function emitBalanceAvailable(
  tx: Tx,
  batch: { merchantId: string; environment: DueCharge['environment']; charges: DueCharge[]; now: Date },
): Promise<void> {
  const { merchantId, environment, charges, now } = batch
  const { availableCents } = await readBalance(tx, merchantId)
  const amountCents = charges.reduce((sum, charge) => sum + charge.pendingLeftCents, 0n)
  const event = {
    type: 'balance.available' as const,
    source: { type: 'merchant' as const, id: merchantId },
    environment,
    data: {
      amount_cents: amountCents.toString(),
      available_cents: availableCents.toString(),
      charges_count: charges.length,
      as_of: now.toISOString(),
    },
  }
  await recordEvents(tx, merchantId, [event], now)
}
