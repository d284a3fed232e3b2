import type { Tx } from '../kernel/context.ts'
import { minCents } from '../kernel/values/money.ts'
import { lockRows } from '../kernel/database/lock-row.ts'
import { sql } from '../kernel/database/sql.ts'
import { postEntries } from '../ledger/post-entries.ts'
import { transferLines } from './case-entries.ts'
import { FinancialCase } from './financial-case.entity.ts'
import { holdEntry } from './hold-case.ts'
import { readPositions } from './positions.ts'
import { emitSuspensionChange } from '../suspension/emit-suspension-change.ts'

/** An upper bound: no merchant has so many open disputes. */
const SHORT_DISPUTES_MAX = 10_000

/**
 * Spends available money on the merchant's debt to the service, then on the holds of short disputes, oldest first.
 * The rest stays available to the merchant. Call it last in every transaction that credits available; the caller has
 * locked the ledger. The number of statements does not depend on the number of disputes.
 */
export async function coverAvailable(tx: Tx, merchantId: string, now: Date): Promise<void> {
  const availableCents = await coverDebt(tx, merchantId, now)
  const short = await sql<ShortDispute>(tx, SHORT_DISPUTES, [merchantId, availableCents, SHORT_DISPUTES_MAX])
  const allocations = allocate(short, availableCents)
  if (allocations.length > 0) await increaseHolds(tx, merchantId, allocations, now)
}

/** Read without row locks: cases and charges change only under the ledger's lock, which the caller has. */
interface ShortDispute {
  caseId: string
  chargeId: string
  shortCents: bigint
  /** The part of the charge's money that is still in pending. */
  pendingCents: bigint
}

const SHORT_DISPUTES = `
  select f.id as "caseId", c.id as "chargeId", c.pending_left_cents as "pendingCents",
    f.cover_cents - f.held_pending_cents - f.held_available_cents as "shortCents"
  from financial_case f join charge c on c.merchant_id = f.merchant_id and c.id = f.charge_id
  where f.merchant_id = $1 and f.status = 'open' and f.kind = 'dispute'
    and f.held_pending_cents + f.held_available_cents < f.cover_cents
    and ($2::bigint > 0 or c.pending_left_cents > 0)
  order by f.opened_at, f.id limit $3`

interface Allocation {
  caseId: string
  chargeId: string
  pendingCents: bigint
  availableCents: bigint
}

/** Allocates money to the disputes in order: first from each charge's own pending money, then from available. */
function allocate(short: readonly ShortDispute[], availableCents: bigint): Allocation[] {
  let leftCents = availableCents
  const allocations: Allocation[] = []
  for (const { caseId, chargeId, shortCents, pendingCents } of short) {
    const ownCents = minCents(shortCents, pendingCents)
    const takenCents = minCents(shortCents - ownCents, leftCents)
    leftCents -= takenCents
    if (ownCents + takenCents > 0n)
      allocations.push({ caseId, chargeId, pendingCents: ownCents, availableCents: takenCents })
  }
  return allocations
}

/** Pays the merchant's debt to the service from available. Returns what is left in available. */
async function coverDebt(tx: Tx, merchantId: string, now: Date): Promise<bigint> {
  const { availableCents, owedCents, lastSeq } = await readPositions(tx, merchantId)
  const coveredCents = minCents(availableCents, owedCents)
  if (coveredCents <= 0n) return availableCents
  const covered = {
    eventType: 'gateway.receivable_covered',
    source: { type: 'gateway', id: merchantId },
    dedupeKey: `receivable_covered:${lastSeq}`,
    economicAt: now,
    ...transferLines('available', 'receivable', coveredCents),
  } as const
  if (coveredCents === owedCents) await emitSuspensionChange(tx, merchantId)
  await postEntries(tx, merchantId, [covered], now)
  return availableCents - coveredCents
}

/** Adds the allocated money to the holds: all entries in one batch, then the cases, then the charges. */
async function increaseHolds(
  tx: Tx,
  merchantId: string,
  allocations: readonly Allocation[],
  now: Date,
): Promise<void> {
  const cases = await lockRows(
    tx,
    FinancialCase,
    merchantId,
    allocations.map(({ caseId }) => caseId),
  )
  const caseOf = new Map(cases.map((financialCase) => [financialCase.id, financialCase]))
  const entries = allocations.map(({ caseId, pendingCents, availableCents }) => {
    const financialCase = caseOf.get(caseId)
    if (!financialCase) throw new Error(`BUG: coverAvailable: the case ${caseId} does not exist`)
    financialCase.heldPendingCents += pendingCents
    financialCase.heldAvailableCents += availableCents
    return holdEntry(financialCase, { pendingCents, availableCents, now })
  })
  await postEntries(tx, merchantId, entries, now)
  await tx.em.flush()
  const fromPending = allocations.filter(({ pendingCents }) => pendingCents > 0n)
  if (fromPending.length === 0) return
  await sql(tx, DEBIT_PENDING, [
    merchantId,
    fromPending.map(({ chargeId }) => chargeId),
    fromPending.map(({ pendingCents }) => pendingCents),
  ])
}

const DEBIT_PENDING = `
  update charge c set pending_left_cents = c.pending_left_cents - given.cents
  from unnest($2::uuid[], $3::bigint[]) as given (id, cents)
  where c.merchant_id = $1 and c.id = given.id`
