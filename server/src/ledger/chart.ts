import { nameOfAccount } from '../pix/pix-accounts.ts'

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

/**
 * The ledger account of held payments. The merchant's statement shows its lines as blocked, but the money belongs to
 * payers.
 */
export const PAYER_MONEY: AccountCode = 'case_hold_payer'

const CLEARING = 'provider_clearing'

/**
 * The code of a ledger account. Money of the receiving account `default` is cleared in `provider_clearing`. Each other
 * receiving account has its own clearing account, whose code ends with the id of the receiving account.
 */
export type LedgerCode = AccountCode | `provider_clearing:${string}`

/** Returns the code of the ledger account for money that a PSP has received but not yet listed. */
export const clearingOf = (pixAccountId: string): LedgerCode => nameOfAccount(CLEARING, pixAccountId)

const HIDDEN = new Set<string>([
  'provider_clearing',
  'bank',
  'payer_returns',
  'fee_revenue',
  'provider_cost',
  'loss',
])

/** Returns whether the merchant's statement shows the lines of this ledger account. */
export const isVisible = (code: LedgerCode): boolean => !HIDDEN.has(code) && !code.startsWith(`${CLEARING}:`)

const POSITION_OF = new Map<string, Position>([
  ...POSITIONS.map((position): [string, Position] => [position, position]),
  [PAYER_MONEY, 'case_hold'],
])

/** Returns the codes of the ledger accounts whose lines belong to a position. */
export const accountsOf = (position: Position): AccountCode[] =>
  ACCOUNT_CODES.filter((code) => positionOf(code) === position)

/**
 * Returns the position under which the merchant's statement shows the lines of a ledger account; null for an internal
 * account.
 */
export const positionOf = (code: string): Position | null => POSITION_OF.get(code) ?? null
