import { cancel, create, issued, paid } from './charge-rules.ts'
import type { Model } from './checker.ts'
import { compare } from './history.ts'
import { refund, refunded, returned } from './refund-rules.ts'
import { allow, EMPTY, isSame, shown, type Operation, type State } from './state.ts'

/** The single-threaded model of one merchant. Each rule quotes the part of the specification that it follows. */
export const MERCHANT: Model<State, Operation> = {
  initial: EMPTY,
  apply(state, operation) {
    const { request } = operation
    switch (request.kind) {
      case 'create':
        return create(state, operation, request)
      case 'cancel':
        return cancel(state, operation, request.order)
      case 'refund':
        return refund(state, operation, request)
      case 'issued':
        return issued(state, request.order)
      case 'paid':
        return paid(state, request)
      case 'refunded':
        return refunded(state, request.key)
      case 'returned':
        return returned(state, request.endToEndId)
      default:
        return read(state, operation)
    }
  },
  keyOf({ charges, refunds, held, lines }) {
    const texts = [...charges.values(), ...refunds.values(), ...held].map((one) => JSON.stringify(one))
    return [...texts, ...lines].toSorted().join('\n')
  },
}

/** Returns the given state if the answer to a read shows exactly this state; otherwise undefined. */
function read(state: State, { request, answer }: Operation): State | undefined {
  if (answer.outcome !== 'ok') return undefined
  const { seen } = answer
  switch (seen.kind) {
    case 'charge': {
      const charge = request.kind === 'get' ? state.charges.get(request.order) : undefined
      return allow(state, charge !== undefined && isSame(seen.charge, shown(charge)))
    }
    case 'charges': {
      const charges = Array.from(state.charges.values(), shown).toSorted((a, b) => compare(a.order, b.order))
      return allow(state, isSame(seen.charges, charges))
    }
    case 'refunds': {
      const order = request.kind === 'refunds' ? request.order : ''
      const refunds = Array.from(state.refunds.values()).filter((one) => one.order === order)
      return allow(
        state,
        isSame(
          seen.refunds,
          refunds.toSorted((a, b) => compare(a.key, b.key)),
        ),
      )
    }
    case 'balance':
      return allow(state, isSame(seen.positions, state.positions))
    case 'statement':
      return allow(state, isSame(seen.lines, state.lines.toSorted()))
    case 'refund':
      return undefined
  }
}
