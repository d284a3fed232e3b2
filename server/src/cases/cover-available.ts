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

/** More disputes than one merchant can have open at once. */
const SHORT_DISPUTES_MAX = 10_000

/**
 * What new money in available is for, in this order: the merchant's debt to the service, the holds of disputes that
 * are short (oldest first), and only then the merchant. To be called in every transaction that credited available,
 * after its own entries; it holds the ledger's lock. The number of statements does not depend on the number of disputes.
 */
export async function coverAvailable(tx: Tx, merchantId: string, now: Date): Promise<void> {
  const availableCents = await coverDebt(tx, merchantId, now)
  const short = await sql<ShortDispute>(tx, SHORT_DISPUTES, [merchantId, availableCents, SHORT_DISPUTES_MAX])
  const takes = shareOut(short, availableCents)
  if (takes.length > 0) await topUp(tx, merchantId, takes, now)
}

/** Cases and charges change only under the ledger's lock, so what is read here without theirs stays true. */
interface ShortDispute {
  caseId: string
  chargeId: string
  shortCents: bigint
  /** What its charge has left in pending. */
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

interface Take {
  caseId: string
  chargeId: string
  pendingCents: bigint
  availableCents: bigint
}

/** What each dispute gets, in their order: from its charge's own pending first, then from available. */
function shareOut(short: readonly ShortDispute[], availableCents: bigint): Take[] {
  let leftCents = availableCents
  const takes: Take[] = []
  for (const { caseId, chargeId, shortCents, pendingCents } of short) {
    const ownCents = minCents(shortCents, pendingCents)
    const takenCents = minCents(shortCents - ownCents, leftCents)
    leftCents -= takenCents
    if (ownCents + takenCents > 0n)
      takes.push({ caseId, chargeId, pendingCents: ownCents, availableCents: takenCents })
  }
  return takes
}

/** Answers what is left in available. */
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

/** Moves the money into the holds: all entries in one batch, then the cases, then the charges. */
async function topUp(tx: Tx, merchantId: string, takes: readonly Take[], now: Date): Promise<void> {
  const cases = await lockRows(
    tx,
    FinancialCase,
    merchantId,
    takes.map((take) => take.caseId),
  )
  const caseOf = new Map(cases.map((financialCase) => [financialCase.id, financialCase]))
  const entries = takes.map(({ caseId, pendingCents, availableCents }) => {
    const financialCase = caseOf.get(caseId)
    if (!financialCase) throw new Error(`BUG: coverAvailable: the case ${caseId} is gone`)
    financialCase.heldPendingCents += pendingCents
    financialCase.heldAvailableCents += availableCents
    return holdEntry(financialCase, { pendingCents, availableCents, now })
  })
  await postEntries(tx, merchantId, entries, now)
  await tx.em.flush()
  const own = takes.filter((take) => take.pendingCents > 0n)
  if (own.length === 0) return
  await sql(tx, TAKE_PENDING, [
    merchantId,
    own.map((take) => take.chargeId),
    own.map((take) => take.pendingCents),
  ])
}

const TAKE_PENDING = `
  update charge c set pending_left_cents = c.pending_left_cents - given.cents
  from unnest($2::uuid[], $3::bigint[]) as given (id, cents)
  where c.merchant_id = $1 and c.id = given.id`
