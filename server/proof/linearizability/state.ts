import type { Interval } from './checker.ts'
import {
  lineOf,
  type Answer,
  type Positions,
  type Request,
  type SeenCharge,
  type SeenRefund,
} from './history.ts'
import type { Money } from './money.ts'

/** An operation of a history, with the data that the model needs to apply it. */
export interface Operation extends Interval {
  request: Request
  answer: Answer
  /** The id of the charge or refund that the operation creates, as later answers show it. */
  createdId: string
  /** Whether the charge may already be paid at the network when the call ends. */
  mayBePaid: boolean
}

export interface Charge {
  id: string
  key: string
  order: string
  amount: number
  status: string
  payments: number
  endToEndId: string | null
  money: Money | null
}

/** The facts that the service knows of one merchant. */
export interface State {
  charges: ReadonlyMap<string, Charge>
  refunds: ReadonlyMap<string, SeenRefund>
  /** The held payments that are not yet returned, and their amounts. */
  held: ReadonlyMap<string, number>
  positions: Positions
  lines: readonly string[]
}

/** A merchant without any charge. */
export const EMPTY: State = {
  charges: new Map(),
  refunds: new Map(),
  held: new Map(),
  positions: {
    pending: 0,
    available: 0,
    contract_reserve: 0,
    case_hold: 0,
    payout_reserved: 0,
    receivable: 0,
  },
  lines: [],
}

/**
 * Returns a charge as a merchant sees it. The specification says: "`fee_cents`, `net_cents`, `reserve_cents` are null
 * until paid".
 */
export function shown(charge: Charge): SeenCharge {
  const { id, order, amount, status, payments, endToEndId, money } = charge
  return {
    id,
    order,
    amount,
    status,
    fee: money?.fee ?? null,
    net: money?.net ?? null,
    reserve: money?.reserve ?? null,
    refunded: money?.refunded ?? 0,
    payments,
    endToEndId,
  }
}

/** Returns whether two objects have the same members in the same order. */
export const isSame = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Replaces or adds a charge. */
export const withCharge = (state: State, charge: Charge): State => ({
  ...state,
  charges: new Map(state.charges).set(charge.order, charge),
})

/**
 * Adds lines to the merchant's statement, and adds their amounts to the positions of the balance. The specification
 * says that a balance "always equals the sum of the lines".
 */
export function post(
  state: State,
  about: string,
  lines: readonly [event: string, position: keyof Positions, cents: number][],
): State {
  const positions = { ...state.positions }
  const moved = lines.filter(([, , cents]) => cents !== 0)
  for (const [, position, cents] of moved) positions[position] += cents
  const added = moved.map(([event, position, cents]) => lineOf(event, position, cents, about))
  return { ...state, positions, lines: [...state.lines, ...added] }
}

/** Returns the unchanged state if the answer is allowed. */
export const allow = (state: State, isAllowed: boolean): State | undefined => (isAllowed ? state : undefined)
