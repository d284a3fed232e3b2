/** The positions, which are the parts of a balance that merchants see. */
export const POSITIONS = [
  'pending',
  'available',
  'contract_reserve',
  'case_hold',
  'payout_reserved',
  'receivable',
] as const
export type Position = (typeof POSITIONS)[number]

/**
 * The codes of the ledger accounts that every merchant has. The accounts after `receivable` are internal to the
 * service.
 */
export const ACCOUNT_CODES = [
  'pending',
  'available',
  'contract_reserve',
  'case_hold',
  'case_hold_payer',
  'payout_reserved',
  'receivable',
  'provider_clearing',
  'bank',
  'payer_returns',
  'fee_revenue',
  'provider_cost',
  'loss',
] as const
export type AccountCode = (typeof ACCOUNT_CODES)[number]

const HIDDEN = new Set<AccountCode>([
  'provider_clearing',
  'bank',
  'payer_returns',
  'fee_revenue',
  'provider_cost',
  'loss',
])

/** Returns whether the merchant's statement shows the lines of this ledger account. */
export const isVisible = (code: AccountCode): boolean => !HIDDEN.has(code)

const POSITION_OF = new Map<string, Position>([
  ...POSITIONS.map((position): [string, Position] => [position, position]),
  ['case_hold_payer', 'case_hold'],
])

/** Returns the codes of the ledger accounts whose lines belong to a position. */
export const accountsOf = (position: Position): AccountCode[] =>
  ACCOUNT_CODES.filter((code) => positionOf(code) === position)

/** Returns the position under which the statement shows an account's lines; null for an internal account. */
export const positionOf = (code: string): Position | null => POSITION_OF.get(code) ?? null
