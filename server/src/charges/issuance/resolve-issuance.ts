import { plusMs } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { eachDueRow, isRunnable } from '../../kernel/jobs/each-due.ts'
import type { DueRow } from '../../kernel/jobs/job-failure.ts'
import { sql } from '../../kernel/database/sql.ts'
import { getMerchant } from '../../merchants/merchant.queries.ts'
import type { NetworkCob, WithPix } from '../../pix/provider.ts'
import { recordNetworkCancellation } from './record-network-cancellation.ts'
import type { Charge } from '../charge.entity.ts'
import { chargeOf, type ChargeRow } from '../charge-row.ts'
import { requestIssuance, recordIssuedLater, recordRefused } from './issue-charge.ts'
import { checkDelayMs, CHECKING_LEASE_MS } from './issuance-times.ts'
import { storePayments } from '../../inbox/store-payments.ts'

const JOB = 'issuance'

/**
 * Checks at the network the charges whose issuance outcome is unknown, in batches of `limit`. Always sends a GET before
 * another PUT. The charges of a batch are checked concurrently, because each may wait for a slow network; keep `limit`
 * small. While the network is unavailable a charge is checked again without limit. Returns how many it processed.
 */
export function resolveIssuance(ctx: Context & WithPix, limit: number): Promise<number> {
  return eachDueRow(
    ctx,
    { job: JOB, limit, concurrencyMax: limit, find: (first) => sql<DueRow>(ctx, DUE, first) },
    async (due) => {
      const charge = await claim(ctx, due)
      if (!charge) return
      await resolve(ctx, charge)
      await scheduleCheck(ctx, charge)
    },
  )
}

const DUE = `
  select merchant_id as "merchantId", id from charge
  where status = 'created' and next_check_at <= $1::timestamptz
    and ${isRunnable(JOB, { merchantId: 'merchant_id', id: 'id' })}
  order by next_check_at limit $2`

/** Takes a lease on a due charge. Returns undefined when it is not due any more or another process has the lease. */
async function claim(ctx: Context, { merchantId, id }: DueRow): Promise<Charge | undefined> {
  const now = ctx.clock.now()
  const [row] = await sql<ChargeRow>(
    ctx,
    `update charge set next_check_at = $4, checks_count = checks_count + 1, issuing_until = null
     where merchant_id = $1 and id = $2 and status = 'created' and next_check_at <= $3 returning *`,
    [merchantId, id, now, plusMs(now, CHECKING_LEASE_MS)],
  )
  return row && chargeOf(row)
}

/** Schedules the next check of a charge that is still `created`, which ends its lease. */
async function scheduleCheck(ctx: Context, { merchantId, id, checksCount }: Charge): Promise<void> {
  await sql(
    ctx,
    `update charge set next_check_at = $4
     where merchant_id = $1 and id = $2 and status = 'created' and checks_count = $3`,
    [merchantId, id, checksCount, plusMs(ctx.clock.now(), checkDelayMs(checksCount))],
  )
}

async function resolve(ctx: Context & WithPix, charge: Charge): Promise<void> {
  const found = await ctx.pix.find(charge.txid)
  if (found.kind === 'found') await recordFound(ctx, charge, found.cob)
  if (found.kind === 'absent') await issueAgain(ctx, charge)
}

async function recordFound(ctx: Context, charge: Charge, cob: NetworkCob): Promise<void> {
  if (cob.amountCents !== charge.amountCents) {
    ctx.log.error(
      { charge_id: charge.id },
      'the network has this charge with another amount; compare both records',
    )
    return
  }
  await recordIssuedLater(ctx, charge, cob)
  await storePayments(ctx, cob.payments, 'issuance')
  if (cob.status.startsWith('REMOVIDA')) await recordNetworkCancellation(ctx, charge)
}

async function issueAgain(ctx: Context & WithPix, charge: Charge): Promise<void> {
  const leftMs = (charge.expiresAt?.getTime() ?? 0) - ctx.clock.now().getTime()
  const seconds = Math.floor(leftMs / 1000)
  if (seconds < 1) {
    await recordRefused(ctx, charge, 'network_refused')
    return
  }
  const merchant = await getMerchant(ctx, charge.merchantId)
  const outcome = await requestIssuance(ctx, merchant.name, charge, seconds)
  if (outcome.kind === 'issued') await recordIssuedLater(ctx, charge, outcome.cob)
  if (outcome.kind === 'refused') await recordRefused(ctx, charge, outcome.code)
}
