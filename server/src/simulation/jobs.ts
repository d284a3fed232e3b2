import { requestReturns } from '../returns/request-returns.ts'
import { drainInbox } from '../payments/drain-inbox.ts'
import { expireCharges } from '../charges/cancellation/expire-charges.ts'
import { resolveIssuance } from '../charges/issuance/resolve-issuance.ts'
import { sweepReceived } from '../inbox/sweep-received.ts'
import { sweepRemoved } from '../charges/cancellation/sweep-removed.ts'
import { sweepReturned } from '../inbox/sweep-returned.ts'
import { notifyDeadlines } from '../disputes/dispute-jobs.ts'
import { applyNotices } from '../disputes/notices/apply-notices.ts'
import type { ServiceContext } from '../kit.ts'
import { runReturns } from '../jobs/run-returns.ts'
import { assignMissingLines } from '../payouts/lines/payout-lines-jobs.ts'
import { findMissing } from '../settlements/find-missing.ts'
import { makeAvailable } from '../settlements/make-available.ts'
import { openExceptionsForParked } from '../settlements/open-exceptions-for-parked.ts'
import { releaseReserves } from '../settlements/release-reserves.ts'
import { settleListed } from '../settlements/settle-listed.ts'
import { settleReturns } from '../returns/settle-returns.ts'
import { deliverDue } from '../testing/deliver-due.ts'
import { maintainWebhookPartitions } from '../webhooks/deliveries/maintain-partitions.ts'
import { moveToFeed } from '../webhooks/feed/sequence-events.sql.ts'
import { reapDeliveries } from '../webhooks/dispatch/reap-deliveries.ts'

const BATCH = 50

/** A recurring job. `run` returns how many rows it processed. */
export interface Job {
  name: string
  run: (ctx: ServiceContext) => Promise<number>
}

/**
 * The recurring jobs of the service that the simulation runs: in random order during its steps, and all of them at its
 * end.
 */
export const JOBS: readonly Job[] = [
  { name: 'resolveIssuance', run: (ctx) => resolveIssuance(ctx, BATCH) },
  { name: 'drainInbox', run: (ctx) => drainInbox(ctx, BATCH) },
  { name: 'expireCharges', run: (ctx) => expireCharges(ctx, BATCH) },
  { name: 'sweepReceived', run: sweepReceived },
  { name: 'sweepRemoved', run: sweepRemoved },
  { name: 'sweepReturned', run: sweepReturned },
  { name: 'requestReturns', run: (ctx) => requestReturns(ctx, BATCH) },
  { name: 'runReturns', run: (ctx) => runReturns(ctx, BATCH) },
  { name: 'applyNotices', run: (ctx) => applyNotices(ctx, BATCH) },
  { name: 'notifyDeadlines', run: (ctx) => notifyDeadlines(ctx, BATCH) },
  { name: 'settleListed', run: (ctx) => settleListed(ctx, BATCH) },
  { name: 'makeAvailable', run: (ctx) => makeAvailable(ctx, BATCH) },
  { name: 'releaseReserves', run: (ctx) => releaseReserves(ctx, BATCH) },
  { name: 'settleReturns', run: (ctx) => settleReturns(ctx, BATCH) },
  { name: 'assignMissingLines', run: (ctx) => assignMissingLines(ctx, BATCH) },
  { name: 'findMissing', run: (ctx) => findMissing(ctx, BATCH) },
  { name: 'openExceptionsForParked', run: (ctx) => openExceptionsForParked(ctx, BATCH) },
  { name: 'reapDeliveries', run: (ctx) => reapDeliveries(ctx, BATCH) },
  { name: 'deliverDue', run: (ctx) => deliverDue(ctx, BATCH) },
  { name: 'moveToFeed', run: (ctx) => moveToFeed(ctx, BATCH) },
  { name: 'maintainWebhookPartitions', run: maintainWebhookPartitions },
]
