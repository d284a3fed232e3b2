import { plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { sql } from '../kernel/sql.ts'
import { getMerchant } from '../merchants/merchant.queries.ts'
import type { NetworkCob, WithPix } from '../pix/provider.ts'
import { cancelledByNetwork } from './cancel-by-network.ts'
import type { Charge } from './charge.entity.ts'
import { chargeOf, type ChargeRow } from './charge-row.ts'
import { askForIssuance, recordIssuedLater, recordRefused } from './issue-charge.ts'
import { checkDelayMs } from './issuance-times.ts'
import { storePayments } from './store-payments.ts'

/**
 * Asks the network about charges whose issuance is not known, `limit` at most; answers how many it looked at. Always
 * GET before another PUT. A charge that the network cannot tell about is asked for again, as long as it takes.
 */
export async function resolveIssuance(ctx: Context & WithPix, limit: number): Promise<number> {
  const due = await sql<ChargeRow>(
    ctx,
    `select * from charge where status = 'created' and next_check_at <= $1 order by next_check_at limit $2`,
    [ctx.clock.now(), limit],
  )
  for (const row of due) {
    const charge = chargeOf(row)
    if (await claim(ctx, charge)) await resolve(ctx, charge)
  }
  return due.length
}

/** Moves the next check on, so that one process asks; whoever reads the older time finds nothing to change. */
async function claim(ctx: Context, charge: Charge): Promise<boolean> {
  const claimed = await sql(
    ctx,
    `update charge set next_check_at = $4, checks_count = checks_count + 1, issuing_until = null
     where merchant_id = $1 and id = $2 and status = 'created' and next_check_at = $3 returning id`,
    [
      charge.merchantId,
      charge.id,
      charge.nextCheckAt,
      plusMs(ctx.clock.now(), checkDelayMs(charge.checksCount + 1)),
    ],
  )
  return claimed.length > 0
}

async function resolve(ctx: Context & WithPix, charge: Charge): Promise<void> {
  const found = await ctx.pix.find(charge.txid)
  if (found.kind === 'found') await recordFound(ctx, charge, found.cob)
  if (found.kind === 'absent') await issueAgain(ctx, charge)
}

async function recordFound(ctx: Context, charge: Charge, cob: NetworkCob): Promise<void> {
  if (cob.amountCents !== charge.amountCents) {
    ctx.log.error({ charge_id: charge.id }, 'the network holds this charge with another amount')
    return
  }
  await recordIssuedLater(ctx, charge, cob)
  if (cob.status.startsWith('REMOVIDA')) await cancelledByNetwork(ctx, charge)
  await storePayments(ctx, cob.payments, 'issuance')
}

async function issueAgain(ctx: Context & WithPix, charge: Charge): Promise<void> {
  const leftMs = (charge.expiresAt?.getTime() ?? 0) - ctx.clock.now().getTime()
  const seconds = Math.floor(leftMs / 1000)
  if (seconds < 1) {
    await recordRefused(ctx, charge, 'network_refused')
    return
  }
  const merchant = await getMerchant(ctx, charge.merchantId)
  const outcome = await askForIssuance(ctx, merchant.name, charge, seconds)
  if (outcome.kind === 'issued') await recordIssuedLater(ctx, charge, outcome.cob)
  if (outcome.kind === 'refused') await recordRefused(ctx, charge, outcome.code)
}
