import { askReturns } from '../cases/ask-returns.ts'
import { drainInbox } from '../charges/drain-inbox.ts'
import { expireCharges } from '../charges/expire-charges.ts'
import { resolveIssuance } from '../charges/resolve-issuance.ts'
import { sweepReceived } from '../charges/sweep-received.ts'
import { sweepReturned } from '../charges/sweep-returned.ts'
import { tellDeadlines } from '../disputes/watch-disputes.ts'
import type { ServiceContext } from '../kit.ts'
import { runReturns } from '../run-returns.ts'
import { findMissing } from '../settlements/find-missing.ts'
import { makeAvailable } from '../settlements/make-available.ts'
import { nameParked } from '../settlements/name-parked.ts'
import { releaseReserves } from '../settlements/release-reserves.ts'
import { settleListed } from '../settlements/settle-listed.ts'
import { settleReturns } from '../settlements/settle-returns.ts'
import { deliverDue } from '../webhooks/deliver-due.ts'
import { maintainWebhookPartitions } from '../webhooks/maintain-partitions.ts'
import { reapDeliveries } from '../webhooks/reap-deliveries.ts'

const BATCH = 50

/** Every recurring verb of the service; the simulation runs them in any order, and all of them at the end. */
export const JOBS: ((ctx: ServiceContext) => Promise<number>)[] = [
  (ctx) => resolveIssuance(ctx, BATCH),
  (ctx) => drainInbox(ctx, BATCH),
  (ctx) => expireCharges(ctx, BATCH),
  sweepReceived,
  sweepReturned,
  (ctx) => askReturns(ctx, BATCH),
  (ctx) => runReturns(ctx, BATCH),
  (ctx) => tellDeadlines(ctx, BATCH),
  (ctx) => settleListed(ctx, BATCH),
  (ctx) => makeAvailable(ctx, BATCH),
  (ctx) => releaseReserves(ctx, BATCH),
  (ctx) => settleReturns(ctx, BATCH),
  (ctx) => findMissing(ctx, BATCH),
  (ctx) => nameParked(ctx, BATCH),
  (ctx) => reapDeliveries(ctx, BATCH),
  (ctx) => deliverDue(ctx, BATCH),
  maintainWebhookPartitions,
]
