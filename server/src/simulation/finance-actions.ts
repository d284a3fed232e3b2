import { retryReturn } from '../returns/retry-return.ts'
import { sql } from '../kernel/database/sql.ts'
import { readBalance } from '../ledger/balance.ts'
import { requestWriteOff } from '../write-offs/request-write-off.ts'
import { completePayout } from '../payouts/complete-payout.ts'
import { agreeToWriteOff, refuseWriteOff } from '../write-offs/decide-write-off.ts'
import { cancelPayout } from '../payouts/cancel-payout.ts'
import { recordPayout } from '../payouts/record-payout.ts'
import { reservePayout } from '../payouts/reserve-payout.ts'
import { reverseJournalEntry } from '../payouts/reverse-journal-entry.ts'
import { reversePayout } from '../payouts/reverse-payout.ts'
import type { SimWorld } from './sim-world.ts'

const FINANCE = 'staff:f'
const APPROVER = 'staff:g'
const REASON = 'simulada'

interface Row {
  merchant_id: string
  id: string
  amount_cents: bigint
}

/**
 * Records a payout without an earlier reservation, of a part of the available amount. Sometimes forces the payout
 * despite a suspension.
 */
export async function payOut(world: SimWorld): Promise<void> {
  const available = await pickAvailableAmount(world)
  if (!available) return
  const { merchantId, ...amount } = available
  const details = transfer(world, merchantId, amount.amountCents)
  await recordPayout(world.context('cli'), merchantId, { ...amount, ...details })
  world.expected.paidOut.push(details.externalReference)
}

/** Reserves a payout. Sometimes repeats the request, as staff do when they received no response. */
export async function reserve(world: SimWorld): Promise<void> {
  const available = await pickAvailableAmount(world)
  if (!available) return
  const { merchantId, ...amount } = available
  const input = { ...amount, idempotencyKey: world.seed.ids().bytes(8).toString('hex') }
  const { id } = await reservePayout(world.context(FINANCE), merchantId, input)
  if (!world.seed.chance(0.2)) return
  const again = await reservePayout(world.context(FINANCE), merchantId, input)
  if (again.id !== id) throw new Error(`BUG: one idempotency key reserved two payouts, ${id} and ${again.id}`)
}

/** Ends a reserved payout, either by a cancellation or by its completion. */
export async function endReserved(world: SimWorld): Promise<void> {
  const payout = world.seed.pick(await payoutsIn(world, 'reserved'))
  if (!payout) return
  const { merchant_id: merchantId, id } = payout
  if (world.seed.chance(0.4)) {
    await cancelPayout(world.context(FINANCE), merchantId, id, REASON)
    return
  }
  const details = transfer(world, merchantId, payout.amount_cents)
  await completePayout(world.context(FINANCE), merchantId, id, details)
  world.expected.paidOut.push(details.externalReference)
}

export async function reverse(world: SimWorld): Promise<void> {
  const payout = world.seed.pick(await payoutsIn(world, 'paid'))
  if (payout) await reversePayout(world.context(FINANCE), payout.merchant_id, payout.id, REASON)
}

/** Requests a write-off, decides an open request as another person, or sometimes reverses an agreed write-off. */
export async function writeOff(world: SimWorld): Promise<void> {
  const { seed } = world
  const rows = await sql<Row & { state: string; journal_id: string | null }>(
    world.safeContext(),
    'select merchant_id, id, amount_cents, state, journal_id from debt_write_off order by id',
  )
  const requested = seed.pick(rows.filter(({ state }) => state === 'asked'))
  const agreed = seed.pick(rows.filter(({ journal_id: journalId }) => journalId !== null))
  if (requested) {
    const { merchant_id: merchantId, id } = requested
    if (seed.chance(0.7)) await agreeToWriteOff(world.context(APPROVER), merchantId, id)
    else await refuseWriteOff(world.context(APPROVER), merchantId, id, REASON)
  } else if (agreed && seed.chance(0.3)) {
    await reverseJournalEntry(world.context(FINANCE), agreed.merchant_id, agreed.journal_id ?? '', REASON)
  } else await requestOne(world)
}

async function requestOne(world: SimWorld): Promise<void> {
  const merchantId = world.seed.pick(world.merchantIds) ?? ''
  const { owedToServiceCents } = await readBalance(world.safeContext(), merchantId)
  if (owedToServiceCents === 0n) return
  const amountCents = BigInt(world.seed.between(1, Number(owedToServiceCents)))
  await requestWriteOff(world.context(FINANCE), merchantId, { amountCents, reason: REASON })
}

/** Retries a failed return of a held payment. */
export async function retry(world: SimWorld): Promise<void> {
  const failed = await sql<Row>(
    world.safeContext(),
    `select merchant_id, id, amount_cents from financial_case
     where kind = 'held_payment' and exception = 'return_failed' order by id`,
  )
  const chosen = world.seed.pick(failed)
  if (chosen) await retryReturn(world.context(FINANCE), chosen.merchant_id, chosen.id)
}

const payoutsIn = (world: SimWorld, state: string): Promise<Row[]> =>
  sql<Row>(
    world.safeContext(),
    'select merchant_id, id, amount_cents from payout where state = $1 order by id',
    [state],
  )

async function pickAvailableAmount(world: SimWorld) {
  const { seed, merchantIds } = world
  const merchantId = seed.pick(merchantIds) ?? ''
  const { availableCents } = await readBalance(world.safeContext(), merchantId)
  if (availableCents === 0n) return undefined
  const amountCents = BigInt(seed.between(1, Number(availableCents)))
  return { merchantId, amountCents, ...(seed.chance(0.3) ? { forceReason: REASON } : {}) }
}

/**
 * Simulates a bank transfer with a new reference. Adds the transfer to the expected state before staff record the
 * payout.
 */
function transfer({ seed, expected, clock }: SimWorld, merchantId: string, amountCents: bigint) {
  const externalReference = `TED-${seed.ids().bytes(4).toString('hex')}`
  expected.payouts.push({ merchantId, amountCents, reference: externalReference })
  return { externalReference, paidAt: clock.now() }
}
