import type { Tx } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'

export interface Positions {
  availableCents: bigint
  /** Positive when the merchant owes the service. */
  owedCents: bigint
  /** The sequence number of the last entry. Identifies this state of the ledger. */
  lastSeq: bigint
}

/** Reads available and debt. The caller has locked the ledger, so both are valid until this transaction posts. */
export async function readPositions(tx: Tx, merchantId: string): Promise<Positions> {
  const [row] = await sql<Positions>(
    tx,
    `select a.balance_cents as "availableCents", -r.balance_cents as "owedCents", h.last_seq as "lastSeq"
     from ledger_head h
     join ledger_account a on a.merchant_id = h.merchant_id and a.code = 'available'
     join ledger_account r on r.merchant_id = h.merchant_id and r.code = 'receivable'
     where h.merchant_id = $1`,
    [merchantId],
  )
  if (!row) throw new Error(`BUG: readPositions: merchant ${merchantId} has no ledger`)
  return row
}
