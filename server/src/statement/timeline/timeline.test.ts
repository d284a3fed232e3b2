import { expect, test } from 'vitest'
import type { ChargeHistory } from './facts.ts'
import { timelineOf, type NotifiedEvent } from './timeline.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, second))

const EMPTY: ChargeHistory = {
  charge: {
    createdAt: at(0),
    createdByKeyId: 'k1',
    amountCents: 10_000n,
    cancelledAt: null,
    cancelAskedBy: null,
    cancelAskedActor: null,
    expiresAt: at(50),
    hasExpired: false,
  },
  payments: [],
  refunds: [],
  cases: [],
  returns: [],
  disputes: [],
  disputeActors: [],
  lines: [],
  paidOut: [],
}

const payment = { amountCents: 10_000n, settledAt: null, caseId: null }

const line = (journalId: string, eventType: string, second: number, caseId: string | null = null) => ({
  journalId,
  eventType,
  postedAt: at(second),
  amountCents: 9_800n,
  actor: 'job:available',
  caseId,
  reversesId: null,
})

const HELD_PAYMENT = {
  id: 'c2',
  kind: 'held_payment' as const,
  status: 'returned' as const,
  amountCents: 10_000n,
  endToEndId: 'E2',
  closedAt: at(25),
}

const event = (
  type: string,
  second: number,
  body: string,
  deliveries: NotifiedEvent['deliveries'] = [],
): NotifiedEvent => ({ id: `evt_${type}_${second}`, type, createdAt: at(second), body, deliveries })

const kinds = (items: ReturnType<typeof timelineOf>) =>
  items.map(({ at: moment, kind }) => [moment.getUTCSeconds(), kind])

test('a payment is one timeline item with its journal entry, although an event also reports it', () => {
  const history: ChargeHistory = {
    ...EMPTY,
    payments: [
      {
        ...payment,
        classification: 'primary',
        endToEndId: 'E1',
        paidAt: at(5),
        settledAt: at(9),
        journalId: 'j1',
      },
      {
        ...payment,
        classification: 'duplicate',
        endToEndId: 'E2',
        paidAt: at(20),
        journalId: 'j2',
        caseId: 'c2',
      },
    ],
    cases: [HELD_PAYMENT],
    returns: [
      { caseId: 'c2', state: 'failed', requestedAt: at(21), finishedAt: at(22) },
      { caseId: 'c2', state: 'returned', requestedAt: at(24), finishedAt: at(25) },
    ],
    lines: [
      line('j1', 'charge.paid', 6),
      line('j1b', 'reserve.held', 6),
      line('j3', 'gateway.funds_available', 12),
      line('j3', 'gateway.funds_available', 12),
      line('j2', 'charge.payment_held', 20, 'c2'),
    ],
  }
  const events = [
    event('charge.paid', 6, '{"end_to_end_id":"E1"}'),
    event('charge.payment_held', 20, '{"end_to_end_id":"E2"}'),
    event('charge.payment_returned', 25, '{"case_id":"c2"}'),
    event('charge.something_new', 30, '{}'),
  ]
  const items = timelineOf(history, events)
  expect(kinds(items)).toEqual([
    [0, 'charge.created'],
    [5, 'payment.primary'],
    [9, 'payment.settled'],
    [12, 'gateway.funds_available'],
    [20, 'payment.duplicate'],
    [21, 'payment.return_requested'],
    [22, 'payment.return_failed'],
    [24, 'payment.return_requested'],
    [25, 'payment.returned'],
    [30, 'charge.something_new'],
  ])
  expect(items[0]).toMatchObject({ actor: 'api-key:k1', amountCents: 10_000n })
  expect(items[1]).toMatchObject({
    actor: 'network',
    detail: 'E1',
    journalId: 'j1',
    notification: { eventTypes: ['charge.paid'] },
  })
  expect(items[3]).toMatchObject({ journalId: 'j3', amountCents: 9_800n, notification: null })
  expect(items[4]).toMatchObject({ caseId: 'c2', notification: { eventTypes: ['charge.payment_held'] } })
})

