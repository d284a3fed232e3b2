import { expect, test } from 'vitest'
import { completeHistory } from './complete-history.ts'
import type { Answer, History, RecordedCall, Request, SeenCharge } from './history.ts'
import { judgeHistory } from './judge-history.ts'

const PAYMENT = 'E99999004000000000000000000000001'
const OTHER_PAYMENT = 'E99999004000000000000000000000002'

const charge = (more: Partial<SeenCharge> = {}): SeenCharge => ({
  id: 'charge-1',
  order: 'a',
  amount: 10_000,
  status: 'pending',
  fee: null,
  net: null,
  reserve: null,
  refunded: 0,
  payments: 0,
  endToEndId: null,
  ...more,
})
const PAID = charge({
  status: 'paid',
  fee: 200,
  net: 9_800,
  reserve: 980,
  payments: 1,
  endToEndId: PAYMENT,
})

const seen = (one: SeenCharge, isReplay = false): Answer => ({
  outcome: 'ok',
  seen: { kind: 'charge', isReplay, charge: one },
})
const refused = (reason: string): Answer => ({ outcome: 'refused', reason })
const UNKNOWN: Answer = { outcome: 'unknown', why: 'TimeoutError' }
const balance = (pending: number, reserve: number, hold = 0): Answer => ({
  outcome: 'ok',
  seen: {
    kind: 'balance',
    positions: {
      pending,
      available: 0,
      contract_reserve: reserve,
      case_hold: hold,
      payout_reserved: 0,
      receivable: 0,
    },
  },
})
const refundOf = (key: string, status: string, isReplay = false): Answer => ({
  outcome: 'ok',
  seen: { kind: 'refund', isReplay, refund: { id: `id-${key}`, key, order: 'a', amount: 3_000, status } },
})

const CREATE: Request = { kind: 'create', order: 'a', key: 'key-a', amount: 10_000 }
const PAY: Request = { kind: 'paid', order: 'a', endToEndId: PAYMENT, amount: 10_000 }
const PAY_AGAIN: Request = { ...PAY, endToEndId: OTHER_PAYMENT }
const GET: Request = { kind: 'get', order: 'a' }
const CANCEL: Request = { kind: 'cancel', order: 'a' }
const BALANCE: Request = { kind: 'balance' }
const REFUND: Request = { kind: 'refund', order: 'a', key: 'refund-1', amount: 3_000 }

/** Makes a history in which each call begins after the end of the previous call. */
function inTurn(...calls: [Request, Answer][]): History {
  const recorded = calls.map(([request, answer], n): RecordedCall => ({
    request,
    answer,
    calledAt: 2 * n,
    endedAt: answer.outcome === 'unknown' ? Infinity : 2 * n + 1,
  }))
  return { merchantId: 'merchant', calls: recorded }
}

const CREATED: [Request, Answer] = [CREATE, seen(charge())]
const PAYING: [Request, Answer] = [PAY, UNKNOWN]
const SEEN_PAID: [Request, Answer] = [GET, seen(PAID)]

test.each<[string, History]>([
  ['a payment becomes visible later', inTurn(CREATED, PAYING, [GET, seen(charge())], SEEN_PAID)],
  ['a repeated creation shows the charge as it is now', inTurn(CREATED, PAYING, [CREATE, seen(PAID, true)])],
  ['a creation that got no answer took effect', inTurn([CREATE, UNKNOWN], [CREATE, seen(charge(), true)])],
  ['a creation that got no answer had no effect', inTurn([CREATE, UNKNOWN], CREATED)],
  ['the balance of a paid charge', inTurn(CREATED, PAYING, SEEN_PAID, [BALANCE, balance(8_820, 980)])],
  [
    'a refund of 30 % blocks the amount and gives its shares of fee and reserve back',
    inTurn(
      CREATED,
      PAYING,
      SEEN_PAID,
      [REFUND, refundOf('refund-1', 'processing')],
      [BALANCE, balance(6_174, 686, 3_000)],
    ),
  ],
  [
    'a cancellation is refused because the network has the payment, before a read shows it',
    inTurn(CREATED, PAYING, [CANCEL, refused('charge_not_cancellable')], [GET, seen(charge())]),
  ],
  [
    'a payment of a cancelled charge is held',
    inTurn(
      CREATED,
      [CANCEL, seen(charge({ status: 'cancelled' }))],
      PAYING,
      [BALANCE, balance(0, 0, 10_000)],
      [BALANCE, balance(0, 0)],
    ),
  ],
])('the model explains: %s', (_, history) => {
  expect(judgeHistory(history).verdict.kind).toBe('linearizable')
})

test.each<[string, History]>([
  ['a charge is pending after it was paid', inTurn(CREATED, PAYING, SEEN_PAID, [GET, seen(charge())])],
  ['a charge is paid without a payment', inTurn(CREATED, SEEN_PAID)],
  ['a charge is paid twice', inTurn(CREATED, PAYING, SEEN_PAID, [BALANCE, balance(17_640, 1_960)])],
  [
    'a duplicate payment changes the pending balance',
    inTurn(CREATED, PAYING, [PAY_AGAIN, UNKNOWN], [BALANCE, balance(17_640, 1_960)]),
  ],
  ['a second charge for the same key', inTurn(CREATED, CREATED)],
  [
    'a creation is refused for an order without a charge',
    inTurn([CREATE, refused('order_reference_in_use')]),
  ],
  [
    'a cancellation is refused without a payment',
    inTurn(CREATED, [CANCEL, refused('charge_not_cancellable')]),
  ],
  [
    'a cancelled charge is pending',
    inTurn(CREATED, [CANCEL, seen(charge({ status: 'cancelled' }))], [GET, seen(charge())]),
  ],
  [
    'a refund is not in the balance',
    inTurn(
      CREATED,
      PAYING,
      SEEN_PAID,
      [REFUND, refundOf('refund-1', 'processing')],
      [BALANCE, balance(8_820, 980)],
    ),
  ],
  [
    'a repeated refund is a second refund',
    inTurn(
      CREATED,
      PAYING,
      SEEN_PAID,
      [REFUND, refundOf('refund-1', 'processing')],
      [REFUND, refundOf('refund-1', 'processing')],
    ),
  ],
  ['a fee is wrong', inTurn(CREATED, PAYING, [GET, seen({ ...PAID, fee: 201 })])],
  ['an error that the specification does not name', inTurn([CREATE, refused('teapot')])],
])('the model refuses: %s', (_, history) => {
  expect(judgeHistory(history).verdict.kind).toBe('violation')
})

test('the interval of a recorded payment is from the last answer that lacks the payment to the first answer that contains it', () => {
  const history = inTurn(CREATED, PAYING, [GET, seen(charge())], SEEN_PAID)
  const recorded = completeHistory(history).find(({ request }) => request.kind === 'paid')
  expect(recorded).toMatchObject({ calledAt: 4, endedAt: 7 })
})
