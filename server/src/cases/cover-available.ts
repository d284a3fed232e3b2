import { sql, type Expression, type Kysely } from 'kysely'
import type { Tx } from '../kernel/context.ts'
import { minCents } from '../kernel/values/money.ts'
import { lockRows } from '../kernel/database/lock-row.ts'
import { preparedQuery, type Given } from '../kernel/database/prepared-query.ts'
import { db, type Tables } from '../kernel/database/tables.ts'
import { postEntries, readPositions } from '../ledger/post-entries.ts'
import { transferLines } from './financial-case.ts'
import { FinancialCase } from './financial-case.entity.ts'
import { holdEntry } from './hold-case.ts'
import { emitSuspensionChange } from '../suspension/emit-suspension-change.ts'

/** The maximum number of short disputes to read. No merchant should ever have so many open disputes. */
const SHORT_DISPUTES_MAX = 10_000

/**
 * Uses available money for the merchant's debt to the service, then for the holds of short disputes, oldest first. A
 * dispute is short when its case holds less than `coverCents`. Any remaining money stays available to the merchant.
 * Call this function last in every transaction that credits the position `available`. The caller must have locked the
 * ledger. The number of SQL statements does not depend on the number of disputes.
 */
export async function coverAvailable(tx: Tx, merchantId: string, now: Date): Promise<void> {
  const availableCents = await coverDebt(tx, merchantId, now)
  const short = await findShortDisputes(tx, merchantId, availableCents)
  const allocations = allocate(short, availableCents)
  if (allocations.length > 0) await increaseHolds(tx, merchantId, allocations, now)
}

/**
 * A dispute that holds less than its `coverCents`. `findShortDisputes` reads disputes without row locks, because cases
 * and charges change only under the ledger's lock, which the caller has.
 */
interface ShortDispute {
  caseId: string
  chargeId: string
  shortCents: bigint
  /** The part of the charge's money that is still in the position `pending`. */
  pendingCents: bigint
}

/**
 * Finds the short disputes, oldest first. If no money is available, finds only disputes whose charge has pending money.
 */
const findShortDisputes = (tx: Tx, merchantId: string, availableCents: bigint): Promise<ShortDispute[]> =>
  (availableCents > 0n ? selectShort : selectShortWithPending)(tx, { merchantId })

const selectShort = preparedQuery((compiler, given: Given<{ merchantId: string }>) =>
  shortDisputes(compiler, given('merchantId')),
)

const selectShortWithPending = preparedQuery((compiler, given: Given<{ merchantId: string }>) =>
  shortDisputes(compiler, given('merchantId')).where('c.pending_left_cents', '>', 0n),
)

function shortDisputes(compiler: Kysely<Tables>, merchantId: Expression<string>) {
  return compiler
    .selectFrom('financial_case as f')
    .innerJoin('charge as c', (join) =>
      join.onRef('c.merchant_id', '=', 'f.merchant_id').onRef('c.id', '=', 'f.charge_id'),
    )
    .select(['f.id as caseId', 'c.id as chargeId', 'c.pending_left_cents as pendingCents'])
    .select((eb) =>
      eb(eb('f.cover_cents', '-', eb.ref('f.held_pending_cents')), '-', eb.ref('f.held_available_cents')).as(
        'shortCents',
      ),
    )
    .where('f.merchant_id', '=', merchantId)
    .where('f.status', '=', 'open')
    .where('f.kind', '=', 'dispute')
    .where((eb) =>
      eb(eb('f.held_pending_cents', '+', eb.ref('f.held_available_cents')), '<', eb.ref('f.cover_cents')),
    )
    .orderBy('f.opened_at')
    .orderBy('f.id')
    .limit(SHORT_DISPUTES_MAX)
}

interface Allocation {
  caseId: string
  chargeId: string
  pendingCents: bigint
  availableCents: bigint
}

/**
 * Allocates money to the disputes in order. Each dispute gets the pending money of its own charge first, then available
 * money.
 */
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

/**
 * Pays the merchant's debt to the service from the position `available`. Returns the balance of `available` afterwards.
 */
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

/** Adds the allocated money to the holds. Writes all entries in one batch, then the cases, then the charges. */
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
  await debitPending(tx, merchantId, fromPending)
}

async function debitPending(tx: Tx, merchantId: string, allocations: readonly Allocation[]): Promise<void> {
  const ids = allocations.map(({ chargeId }) => chargeId)
  const cents = allocations.map(({ pendingCents }) => pendingCents)
  const given = db(tx).selectNoFrom([
    sql<string>`unnest(${ids}::uuid[])`.as('id'),
    sql<bigint>`unnest(${cents}::bigint[])`.as('cents'),
  ])
  await db(tx)
    .updateTable('charge as c')
    .from(given.as('given'))
    .set((eb) => ({ pending_left_cents: eb('c.pending_left_cents', '-', eb.ref('given.cents')) }))
    .where('c.merchant_id', '=', merchantId)
    .whereRef('c.id', '=', 'given.id')
    .execute()
}
