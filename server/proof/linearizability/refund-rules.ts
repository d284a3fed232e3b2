import type { Request } from './history.ts'
import { planHold } from './money.ts'
import { allow, isSame, post, withCharge, type Charge, type Operation, type State } from './state.ts'

type Refund = Extract<Request, { kind: 'refund' }>

/**
 * Creates a refund. The "Idempotency rules" of the specification apply as for a charge. In one transaction, the refund
 * returns its shares of reserve and fee, and blocks the amount ("blocked by a refund in progress").
 */
export function refund(state: State, { answer, createdId }: Operation, request: Refund): State | undefined {
  const { key, order, amount } = request
  const existing = state.refunds.get(key)
  const isReplay = existing?.order === order && existing.amount === amount
  const charge = state.charges.get(order)
  if (!charge) return undefined
  const refusal = refusalOf(charge, amount)
  if (answer.outcome === 'refused') {
    if (existing) return allow(state, !isReplay && answer.reason === 'idempotency_conflict')
    return allow(state, answer.reason === refusal)
  }
  if (answer.outcome === 'ok') {
    const { seen } = answer
    if (seen.kind !== 'refund' || seen.isReplay !== (existing !== undefined)) return undefined
    if (existing) return allow(state, isReplay && isSame(existing, seen.refund))
    // The answer shows the refund after the first request to the network, so its status may already be final.
    if (!isSame({ ...seen.refund, status: '' }, { id: createdId, key, order, amount, status: '' }))
      return undefined
  }
  if (existing || refusal !== undefined || !charge.money) return undefined
  const plan = planHold(charge.money, amount)
  if (!plan) return undefined
  const money = { ...charge.money }
  money.refunding += amount
  money.feeReturned += plan.fee
  money.reserveReleased += plan.reserve
  money.pendingLeft += plan.fee + plan.reserve - amount
  const made = { id: createdId, key, order, amount, status: 'processing' }
  return post(
    { ...withCharge(state, { ...charge, money }), refunds: new Map(state.refunds).set(key, made) },
    key,
    [
      ['fee.returned', 'pending', plan.fee],
      ['reserve.released', 'contract_reserve', -plan.reserve],
      ['reserve.released', 'pending', plan.reserve],
      ['case.hold', 'pending', -amount],
      ['case.hold', 'case_hold', amount],
    ],
  )
}

/**
 * Returns why the service must refuse the refund; undefined if it must accept it. The service checks the reasons in
 * this order.
 */
function refusalOf({ status, money }: Charge, amount: number): string | undefined {
  if (!money || (status !== 'paid' && status !== 'partially_refunded')) return 'charge_not_refundable'
  if (amount > money.gross - money.refunded - money.refunding) return 'refund_exceeds_remaining'
  return planHold(money, amount) ? undefined : 'insufficient_balance'
}

/**
 * The network has returned a refund to the payer. The specification says: "refund.completed: blocked amount left for
 * the payer." `refunded_cents` is the "total already returned to the payer".
 */
export function refunded(state: State, key: string): State | undefined {
  const made = state.refunds.get(key)
  const charge = state.charges.get(made?.order ?? '')
  if (!made || !charge?.money || made.status !== 'processing') return undefined
  const money = { ...charge.money }
  money.refunding -= made.amount
  money.refunded += made.amount
  const status = money.refunded === money.gross ? 'refunded' : 'partially_refunded'
  const refunds = new Map(state.refunds).set(key, { ...made, status: 'completed' })
  const next = { ...withCharge(state, { ...charge, status, money }), refunds }
  return post(next, key, [['refund.completed', 'case_hold', -made.amount]])
}

/**
 * The network has returned a held payment to the payer. The specification says: "case.returned: blocked amount left for
 * the payer."
 */
export function returned(state: State, endToEndId: string): State | undefined {
  const amount = state.held.get(endToEndId)
  if (amount === undefined) return undefined
  const held = new Map(state.held)
  held.delete(endToEndId)
  return post({ ...state, held }, endToEndId, [['case.returned', 'case_hold', -amount]])
}
