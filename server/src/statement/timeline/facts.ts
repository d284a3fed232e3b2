import type { FinancialCase } from '../../cases/financial-case.entity.ts'
import type { Charge } from '../../charges/charge.entity.ts'
import type { Payment } from '../../charges/payment.entity.ts'
import type { Dispute } from '../../disputes/dispute.entity.ts'
import type { Refund } from '../../refunds/refund.entity.ts'
import type { HeldPaymentReturn } from '../../returns/return.queries.ts'
import type { DisputeActors } from './dispute-actors.queries.ts'
import { fact, type Fact } from './fact.ts'
import type { PaidOutPart } from '../proceeds/paid-out.queries.ts'
import type { ChargeLine } from '../statement.queries.ts'

/** The records of a charge from which its facts are derived. */
export interface ChargeHistory {
  charge: Pick<
    Charge,
    | 'createdAt'
    | 'createdByKeyId'
    | 'amountCents'
    | 'cancelledAt'
    | 'cancelAskedBy'
    | 'cancelAskedActor'
    | 'expiresAt'
  > & { hasExpired: boolean }
  payments: Pick<
    Payment,
    'classification' | 'endToEndId' | 'amountCents' | 'paidAt' | 'settledAt' | 'journalId' | 'caseId'
  >[]
  refunds: Pick<
    Refund,
    'id' | 'caseId' | 'amountCents' | 'status' | 'reason' | 'requestedAt' | 'completedAt' | 'updatedAt'
  >[]
  cases: Pick<FinancialCase, 'id' | 'kind' | 'status' | 'amountCents' | 'endToEndId' | 'closedAt'>[]
  returns: Omit<HeldPaymentReturn, 'chargeId'>[]
  disputes: Pick<
    Dispute,
    | 'caseId'
    | 'origin'
    | 'nature'
    | 'openedAt'
    | 'evidenceAt'
    | 'decidedAt'
    | 'decidedCents'
    | 'closedAt'
    | 'result'
    | 'returnedCents'
  >[]
  disputeActors: DisputeActors[]
  lines: Pick<
    ChargeLine,
    'journalId' | 'eventType' | 'postedAt' | 'amountCents' | 'actor' | 'caseId' | 'reversesId'
  >[]
  paidOut: PaidOutPart[]
}

/** The types of journal entries that are not facts of their own, because another source reports the same fact. */
const REPORTED_ENTRIES: ReadonlySet<string> = new Set([
  'charge.paid',
  'charge.payment_held',
  'reserve.held',
  'case.release',
  'case.returned',
  'refund.completed',
  'fee.returned',
])

/** Returns the facts about a charge, grouped by their source. Each action is one fact. */
export function factsOf(history: ChargeHistory): Fact[] {
  const { charge, payments, paidOut } = history
  return [
    fact(charge.createdAt, 'charge.created', {
      amountCents: charge.amountCents,
      actor: charge.createdByKeyId === null ? null : `api-key:${charge.createdByKeyId}`,
    }),
    ...endOf(charge),
    ...payments.flatMap(factsOfPayment),
    ...factsOfRefunds(history),
    ...factsOfDisputes(history),
    ...factsOfHeldPayments(history),
    ...factsOfEntries(history),
    ...paidOut.map((part) =>
      fact(part.paidAt, 'payout.paid', {
        amountCents: part.amountCents,
        detail: part.reference,
        actor: part.recordedBy,
        payoutId: part.payoutId,
      }),
    ),
  ]
}

function endOf(charge: ChargeHistory['charge']): Fact[] {
  const { cancelledAt, expiresAt, hasExpired } = charge
  if (cancelledAt !== null) {
    // The network may also remove a charge of its own accord. In that case, nobody requested the cancellation at this
    // service.
    const actor = charge.cancelAskedActor ?? charge.cancelAskedBy ?? 'network'
    return [fact(cancelledAt, 'charge.cancelled', { actor, eventTypes: ['charge.cancelled'] })]
  }
  if (hasExpired && expiresAt !== null)
    return [fact(expiresAt, 'charge.expired', { eventTypes: ['charge.expired'] })]
  return []
}

function factsOfPayment(payment: ChargeHistory['payments'][number]): Fact[] {
  const { classification, endToEndId, amountCents, journalId, caseId } = payment
  const isSale = classification === 'primary'
  const received = fact(payment.paidAt, `payment.${classification}`, {
    amountCents,
    detail: endToEndId,
    actor: 'network',
    journalId,
    caseId,
    eventTypes: [isSale ? 'charge.paid' : 'charge.payment_held'],
    subject: endToEndId,
  })
  if (payment.settledAt === null || !isSale) return [received]
  return [received, fact(payment.settledAt, 'payment.settled', { amountCents, actor: 'network' })]
}

/** Returns the entry that first blocked money for a case, or undefined when nothing was blocked. */
const holdOf = ({ lines }: Pick<ChargeHistory, 'lines'>, caseId: string) =>
  lines.find((line) => line.caseId === caseId && line.eventType === 'case.hold')