test('the notification of a timeline item contains the deliveries of its event by status, their attempts and the result for each endpoint', () => {
  const delivery = { endpointId: 'w1', lastStatusCode: 204, lastError: null, finishedAt: at(9) }
  const events = [
    event('charge.paid', 6, '{"end_to_end_id":"E1"}', [
      { ...delivery, status: 'succeeded', attempts: 2 },
      {
        ...delivery,
        endpointId: 'w2',
        status: 'pending',
        attempts: 3,
        lastStatusCode: 500,
        finishedAt: null,
      },
      { ...delivery, status: 'skipped', attempts: 0, finishedAt: at(7) },
    ]),
  ]
  const paid = {
    ...payment,
    classification: 'primary' as const,
    endToEndId: 'E1',
    paidAt: at(5),
    journalId: 'j1',
  }
  const [, item] = timelineOf({ ...EMPTY, payments: [paid] }, events)
  expect(item?.notification).toEqual({
    eventTypes: ['charge.paid'],
    succeeded: 1,
    pending: 1,
    failed: 0,
    attempts: 5,
    lastAt: at(9),
    lastStatusCode: 500,
    lastError: null,
    endpoints: [
      expect.objectContaining({ endpointId: 'w1', succeeded: 1, pending: 0, lastStatusCode: null }),
      expect.objectContaining({ endpointId: 'w2', succeeded: 0, pending: 1, lastStatusCode: 500 }),
    ],
  })
})

test('a timeline item of a refund or dispute has its actor and the journal entry that blocked its money', () => {
  const history: ChargeHistory = {
    ...EMPTY,
    refunds: [
      {
        id: 'r1',
        caseId: 'c1',
        amountCents: 500n,
        status: 'completed',
        reason: 'duplicate',
        requestedAt: at(10),
        completedAt: at(14),
        updatedAt: at(14),
      },
    ],
    cases: [
      { id: 'c1', kind: 'refund', status: 'returned', amountCents: 500n, endToEndId: 'E1', closedAt: at(14) },
      { id: 'd1', kind: 'dispute', status: 'open', amountCents: 900n, endToEndId: 'E1', closedAt: null },
    ],
    disputes: [
      {
        caseId: 'd1',
        origin: 'network',
        nature: 'MED_FRAUDE',
        openedAt: at(20),
        evidenceAt: at(22),
        decidedAt: null,
        decidedCents: null,
        closedAt: null,
        result: null,
        returnedCents: 0n,
      },
    ],
    lines: [
      { ...line('h1', 'case.hold', 10, 'c1'), actor: 'staff:s1' },
      line('f1', 'fee.returned', 10, 'c1'),
      line('x1', 'refund.completed', 14, 'c1'),
      line('h2', 'case.hold', 20, 'd1'),
      line('h3', 'case.hold', 30, 'd1'),
    ],
  }
  const events = [
    event('refund.created', 10, '{"refund_id":"r1"}'),
    event('refund.completed', 14, '{"refund_id":"r1"}'),
    event('charge.refunded', 14, '{"refund_id":"r1","case_id":"c1"}'),
    event('dispute.opened', 20, '{"case_id":"d1"}'),
  ]
  const items = timelineOf(history, events)
  expect(kinds(items)).toEqual([
    [0, 'charge.created'],
    [10, 'refund.requested'],
    [14, 'refund.completed'],
    [20, 'dispute.opened'],
    [22, 'dispute.answered'],
    [30, 'case.hold'],
  ])
  expect(items[1]).toMatchObject({ actor: 'staff:s1', journalId: 'h1', caseId: 'c1', detail: 'duplicate' })
  expect(items[2]?.notification?.eventTypes).toEqual(['refund.completed', 'charge.refunded'])
  expect(items[3]).toMatchObject({ actor: 'network', amountCents: 900n, journalId: 'h2' })
})

test('a cancellation, an expiry and a payout are timeline items', () => {
  const cancelled = { ...EMPTY.charge, cancelledAt: at(3) }
  const byMerchant = { ...cancelled, cancelAskedBy: 'merchant' as const }
  const endOf = (charge: ChargeHistory['charge']) =>
    timelineOf({ ...EMPTY, charge }, [event('charge.cancelled', 3, '{}')])
  expect(kinds(endOf(byMerchant))).toEqual([
    [0, 'charge.created'],
    [3, 'charge.cancelled'],
  ])
  const actors = [cancelled, byMerchant, { ...byMerchant, cancelAskedActor: 'api-key:k2' }].map(
    (charge) => endOf(charge)[1]?.actor,
  )
  expect(actors).toEqual(['network', 'merchant', 'api-key:k2'])
  expect(kinds(timelineOf({ ...EMPTY, charge: { ...EMPTY.charge, hasExpired: true } }, []))).toEqual([
    [0, 'charge.created'],
    [50, 'charge.expired'],
  ])
  const part = { chargeId: 'x', payoutId: 'p1', reference: 'TED-1', paidAt: at(40), recordedBy: 'staff:s1' }
  expect(timelineOf({ ...EMPTY, paidOut: [{ ...part, amountCents: 9_800n }] }, [])[1]).toMatchObject({
    kind: 'payout.paid',
    detail: 'TED-1',
    actor: 'staff:s1',
    payoutId: 'p1',
    amountCents: 9_800n,
  })
})
