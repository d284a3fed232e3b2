import { expect, test } from 'vitest'
import { factsOf, type ChargeHistory } from './facts.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, second))

const HISTORY: ChargeHistory = {
  charge: {
    createdAt: at(0),
    createdByKeyId: null,
    amountCents: 10_000n,
    cancelledAt: null,
    cancelAskedBy: null,
    cancelAskedActor: null,
    expiresAt: null,
    hasExpired: false,
  },
  payments: [],
  refunds: [],
  cases: [],
  returns: [],
  disputes: [],
  disputeActors: [],
  lines: [
    {
      journalId: 'h1',
      eventType: 'case.hold',
      postedAt: at(20),
      amountCents: 900n,
      actor: 'staff:s2',
      caseId: 'd1',
      reversesId: null,
    },
  ],
  paidOut: [],
}

test('the facts of a dispute name the recorded actors, otherwise the network or no actor', () => {
  const dispute = {
    caseId: 'd1',
    origin: 'notice' as const,
    nature: 'MED_FRAUDE',
    openedAt: at(20),
    evidenceAt: at(22),
    decidedAt: at(24),
    decidedCents: 900n,
    closedAt: at(26),
    result: 'accepted' as const,
    returnedCents: 900n,
  }
  const actorsOf = (more: Partial<ChargeHistory>) =>
    factsOf({ ...HISTORY, disputes: [dispute], ...more })
      .filter(({ kind }) => kind.startsWith('dispute.'))
      .map(({ kind, actor }) => [kind, actor])
  expect(actorsOf({})).toEqual([
    ['dispute.opened', 'network'],
    ['dispute.answered', null],
    ['dispute.decided', 'network'],
    ['dispute.closed', 'network'],
  ])
  const disputeActors = [{ caseId: 'd1', answeredBy: 'api-key:k1', decidedBy: 'staff:s1' }]
  const byStaff = { ...dispute, origin: 'staff' as const, closedAt: dispute.decidedAt }
  expect(actorsOf({ disputes: [byStaff], disputeActors })).toEqual([
    ['dispute.opened', 'staff:s2'],
    ['dispute.answered', 'api-key:k1'],
    ['dispute.closed', 'staff:s1'],
  ])
})

test('the reversal of a fee that a case returned is not a fact of its own, but another reversal is', () => {
  const [hold] = HISTORY.lines
  if (!hold) throw new Error('BUG: the history has no line')
  const fee = { ...hold, journalId: 'f1', eventType: 'fee.returned', amountCents: 68n }
  const reversal = { ...hold, journalId: 'r1', eventType: 'journal.reversal', amountCents: -68n }
  const reversals = (reversesId: string) =>
    factsOf({ ...HISTORY, lines: [hold, fee, { ...reversal, reversesId }] }).filter(
      ({ kind }) => kind === 'journal.reversal',
    )
  expect(reversals('f1')).toEqual([])
  expect(reversals('h1')).toHaveLength(1)
})
