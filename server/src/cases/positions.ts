import type { Tx } from '../kernel/context.ts'
import { preparedQuery, type Given } from '../kernel/database/prepared-query.ts'

export interface Positions {
  availableCents: bigint
  /** The merchant's debt to the service as a positive amount. */
  owedCents: bigint
  /** The sequence number of the ledger's last entry. It identifies the state of the ledger. */
  lastSeq: bigint
}

/**
 * Reads the position `available` and the debt. The caller must have locked the ledger. So both values are valid until
 * this transaction posts an entry.
 */
export async function readPositions(tx: Tx, merchantId: string): Promise<Positions> {
  const [row] = await selectPositions(tx, { merchantId })
  if (!row) throw new Error(`BUG: readPositions: merchant ${merchantId} has no ledger`)
  return row
}

const selectPositions = preparedQuery((compiler, given: Given<{ merchantId: string }>) =>
  compiler
    .selectFrom('ledger_head as h')
    .innerJoin('ledger_account as a', (join) =>
      join.onRef('a.merchant_id', '=', 'h.merchant_id').on('a.code', '=', 'available'),
    )
    .innerJoin('ledger_account as r', (join) =>
      join.onRef('r.merchant_id', '=', 'h.merchant_id').on('r.code', '=', 'receivable'),
    )
    .select(['a.balance_cents as availableCents', 'h.last_seq as lastSeq'])
    .select((eb) => eb.neg(eb.ref('r.balance_cents')).as('owedCents'))
    .where('h.merchant_id', '=', given('merchantId')),
)
