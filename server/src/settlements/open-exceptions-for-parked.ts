import { sql, type Expression } from 'kysely'
import { emitSuspensionChange } from '../suspension/emit-suspension-change.ts'
import { networkReturnId } from '../inbox/network-inbox.ts'
import { transaction, type Context } from '../kernel/context.ts'
import { eachDueRow, runnable, type FindParameters } from '../kernel/jobs/each-due.ts'
import type { DueRow } from '../kernel/jobs/job-failure.ts'
import { db } from '../kernel/database/tables.ts'
import { lockLedger } from '../ledger/post-entries.ts'
import { SERVICE_MERCHANT_ID } from '../merchants/merchant.entity.ts'
import { openException } from '../exceptions/exceptions.ts'

/** After this many failed attempts to post a return, the job opens an exception. */
const POST_ATTEMPTS = 5

const PAYMENT = 'payment_not_recorded' as const
const RETURN = 'return_not_recorded' as const

const JOB = 'parked'
const JOB_CLOSING = 'parked-recorded'

/**
 * Opens an exception for each payment and return that the PSP reported but that could not be recorded, in batches of
 * `limit`. Closes the exceptions whose payment or return has been recorded since then. An unrecorded return suspends
 * payouts, because the merchant has less money than the ledger shows. Returns how many exceptions were opened.
 */
export async function openExceptionsForParked(ctx: Context, limit: number): Promise<number> {
  const parked = { job: JOB, limit, find: (first: FindParameters) => findParked(ctx, first) }
  const recorded = { job: JOB_CLOSING, limit, find: (first: FindParameters) => findRecorded(ctx, first) }
  const opened = await eachDueRow(ctx, parked, (one) => openFor(ctx, one))
  await eachDueRow(ctx, recorded, (one) => close(ctx, one))
  return opened
}

function openFor(ctx: Context, parked: Parked): Promise<void> {
  const { merchantId, kind, subject, endToEndId, paymentId } = parked
  const details = {
    received_cents: parked.receivedCents.toString(),
    ...(parked.recordedCents === null ? {} : { recorded_cents: parked.recordedCents.toString() }),
    paid_at: parked.paidAt.toISOString(),
  }
  return transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    await lockLedger(tx, merchantId)
    await emitSuspensionChange(tx, merchantId)
    await openException(tx, merchantId, { kind, subject, endToEndId, paymentId, details, reopen: true }, now)
  })
}

function close(ctx: Context, { merchantId, id }: DueRow): Promise<void> {
  return transaction(ctx, async (tx) => {
    await lockLedger(tx, merchantId)
    await emitSuspensionChange(tx, merchantId)
    await db(tx)
      .updateTable('reconciliation_exception')
      .set({
        state: 'closed',
        closed_at: tx.clock.now(),
        closed_by: tx.actor,
        resolution: 'Foi registrado.',
        remedy: 'none',
      })
      .where('merchant_id', '=', merchantId)
      .where('id', '=', id)
      .where('state', '=', 'open')
      .execute()
  })
}

/**
 * Finds parked payments and returns that have no exception yet. The result includes inbox rows that were parked again
 * after their exception was closed.
 */
const findParked = (ctx: Context, first: FindParameters) =>
  db(ctx)
    .selectFrom(parkedMessages(ctx).unionAll(unpostedReturns(ctx)).as('parked'))
    .selectAll()
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('reconciliation_exception as x')
            .select('x.id')
            .whereRef('x.merchant_id', '=', 'parked.merchantId')
            .whereRef('x.kind', '=', 'parked.kind')
            .whereRef('x.subject', '=', 'parked.subject')
            .where((exception) =>
              exception.or([
                exception('x.state', '=', 'open'),
                exception('x.closed_at', '>=', exception.ref('parked.since')),
              ]),
            ),
        ),
      ),
    )
    .where(runnable(ctx, JOB, first, { merchantId: 'parked.merchantId', id: 'parked.id' }))
    .orderBy('parked.at')
    .limit(first[1])
    .execute()

type Parked = Awaited<ReturnType<typeof findParked>>[number]

