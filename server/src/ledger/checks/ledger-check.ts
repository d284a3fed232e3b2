import type { Context } from '../../kernel/context.ts'
import type { InvariantNumber } from './invariants.ts'

/** A violation of an invariant: a message, and the faulty entry if the fault is in one entry. */
export interface Violation {
  seq?: bigint | null
  journalId?: string | null
  what: string
}

/** A query for the violations of an invariant in the ledger of one merchant. */
export interface LedgerCheck {
  invariant: InvariantNumber
  /** Returns at most `FINDINGS_MAX` violations. */
  find: (ctx: Context, merchantId: string) => Promise<Violation[]>
}
