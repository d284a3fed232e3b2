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
import { recordEvents, type NewEvent } from '../webhooks/events/record-events.ts'
import { chargesWithPrimaryPayment, countLinesOfCharge } from './due-charges.ts'

const JOB = 'reserve'

/**
 * Releases the remaining reserve of charges whose reserve period is over, in batches of `limit` charges. The money
 * becomes available, or pending while the other money of the charge is still pending. Returns how many charges were
 * due.
 */
export function releaseReserves(ctx: Context, limit: number): Promise<number> {
  const find = (first: FindParameters) => findDue(ctx, first)
  return eachMerchant(ctx, { job: JOB, limit, find, isPaced: true }, releaseCharges)
}

/**
 * The time at which the reserve period of a charge (alias `c`) ends, in UTC without a time zone. The index
 * charge_reserve_due contains the same expression, so that the planner can use the index.
 */
export const RELEASED_AT = sql<Date>`(c.paid_at at time zone 'UTC') + c.reserve_days * interval '1 day'`

/** Builds a query for the charges (alias `c`) whose reserve period is over. The caller selects the columns. */
export const dueReserves = (queries: Kysely<Tables>, now: Expression<Date>) =>
  queries
    .selectFrom('charge as c')
    .where('c.reserve_left_cents', '>', 0n)
    .where(RELEASED_AT, '<=', sql<Date>`${now} at time zone 'UTC'`)

const findDue = (ctx: Context, first: FindParameters): Promise<DueRow[]> =>
  dueReserves(db(ctx), timeOf(first[0]))
    .select(['c.merchant_id as merchantId', 'c.id'])
    .where(runnable(ctx, JOB, first, { merchantId: 'c.merchant_id', id: 'c.id' }))
    .orderBy(RELEASED_AT)
    .limit(first[1])
    .execute()

function releaseCharges(ctx: Context, merchantId: string, chargeIds: string[]): Promise<void> {
  return transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    await lockLedger(tx, merchantId)
    const charges = await lockCharges(tx, { merchantId, ids: chargeIds, now })
    if (charges.length === 0) return
    const entries = charges.map((charge) => releasedEntry(charge, now))
    const posted = await postEntries(tx, merchantId, entries, now)
    if (posted.some((entry) => entry.replayed))
      throw new Error(`BUG: releaseReserves: a reserve of merchant ${merchantId} was already released`)
    await clearReserves(tx, {
      merchantId,
      ids: charges.map((charge) => charge.id),
      toPending: charges.filter((charge) => charge.target === 'pending').map((charge) => charge.id),
    })
    if (charges.some((charge) => charge.target === 'available')) await coverAvailable(tx, merchantId, now)
    const journalIds = posted.map((entry) => entry.journalId)
    await emitReserveReleased(tx, merchantId, { charges, journalIds, now })
  })
}

/** Locks the charges that still have a reserve, in the order of their ids. */
const lockCharges = preparedQuery(
  (compiler, given: Given<{ merchantId: string; ids: string[]; now: Date }>) =>
    chargesWithPrimaryPayment(compiler)
      .select((eb) => {
        const availableAt = sql<Date>`c.paid_at + c.settlement_delay_days * interval '24 hours'`
        return [
          'c.id',
          'c.environment',
          'c.reserve_left_cents as reserveLeftCents',
          'p.id as paymentId',
          // The money of a settled charge whose settlement delay is over is available, or becomes available in the next
          // run of `makeAvailable`.
          eb
            .case()
            .when(eb('p.settled_at', 'is not', null).and(availableAt, '<=', given('now')))
            .then(sql.lit<'available'>('available'))
            .else(sql.lit<'pending'>('pending'))
            .end()
            .as('target'),
          // The number of times that this job has released the charge's reserve before. A reserve can be released again
          // after a failed refund has added money to the reserve. The count excludes releases by a case (lines with a
          // case id), because these releases have dedupe keys of another form.
          countLinesOfCharge(eb)
            .where('l.account_code', '=', 'contract_reserve')
            .where('l.case_id', 'is', null)
            .where('e.event_type', '=', 'reserve.released')
            .$asScalar()
            .$notNull()
            .as('earlier'),
        ]
      })
      .where('c.merchant_id', SAME_MERCHANT, given('merchantId'))
      .where(isOneOf('c.id', given('ids')))
      .where('c.reserve_left_cents', '>', 0n)
      .orderBy('c.id')
      .forNoKeyUpdate('c'),
)

type DueCharge = Awaited<ReturnType<typeof lockCharges>>[number]

/**
 * Sets the reserves of the charges `ids` to zero. For the charges in `toPending`, adds the released reserve to the
 * pending amount.
 */
const clearReserves = preparedQuery(
  (compiler, given: Given<{ merchantId: string; ids: string[]; toPending: string[] }>) =>
    compiler
      .updateTable('charge')
      .set((eb) => ({
        reserve_left_cents: 0n,
        pending_left_cents: eb
          .case()
          .when(isOneOf('id', given('toPending')))
          .then(eb('pending_left_cents', '+', eb.ref('reserve_left_cents')))
          .else(eb.ref('pending_left_cents'))
          .end(),
      }))
      .where('merchant_id', SAME_MERCHANT, given('merchantId'))
      .where(isOneOf('id', given('ids'))),
)

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
