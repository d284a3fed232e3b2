import type { Request } from './history.ts'
import { divide } from './money.ts'
import { allow, isSame, post, shown, withCharge, type Charge, type Operation, type State } from './state.ts'

type Create = Extract<Request, { kind: 'create' }>

/**
 * Creates a charge by the rules of the specification. The section "Idempotency rules" says: "First call: 201 with the
 * created resource." "Same key and same body: 200, same resource." "Same key and different body: 409
 * `idempotency_conflict`; nothing is executed." "A second charge for the same order is refused." By the section "States
 * and transitions", a new charge is `pending`, `created` or `failed`.
 */
export function create(
  state: State,
  { answer, createdId: id }: Operation,
  request: Create,
): State | undefined {
  const { order, key, amount } = request
  const ofKey = Array.from(state.charges.values()).find((charge) => charge.key === key)
  const isReplay = ofKey?.order === order && ofKey.amount === amount
  if (answer.outcome === 'refused') {
    const reason = ofKey ? 'idempotency_conflict' : 'order_reference_in_use'
    const isConflict = (ofKey !== undefined && !isReplay) || (!ofKey && state.charges.has(order))
    return isConflict ? allow(state, answer.reason === reason) : allow(state, isWithoutEffect(answer.reason))
  }
  const fresh = { id, key, order, amount, payments: 0, endToEndId: null, money: null }
  if (answer.outcome === 'unknown')
    return ofKey || state.charges.has(order) ? undefined : withCharge(state, { ...fresh, status: 'created' })
  const { seen } = answer
  if (seen.kind !== 'charge') return undefined
  if (ofKey) return allow(state, isReplay && seen.isReplay && isSame(seen.charge, shown(ofKey)))
  const isNew = !seen.isReplay && !state.charges.has(order)
  const charge: Charge = { ...fresh, status: seen.charge.status }
  const isStatus = charge.status === 'pending' || charge.status === 'created'
  return isNew && isStatus && isSame(seen.charge, shown(charge)) ? withCharge(state, charge) : undefined
}

/**
 * Returns whether a refused call changed nothing. The specification says: "503 `processing_unavailable`: nothing
 * created." With `request_in_progress`, the call waited for another call with the same key.
 */
const isWithoutEffect = (reason: string): boolean =>
  reason === 'processing_unavailable' || reason === 'request_in_progress'

/**
 * Cancels a charge. Only a `pending` charge can be cancelled. The service refuses the cancellation if the network has a
 * payment. A repeated cancellation returns the cancelled charge.
 */
export function cancel(state: State, { answer, mayBePaid }: Operation, order: string): State | undefined {
  const charge = state.charges.get(order)
  if (!charge) return undefined
  const cancelled = charge.status === 'pending' ? { ...charge, status: 'cancelled' } : charge
  if (answer.outcome === 'unknown')
    return charge.status === 'pending' ? withCharge(state, cancelled) : undefined
  if (answer.outcome === 'refused') {
    if (charge.status === 'created') return allow(state, answer.reason === 'issuance_unknown')
    const isOpen = charge.status === 'pending' || charge.status === 'cancelled'
    return allow(state, answer.reason === 'charge_not_cancellable' && (!isOpen || mayBePaid))
  }
  const isSeen = answer.seen.kind === 'charge' && isSame(answer.seen.charge, shown(cancelled))
  return isSeen && cancelled.status === 'cancelled' ? withCharge(state, cancelled) : undefined
}

/**
 * The network confirms the issuance of a charge. The specification says: "Issuance result not yet known: `created`. The
 * client consults the charge later."
 */
export function issued(state: State, order: string): State | undefined {
  const charge = state.charges.get(order)
  return charge?.status === 'created' ? withCharge(state, { ...charge, status: 'pending' }) : undefined
}

type Paid = Extract<Request, { kind: 'paid' }>

/**
 * The service records a payment. The specification says about the lines: "charge.paid: the net enters as pending."
 * "charge.payment_held: duplicate or unmatched payment held for return to the payer." About the charge:
 * "`payments_count`: duplicates included."
 */
export function paid(state: State, { order, endToEndId, amount }: Paid): State | undefined {
  const charge = state.charges.get(order)
  if (!charge) return undefined
  const payments = charge.payments + 1
  if (charge.status !== 'pending' && charge.status !== 'created') {
    const held = new Map(state.held).set(endToEndId, amount)
    const next = { ...withCharge(state, { ...charge, payments }), held }
    return post(next, endToEndId, [['charge.payment_held', 'case_hold', amount]])
  }
  const money = divide(charge.amount)
  return post(withCharge(state, { ...charge, status: 'paid', payments, endToEndId, money }), order, [
    ['charge.paid', 'pending', money.net],
    ['reserve.held', 'pending', -money.reserve],
    ['reserve.held', 'contract_reserve', money.reserve],
  ])
}
