import { decideDispute } from '../../src/disputes/decide-dispute.ts'
import { openDispute } from '../../src/disputes/open-dispute.ts'
import { plusMs } from '../../src/kernel/clock.ts'
import type { Context } from '../../src/kernel/context.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { readBalance } from '../../src/ledger/balance.ts'
import { addBlockTotals } from '../../src/payouts/lines/block-totals.ts'
import { addBlocks } from '../../src/payouts/lines/blocks.ts'
import { recordPayout } from '../../src/payouts/record-payout.ts'
import type { BenchMerchant } from '../deployment.ts'

/**
 * The number of payouts of each merchant. The first merchant, which has half of all charges, has FIRST_MERCHANT_FACTOR
 * times as many.
 */
const PAYOUTS = 3
const DISPUTES = 4
const FIRST_MERCHANT_FACTOR = 20
/** The last payout of a merchant pays the available balance divided by this number. */
const LARGE_PAYOUT_DIVISOR = 2n

/**
 * Creates payouts, and disputes of recent charges, with the use cases of the service. Decides half of the disputes. The
 * last payout of each merchant is large.
 */
export async function createHistory(given: Context, merchants: readonly BenchMerchant[]): Promise<void> {
  for (const [index, { id: merchantId }] of merchants.entries()) {
    // Use a new entity manager each time, because a shared one would keep all entities in memory.
    const ctx = () => ({ ...given, em: given.em.fork() })
    const times = index === 0 ? FIRST_MERCHANT_FACTOR : 1
    for (let n = 0; n < PAYOUTS * times; n++) {
      const externalReference = `TED-${merchantId.slice(-6)}-${n}`
      const paidAt = plusMs(given.clock.now(), -3_600_000)
      await recordPayout(ctx(), merchantId, { amountCents: 10_00n, externalReference, paidAt })
    }
    // An open dispute suspends the payouts, so the payouts come first.
    await recordLargePayout(ctx(), merchantId)
    const charges = await sql<{ endToEndId: string }>(given, RECENT, [merchantId, DISPUTES * times])
    for (const [n, { endToEndId }] of charges.entries()) {
      const dispute = { endToEndId, amountCents: 200n, nature: 'MED_FRAUDE', description: null }
      const { caseId } = await openDispute(ctx(), merchantId, dispute)
      const rejected = { kind: 'rejected' } as const
      if (n % 2 === 0) await decideDispute(ctx(), { merchantId, caseId }, rejected, 'Contestação sem prova')
    }
  }
}

async function recordLargePayout(ctx: Context, merchantId: string): Promise<void> {
  // Without the stored sums, the assignment of lines to the payout would read every line.
  await addBlocks(ctx, merchantId)
  await addBlockTotals(ctx, merchantId)
  const { availableCents } = await readBalance(ctx, merchantId)
  const externalReference = `TED-${merchantId.slice(-6)}-large`
  const amountCents = availableCents / LARGE_PAYOUT_DIVISOR
  await recordPayout(ctx, merchantId, { amountCents, externalReference, paidAt: ctx.clock.now() })
}

const RECENT = `
  select end_to_end_id as "endToEndId" from charge where merchant_id = $1 and status = 'paid'
  order by created_at desc limit $2`
