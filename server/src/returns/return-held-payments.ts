import { transaction, type Context, type Tx } from '../kernel/context.ts'
import { eachDueRow, runnable, type FindParameters } from '../kernel/jobs/each-due.ts'
import type { DueRow } from '../kernel/jobs/job-failure.ts'
import { db } from '../kernel/database/tables.ts'
import { recordEvents, type NewEvent } from '../webhooks/events/record-events.ts'
import type { FinancialCase } from '../cases/financial-case.entity.ts'
import { finishReturns } from './finish-returns.ts'
import { lockCase } from '../cases/financial-case.ts'
import { returnsAreReleased } from './hold/return-hold.queries.ts'
import { insertReturn, type ReturnRow } from './network-return.ts'
import { returnHeldPayment } from '../cases/return-case.ts'

/** The text that the payer sees as the reason for the return. */
const DESCRIPTION = 'Pagamento devolvido: cobrança já paga, encerrada ou de outro valor.'

const JOB = 'held-payments'

/**
 * Creates the returns of held payments to their payers, in batches of `limit`. Each return covers the whole held
 * amount. Skips a case whose return failed, because staff must act first. While returns are held, creates no return.
 * Returns the number of created returns.
 */
export function returnHeldPayments(ctx: Context, limit: number): Promise<number> {
  const find = (first: FindParameters) => findHeld(ctx, first)
  return eachDueRow(ctx, { job: JOB, limit, find }, ({ merchantId, id }) =>
    transaction(ctx, (tx) => createHeldPaymentReturn(tx, merchantId, id)),
  )
}

const findHeld = (ctx: Context, first: FindParameters): Promise<DueRow[]> =>
  db(ctx)
    .selectFrom('financial_case as f')
    .select(['f.merchant_id as merchantId', 'f.id'])
    .where('f.status', '=', 'open')
    .where('f.kind', '=', 'held_payment')
    .where('f.exception', 'is', null)
    .where(returnsAreReleased())
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('network_return as n')
            .select('n.id')
            .whereRef('n.merchant_id', '=', 'f.merchant_id')
            .whereRef('n.case_id', '=', 'f.id')
            .where('n.origin', '=', 'service'),
        ),
      ),
    )
    .where(runnable(ctx, JOB, first, { merchantId: 'f.merchant_id', id: 'f.id' }))
    .orderBy('f.opened_at')
    .limit(first[1])
    .execute()

/**
 * Creates a return of the whole held amount. Does nothing if the case is closed or already has a return that did not
 * fail.
 */
export async function createHeldPaymentReturn(tx: Tx, merchantId: string, caseId: string): Promise<void> {
  const now = tx.clock.now()
  const financialCase = await lockCase(tx, merchantId, caseId)
  const active = await db(tx)
    .selectFrom('network_return')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('case_id', '=', caseId)
    .where('origin', '=', 'service')
    .where('state', '<>', 'failed')
    .executeTakeFirst()
  if (active || financialCase.status !== 'open') return
  financialCase.exception = null
  await tx.em.flush()
  await insertReturn(
    tx,
    {
      merchantId,
      id: tx.ids.uuid(now),
      caseId,
      paymentId: financialCase.paymentId ?? '',
      endToEndId: financialCase.endToEndId ?? '',
      amountCents: financialCase.heldPayerCents,
      description: DESCRIPTION,
    },
    now,
  )
}

/**
 * Records the outcomes of the returns of held payments, in batches of `limit`. Returns the number of returns that were
 * processed without an error.
 */
export const finishHeldPayments = (ctx: Context, limit: number): Promise<number> =>
  finishReturns(ctx, { kind: 'held_payment', limit }, finishHeldPayment)

/**
 * Records the outcome of the return of a held payment, unless the case is closed. On success, posts the return and
 * emits `charge.payment_returned`. On failure, sets the exception `return_failed` on the case. Returns the id of the
 * case.
 */
export async function finishHeldPayment(tx: Tx, row: ReturnRow, now: Date): Promise<string> {
  const financialCase = await lockCase(tx, row.merchantId, row.caseId ?? '')
  if (financialCase.status !== 'open') return financialCase.id
  if (row.state === 'returned') await recordHeldPaymentReturn(tx, { financialCase, row }, now)
  else {
    financialCase.exception = 'return_failed'
    await tx.em.flush()
  }
  return financialCase.id
}

/** Posts the returned amount of a held payment and emits `charge.payment_returned`. */
export async function recordHeldPaymentReturn(
  tx: Tx,
  { financialCase, row }: { financialCase: FinancialCase; row: ReturnRow },
  now: Date,
): Promise<void> {
  const returnedAt = row.settledAt ?? now
  const dedupeKey = `case.returned:${row.endToEndId}:${row.networkId}`
  await returnHeldPayment(tx, financialCase, { amountCents: row.amountCents, returnedAt, dedupeKey }, now)
  const event = await paymentReturnedEvent(tx, { financialCase, row }, returnedAt)
  await recordEvents(tx, row.merchantId, [event], now)
}

async function paymentReturnedEvent(
  tx: Tx,
  { financialCase, row }: { financialCase: FinancialCase; row: ReturnRow },
  returnedAt: Date,
): Promise<NewEvent> {
  const payment = await db(tx)
    .selectFrom('payment as p')
    .innerJoin('merchant as m', 'm.id', 'p.merchant_id')
    .select(['p.classification', 'm.environment'])
    .where('p.merchant_id', '=', row.merchantId)
    .where('p.id', '=', row.paymentId)
    .executeTakeFirst()
  return {
    type: 'charge.payment_returned',
    source: { type: 'payment', id: row.paymentId },
    environment: payment?.environment ?? 'production',
    data: {
      charge_id: financialCase.chargeId,
      order_reference: financialCase.orderReference,
      payment_id: row.paymentId,
      end_to_end_id: row.endToEndId,
      amount_cents: row.amountCents.toString(),
      classification: payment?.classification ?? 'unmatched',
      case_id: financialCase.id,
      returned_at: returnedAt.toISOString(),
      return_id: row.returnId ?? '',
    },
  }
}
