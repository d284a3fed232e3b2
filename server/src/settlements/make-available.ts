import { sql, type Expression, type Kysely } from 'kysely'
import { coverAvailable } from '../cases/cover-available.ts'
import { transaction, type Context, type Tx } from '../kernel/context.ts'
import { eachMerchant, runnable, type FindParameters } from '../kernel/jobs/each-due.ts'
import type { DueRow } from '../kernel/jobs/job-failure.ts'
import { isOneOf, preparedQuery, type Given } from '../kernel/database/prepared-query.ts'
import { SAME_MERCHANT } from '../kernel/database/same-merchant.ts'
import { timeOf } from '../kernel/database/expressions.ts'
import { db, type Tables } from '../kernel/database/tables.ts'
import { readBalance } from '../ledger/balance.ts'
import { lockLedger, postEntries, type Entry } from '../ledger/post-entries.ts'
import { recordEvents } from '../webhooks/events/record-events.ts'
import { chargesWithPrimaryPayment, countLinesOfCharge } from './due-charges.ts'

const JOB = 'available'

/**
 * Moves the money of settled charges from pending to available when their settlement delay is over. Works in batches of
 * `limit` charges, with one transaction and one event per merchant. Reads the pending amount while the row of the
 * charge is locked, so that concurrent or repeated runs never move the same money twice. Returns how many charges were
 * due.
 */
export function makeAvailable(ctx: Context, limit: number): Promise<number> {
  const find = (first: FindParameters) => findDue(ctx, first)
  return eachMerchant(ctx, { job: JOB, limit, find, isPaced: true }, moveCharges)
}

/**
 * The time at which the settlement delay of a charge (alias `c`) ends, in UTC without a time zone. The index
 * charge_funds_due contains the same expression, so that the planner can use the index.
 */
export const AVAILABLE_AT = sql<Date>`(c.paid_at at time zone 'UTC') + c.settlement_delay_days * interval '1 day'`

/**
 * Builds a query for the settled charges (alias `c`) whose settlement delay is over. The caller selects the columns.
 */
export const dueCharges = (queries: Kysely<Tables>, now: Expression<Date>) =>
  chargesWithPrimaryPayment(queries)
    .where('c.pending_left_cents', '>', 0n)
    .where('p.settled_at', 'is not', null)
    .where(AVAILABLE_AT, '<=', sql<Date>`${now} at time zone 'UTC'`)

const findDue = (ctx: Context, first: FindParameters): Promise<DueRow[]> =>
  dueCharges(db(ctx), timeOf(first[0]))
    .select(['c.merchant_id as merchantId', 'c.id'])
    .where(runnable(ctx, JOB, first, { merchantId: 'c.merchant_id', id: 'c.id' }))
    .orderBy(AVAILABLE_AT)
    .limit(first[1])
    .execute()

function moveCharges(ctx: Context, merchantId: string, chargeIds: string[]): Promise<void> {
  return transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    await lockLedger(tx, merchantId)
    const charges = await lockCharges(tx, { merchantId, ids: chargeIds })
    const [first] = charges
    if (!first) return
    const entries = charges.map((charge) => availableEntry(charge, now))
    await postEntries(tx, merchantId, entries, now)
    await clearPending(tx, { merchantId, ids: charges.map((charge) => charge.id) })
    await coverAvailable(tx, merchantId, now)
    await emitBalanceAvailable(tx, { merchantId, environment: first.environment, charges, now })
  })
}

/** Locks the settled charges that still have pending money, in the order of their ids. */
const lockCharges = preparedQuery((compiler, given: Given<{ merchantId: string; ids: string[] }>) =>
  chargesWithPrimaryPayment(compiler)
    .select((eb) => [
      'c.id',
      'c.environment',
      'c.pending_left_cents as pendingLeftCents',
      'p.id as paymentId',
      // The number of times that money of the charge has become available before. The number can be greater than zero,
      // because a case may release money to pending.
      countLinesOfCharge(eb)
        .where('l.account_code', '=', 'available')
        .where('e.event_type', '=', 'gateway.funds_available')
        .$asScalar()
        .$notNull()
        .as('earlier'),
    ])
    .where('c.merchant_id', SAME_MERCHANT, given('merchantId'))
    .where(isOneOf('c.id', given('ids')))
    .where('c.pending_left_cents', '>', 0n)
    .where('p.settled_at', 'is not', null)
    .orderBy('c.id')
    .forNoKeyUpdate('c'),
)

type DueCharge = Awaited<ReturnType<typeof lockCharges>>[number]

const clearPending = preparedQuery((compiler, given: Given<{ merchantId: string; ids: string[] }>) =>
  compiler
    .updateTable('charge')
    .set({ pending_left_cents: 0n })
    .where('merchant_id', SAME_MERCHANT, given('merchantId'))
    .where(isOneOf('id', given('ids'))),
)

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