function factsOfRefunds(history: ChargeHistory): Fact[] {
  return history.refunds.flatMap(({ id, caseId, amountCents, status, reason, ...times }) => {
    const hold = holdOf(history, caseId)
    const requested = fact(times.requestedAt, 'refund.requested', {
      amountCents,
      detail: reason,
      actor: hold?.actor ?? null,
      journalId: hold?.journalId ?? null,
      caseId,
      eventTypes: ['refund.created'],
      subject: id,
    })
    if (status === 'processing') return [requested]
    const isDone = status === 'completed'
    const ended = fact(times.completedAt ?? times.updatedAt, `refund.${status}`, {
      amountCents,
      actor: 'network',
      caseId,
      eventTypes: isDone ? ['refund.completed', 'charge.refunded'] : ['refund.failed'],
      subject: id,
    })
    return [requested, ended]
  })
}

function factsOfDisputes(history: ChargeHistory): Fact[] {
  return history.disputes.flatMap((dispute) => {
    const { caseId, evidenceAt, decidedAt, closedAt, result } = dispute
    const actors = history.disputeActors.find((one) => one.caseId === caseId)
    const decidedBy = actors?.decidedBy ?? 'network'
    const hold = holdOf(history, caseId)
    const about = { caseId, subject: caseId }
    const disputedCents = history.cases.find(({ id }) => id === caseId)?.amountCents ?? null
    const opened = fact(dispute.openedAt, 'dispute.opened', {
      ...about,
      amountCents: disputedCents,
      detail: dispute.nature,
      actor: dispute.origin === 'staff' ? (hold?.actor ?? null) : 'network',
      journalId: hold?.journalId ?? null,
      eventTypes: ['dispute.opened'],
    })
    const isDecidedBefore = decidedAt !== null && decidedAt.getTime() !== closedAt?.getTime()
    return [
      opened,
      ...(evidenceAt === null
        ? []
        : [fact(evidenceAt, 'dispute.answered', { ...about, actor: actors?.answeredBy ?? null })]),
      ...(isDecidedBefore
        ? [
            fact(decidedAt, 'dispute.decided', {
              ...about,
              amountCents: dispute.decidedCents,
              detail: result,
              actor: decidedBy,
            }),
          ]
        : []),
      ...(closedAt === null
        ? []
        : [
            fact(closedAt, 'dispute.closed', {
              ...about,
              amountCents: dispute.returnedCents,
              detail: result,
              // The return of the money closes a dispute that was decided before.
              actor: isDecidedBefore ? 'network' : decidedBy,
              eventTypes: ['dispute.closed', 'charge.refunded'],
            }),
          ]),
    ]
  })
}

/** Returns the facts about the returns of held payments: each request, each failure, and the return itself. */
const factsOfHeldPayments = ({ cases, returns }: ChargeHistory): Fact[] =>
  cases.flatMap(({ id, kind, status, amountCents, endToEndId, closedAt }) => {
    if (kind !== 'held_payment') return []
    const about = { amountCents, detail: endToEndId, caseId: id }
    const attempts = returns.filter(({ caseId }) => caseId === id)
    const requested = attempts.flatMap(({ state, requestedAt, finishedAt }) => [
      fact(requestedAt, 'payment.return_requested', { ...about, actor: 'service' }),
      ...(state === 'failed' && finishedAt !== null
        ? [fact(finishedAt, 'payment.return_failed', { ...about, actor: 'network' })]
        : []),
    ])
    if (status !== 'returned' || closedAt === null) return requested
    const returned = fact(closedAt, 'payment.returned', {
      ...about,
      actor: 'network',
      eventTypes: ['charge.payment_returned'],
      subject: id,
    })
    return [...requested, returned]
  })

/** Returns the facts that only the journal reports: available money, released reserve, reversals and debts. */
function factsOfEntries(history: ChargeHistory): Fact[] {
  const entries = Array.from(Map.groupBy(history.lines, ({ journalId }) => journalId).values())
  return entries.flatMap((lines) => {
    const [line] = lines
    if (!line || REPORTED_ENTRIES.has(line.eventType) || isOfKnownCase(history, line)) return []
    const { journalId, eventType, postedAt, actor, caseId } = line
    const amountCents = lines.reduce((most, next) => (next.amountCents > most ? next.amountCents : most), 0n)
    return [fact(postedAt, eventType, { amountCents, actor, journalId, caseId })]
  })
}

/**
 * Returns whether the facts of a case already report the entry: the first hold of the case, a release of reserve for
 * the case, or the reversal of a fee that the case returned.
 */
function isOfKnownCase(history: ChargeHistory, line: ChargeHistory['lines'][number]): boolean {
  if (line.caseId === null) return false
  if (line.eventType === 'reserve.released') return true
  if (line.reversesId !== null)
    return history.lines.some(
      ({ journalId, eventType }) => journalId === line.reversesId && eventType === 'fee.returned',
    )
  return line.eventType === 'case.hold' && holdOf(history, line.caseId)?.journalId === line.journalId
}
