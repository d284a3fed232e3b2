import type { Interval } from './checker.ts'

/** A charge as a merchant sees it. Amounts are in centavos. */
export interface SeenCharge {
  id: string
  order: string
  amount: number
  status: string
  fee: number | null
  net: number | null
  reserve: number | null
  refunded: number
  payments: number
  endToEndId: string | null
}

/** A refund as a merchant sees it. The generator sends the idempotency key as the description. */
export interface SeenRefund {
  id: string
  key: string
  order: string
  amount: number
  status: string
}

/** The positions of the balance, in centavos. */
export interface Positions {
  pending: number
  available: number
  contract_reserve: number
  case_hold: number
  payout_reserved: number
  receivable: number
}

/** A call of a merchant, or a fact of the network. The network is asynchronous, so its facts have no answer. */
export type Request =
  | { kind: 'create'; order: string; key: string; amount: number }
  | { kind: 'cancel'; order: string }
  | { kind: 'refund'; order: string; key: string; amount: number }
  | { kind: 'get'; order: string }
  | { kind: 'list' }
  | { kind: 'refunds'; order: string }
  | { kind: 'balance' }
  | { kind: 'statement' }
  /** The service learns that the network has issued a charge. */
  | { kind: 'issued'; order: string }
  /** The service records a payment. */
  | { kind: 'paid'; order: string; endToEndId: string; amount: number }
  /** The network returns the amount of a refund to the payer. */
  | { kind: 'refunded'; key: string }
  /** The network returns a held payment to the payer. */
  | { kind: 'returned'; endToEndId: string }

/** The content of an answer with a status below 300. Lists are sorted. */
export type Seen =
  | { kind: 'charge'; isReplay: boolean; charge: SeenCharge }
  | { kind: 'charges'; charges: SeenCharge[] }
  | { kind: 'refund'; isReplay: boolean; refund: SeenRefund }
  | { kind: 'refunds'; refunds: SeenRefund[] }
  | { kind: 'balance'; positions: Positions }
  | { kind: 'statement'; lines: string[] }

/**
 * Whether the operation had its effect. `ok`: the operation had its effect, or was a read. `refused`: the operation had
 * no effect. `unknown`: the answer was lost, or does not show whether the operation had its effect.
 */
export type Answer =
  | { outcome: 'ok'; seen: Seen }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unknown'; why: string }

/** An operation as the client recorded it. */
export interface RecordedCall extends Interval {
  request: Request
  answer: Answer
}

/** A merchant's history, as the generator recorded it. */
export interface History {
  merchantId: string
  calls: RecordedCall[]
}

/**
 * Formats a line of the merchant's statement. `about` is the order, the idempotency key of a refund, or the
 * end-to-end id of a held payment.
 */
export const lineOf = (eventType: string, position: keyof Positions, amount: number, about: string): string =>
  `${eventType} ${position} ${amount} ${about}`

/** Compares texts by code unit, independently of the locale. */
export const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