/** The parked rows of the inbox. A payment that matches no charge belongs to the service's internal merchant. */
const parkedMessages = (ctx: Context) =>
  db(ctx)
    .selectFrom('network_inbox as n')
    .leftJoin('charge as c', (join) =>
      // Only a txid of this service has the form of a UUID. `case` prevents the cast of any other txid. AND would not
      // prevent this cast, because PostgreSQL may evaluate the operands of AND in any order.
      join.on('c.id', '=', (eb) =>
        eb
          .case()
          .when('n.txid', '~', '^[0-9a-fA-F]{32}$')
          .then(sql<string>`n.txid::uuid`)
          .end(),
      ),
    )
    .leftJoin('payment as p', 'p.end_to_end_id', 'n.end_to_end_id')
    .leftJoin('network_return as r', (join) =>
      join
        .on('n.kind', '=', 'devolucao')
        .onRef('r.end_to_end_id', '=', 'n.end_to_end_id')
        .on('r.network_id', '=', networkReturnId('n.dedupe_key')),
    )
    .select((eb) => {
      const byKind = <Pix, Return>(pix: Expression<Pix>, returned: Expression<Return>) =>
        eb.case().when('n.kind', '=', 'pix').then(pix).else(returned).end()
      return [
        eb.fn
          .coalesce('p.merchant_id', 'c.merchant_id', sql<string>`${SERVICE_MERCHANT_ID}::uuid`)
          .as('merchantId'),
        'n.id',
        byKind(sql.lit(PAYMENT), sql.lit(RETURN)).as('kind'),
        byKind(eb.ref('n.end_to_end_id'), networkReturnId('n.dedupe_key')).as('subject'),
        'n.end_to_end_id as endToEndId',
        'p.id as paymentId',
        'n.amount_cents as receivedCents',
        'r.amount_cents as recordedCents',
        'n.paid_at as paidAt',
        'n.next_attempt_at as since',
        'n.received_at as at',
      ]
    })
    .where('n.state', '=', 'parked')

/**
 * The returns that the service could not post. The query selects the same columns as `parkedMessages`, in the same
 * order.
 */
const unpostedReturns = (ctx: Context) =>
  db(ctx)
    .selectFrom('network_return as r')
    .select((eb) => [
      'r.merchant_id as merchantId',
      'r.id',
      sql.lit(RETURN).as('kind'),
      'r.network_id as subject',
      'r.end_to_end_id as endToEndId',
      'r.payment_id as paymentId',
      'r.amount_cents as receivedCents',
      sql.lit<bigint | null>(null).as('recordedCents'),
      eb.ref('r.settled_at').$notNull().as('paidAt'),
      eb.ref('r.settled_at').$notNull().as('since'),
      'r.requested_at as at',
    ])
    .where('r.finished_at', 'is', null)
    .where('r.book_error', 'is not', null)
    .where('r.attempts', '>=', POST_ATTEMPTS)

const findRecorded = (ctx: Context, first: FindParameters): Promise<DueRow[]> =>
  db(ctx)
    .selectFrom('reconciliation_exception as x')
    .select(['x.merchant_id as merchantId', 'x.id'])
    .where('x.state', '=', 'open')
    .where((eb) => {
      const payment = eb
        .selectFrom('payment as p')
        .select('p.id')
        .whereRef('p.end_to_end_id', '=', 'x.end_to_end_id')
      const finishedReturn = eb
        .selectFrom('network_return as r')
        .select('r.id')
        .whereRef('r.end_to_end_id', '=', 'x.end_to_end_id')
        .whereRef('r.network_id', '=', 'x.subject')
        .where('r.finished_at', 'is not', null)
      const parkedReturn = eb
        .selectFrom('network_inbox as n')
        .select('n.id')
        .where('n.state', '=', 'parked')
        .where('n.kind', '=', 'devolucao')
        .whereRef('n.end_to_end_id', '=', 'x.end_to_end_id')
        .where(networkReturnId('n.dedupe_key'), '=', eb.ref('x.subject'))
      return eb.or([
        eb('x.kind', '=', PAYMENT).and(eb.exists(payment)),
        eb('x.kind', '=', RETURN)
          .and(eb.exists(finishedReturn))
          .and(eb.not(eb.exists(parkedReturn))),
      ])
    })
    .where(runnable(ctx, JOB_CLOSING, first, { merchantId: 'x.merchant_id', id: 'x.id' }))
    .orderBy('x.opened_at')
    .limit(first[1])
    .execute()
