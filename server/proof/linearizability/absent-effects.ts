import type { Request, Seen } from './history.ts'

/**
 * Returns whether an answer lacks the effect of a request, although an answer of this kind would show the effect. In
 * `seen`, the lines of the merchant's statement identify a refund by its idempotency key.
 */
export function isAbsent(request: Request, seen: Seen): boolean {
  switch (seen.kind) {
    case 'charge':
      return isAbsentInCharges(request, [seen.charge], false)
    case 'charges':
      return isAbsentInCharges(request, seen.charges, true)
    case 'refund':
      return isNotCompleted(request, [seen.refund])
    case 'refunds':
      return isNotCompleted(request, seen.refunds)
    case 'statement':
      return isAbsentInLines(request, seen.lines)
    case 'balance':
      return false
  }
}

type Charges = Extract<Seen, { kind: 'charges' }>['charges']

function isAbsentInCharges(request: Request, charges: Charges, isWhole: boolean): boolean {
  if (!('order' in request)) return false
  const charge = charges.find(({ order }) => order === request.order)
  switch (request.kind) {
    case 'create':
      return isWhole && charge === undefined
    case 'paid':
      return charge?.payments === 0
    case 'cancel':
      return charge?.status === 'pending'
    case 'issued':
      return charge?.status === 'created'
    default:
      return false
  }
}

type Refunds = Extract<Seen, { kind: 'refunds' }>['refunds']

const isNotCompleted = (request: Request, refunds: Refunds): boolean =>
  request.kind === 'refunded' &&
  refunds.some(({ key, status }) => key === request.key && status === 'processing')

function isAbsentInLines(request: Request, lines: readonly string[]): boolean {
  const has = (event: string, about: string): boolean =>
    lines.some((line) => line.startsWith(`${event} `) && line.endsWith(` ${about}`))
  switch (request.kind) {
    case 'paid':
      return !has('charge.paid', request.order) && !has('charge.payment_held', request.endToEndId)
    case 'returned':
      return !has('case.returned', request.endToEndId)
    case 'refund':
      return !has('case.hold', request.key)
    case 'refunded':
      return !has('refund.completed', request.key)
    default:
      return false
  }
}
