import type { Tx } from '../kernel/context.ts'
import { minCents } from '../kernel/money.ts'
import { sql } from '../kernel/sql.ts'
import { postEntries } from '../ledger/post-entries.ts'
import { lockChargeMoney, writeChargeMoney } from './charge-money.ts'
import { move } from './case-entries.ts'
import { holdEntry } from './hold-case.ts'
import { lockCase } from './lock-case.ts'
import { readPositions } from './positions.ts'
import { emitSuspensionChange } from './emit-suspension-change.ts'

/** More disputes than one merchant can have open at once. */
const SHORT_DISPUTES_MAX = 10_000

/**
 * What new money in available is for, in this order: the merchant's debt to the service, the holds of disputes that
 * are short (oldest first), and only then the merchant. To be called in every transaction that credited available,
 * after its own entries; it holds the ledger's lock.
 */
export async function coverAvailable(tx: Tx, merchantId: string, now: Date): Promise<void> {
  await coverDebt(tx, merchantId, now)
  const short = await sql<{ id: string }>(tx, SHORT_DISPUTES, [merchantId, SHORT_DISPUTES_MAX])
  for (const { id } of short) await topUp(tx, { merchantId, caseId: id, now })
}

const SHORT_DISPUTES = `
  select id from financial_case
  where merchant_id = $1 and status = 'open' and kind = 'dispute'
    and held_pending_cents + held_available_cents < cover_cents
  order by opened_at, id limit $2`

async function coverDebt(tx: Tx, merchantId: string, now: Date): Promise<void> {
  const { availableCents, owedCents, lastSeq } = await readPositions(tx, merchantId)
  const coveredCents = minCents(availableCents, owedCents)
  if (coveredCents <= 0n) return
  const covered = {
    eventType: 'gateway.receivable_covered',
    source: { type: 'gateway', id: merchantId },
    dedupeKey: `receivable_covered:${lastSeq}`,
    economicAt: now,
    ...move('available', 'receivable', coveredCents),
  } as const
  if (coveredCents === owedCents) await emitSuspensionChange(tx, merchantId)
  await postEntries(tx, merchantId, [covered], now)
}

/** Takes what a dispute's hold is short of: the charge's own pending first, then available. */
async function topUp(
  tx: Tx,
  { merchantId, caseId, now }: { merchantId: string; caseId: string; now: Date },
): Promise<void> {
  const { availableCents } = await readPositions(tx, merchantId)
  const financialCase = await lockCase(tx, merchantId, caseId)
  const money = await lockChargeMoney(tx, merchantId, financialCase.chargeId ?? '')
  if (!money) throw new Error(`topUp: the dispute ${caseId} holds money of no paid charge`)
  const pendingCents = minCents(financialCase.shortCents, money.pendingLeftCents)
  const fromAvailableCents = minCents(financialCase.shortCents - pendingCents, availableCents)
  if (pendingCents + fromAvailableCents === 0n) return
  const entry = holdEntry(financialCase, { pendingCents, availableCents: fromAvailableCents, now })
  await postEntries(tx, merchantId, [entry], now)
  financialCase.heldPendingCents += pendingCents
  financialCase.heldAvailableCents += fromAvailableCents
  money.pendingLeftCents -= pendingCents
  await tx.em.flush()
  await writeChargeMoney(tx, money, now)
}
