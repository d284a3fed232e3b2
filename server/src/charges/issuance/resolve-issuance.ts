import { plusMs } from '../../kernel/clock.ts'
import { isAborted, transaction, type Context } from '../../kernel/context.ts'
import { correlated } from '../../kernel/correlation.ts'
import { eachDueRow, runnable, type FindParameters } from '../../kernel/jobs/each-due.ts'
import type { DueRow } from '../../kernel/jobs/job-failure.ts'
import { db } from '../../kernel/database/tables.ts'
import { getMerchant } from '../../merchants/merchant.queries.ts'
import type { WithPix } from '../../pix/pix-accounts.ts'
import type { NetworkCob } from '../../pix/provider.ts'
import { recordCancelled } from '../cancellation/record-cancelled.ts'
import { txidOf, type Charge } from '../charge.entity.ts'
import { CHARGE_COLUMNS } from '../charge.queries.ts'
import { checkDelayMs, requestIssuance, recordIssuedLater, recordRefused } from './issue-charge.ts'
import { reportedBy, storePayments } from '../../inbox/network-inbox.ts'

const JOB = 'issuance'

/**
 * The lease that a process has on a charge while it checks the issuance at the PSP, in milliseconds. The lease is
 * longer than a GET and a PUT may take, so that no other process sends another PUT at the same time.
 */
export const CHECKING_LEASE_MS = 30_000

/**
 * Asks the PSP about the charges whose issuance has an unknown outcome, in batches of `limit`. Sends a GET for each
 * charge before it repeats the PUT. Checks all charges of a batch concurrently, because each check may wait for a slow
 * PSP: keep `limit` small. A charge is checked again after any number of failed checks. Returns how many charges it
 * processed.
 */
export function resolveIssuance(ctx: Context & WithPix, limit: number): Promise<number> {
  return eachDueRow(
    ctx,
    { job: JOB, limit, concurrencyMax: limit, find: (first) => findDue(ctx, first) },
    async (due) => {
      const charge = await claim(ctx, due)
      if (!charge) return
      await resolveAsRequested(ctx, charge)
      await scheduleCheck(ctx, charge)
    },
  )
}

function findDue(ctx: Context, first: FindParameters): Promise<DueRow[]> {
  const [now, limit] = first
  return db(ctx)
    .selectFrom('charge')
    .select(['charge.merchant_id as merchantId', 'charge.id'])
    .where('charge.status', '=', 'created')
    .where('charge.next_check_at', '<=', now)
    .where(runnable(ctx, JOB, first, { merchantId: 'charge.merchant_id', id: 'charge.id' }))
    .orderBy('charge.next_check_at')
    .limit(limit)
    .execute()
}

/** Takes a lease on a due charge. Returns undefined if the charge is no longer due or another process has the lease. */
function claim(ctx: Context, { merchantId, id }: DueRow): Promise<Charge | undefined> {
  const now = ctx.clock.now()
  return db(ctx)
    .updateTable('charge')
    .set((charge) => ({
      next_check_at: plusMs(now, CHECKING_LEASE_MS),
      checks_count: charge('charge.checks_count', '+', 1),
      issuing_until: null,
    }))
    .where('charge.merchant_id', '=', merchantId)
    .where('charge.id', '=', id)
    .where('charge.status', '=', 'created')
    .where('charge.next_check_at', '<=', now)
    .returning(CHARGE_COLUMNS)
    .executeTakeFirst()
}

/**
 * Schedules the next check of a charge that is still `created`. The time of the next check also replaces the end of the
 * lease, which is stored in the same column.
 */
async function scheduleCheck(ctx: Context, { merchantId, id, checksCount }: Charge): Promise<void> {
  await db(ctx)
    .updateTable('charge')
    .set({ next_check_at: plusMs(ctx.clock.now(), checkDelayMs(checksCount)) })
    .where('charge.merchant_id', '=', merchantId)
    .where('charge.id', '=', id)
    .where('charge.status', '=', 'created')
    .where('charge.checks_count', '=', checksCount)
    .execute()
}

/** Resolves the charge with the correlation id of the request that created it, so that its events contain this id. */
function resolveAsRequested(ctx: Context & WithPix, charge: Charge): Promise<void> {
  const correlationId = charge.correlationId ?? ctx.correlationId
  return correlated(correlationId, () => resolve({ ...ctx, correlationId }, charge))
}

async function resolve(ctx: Context & WithPix, charge: Charge): Promise<void> {
  const found = await ctx.pix.of(charge.pixAccountId).find(txidOf(charge.id), ctx.signal)
  if (found.kind === 'found') await recordFound(ctx, charge, found.cob)
  if (found.kind === 'absent' && !isAborted(ctx)) await issueAgain(ctx, charge)
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
  await storePayments(ctx, reportedBy(charge.pixAccountId, cob.payments), 'issuance')
  if (cob.status.startsWith('REMOVIDA'))
    await transaction(ctx, (tx) => recordCancelled(tx, charge, 'service'))
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
