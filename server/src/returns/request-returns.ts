import { plusMs } from '../kernel/clock.ts'
import { isAborted, type Context } from '../kernel/context.ts'
import { eachDueRow, runnable, type FindParameters } from '../kernel/jobs/each-due.ts'
import type { DueRow } from '../kernel/jobs/job-failure.ts'
import { db } from '../kernel/database/tables.ts'
import type { WithPix } from '../pix/pix-accounts.ts'
import type { NetworkReturn } from '../pix/provider.ts'
import { returnsAreReleased } from './hold/return-hold.queries.ts'
import { RETURN_COLUMNS, recordReturnOutcome, retryDelayMs, type ClaimedReturn } from './network-return.ts'

const JOB = 'ask-returns'

/**
 * The duration in milliseconds of a process's lease on a return, for the time in which it calls the PSP. A GET and a
 * PUT may take 5 s each, including the token request and one retry. The lease is longer than these two calls, so that
 * no second process sends another PUT at the same time.
 */
const REQUEST_LEASE_MS = 30_000

/**
 * Requests the due returns at the PSP, in batches of `limit`. For a return that was requested before, first sends a
 * GET. Repeats the PUT, with the same id, only if the PSP does not know the return. The returns of a batch are
 * requested concurrently, because each may wait for a slow PSP; therefore `limit` should be small. Requests nothing
 * while returns are held. Returns the number of processed returns.
 */
export function requestReturns(ctx: Context & WithPix, limit: number): Promise<number> {
  const find = (first: FindParameters) => findDue(ctx, first)
  return eachDueRow(ctx, { job: JOB, limit, concurrencyMax: limit, find }, async ({ merchantId, id }) => {
    await requestDueReturn(ctx, merchantId, id)
  })
}

const findDue = (ctx: Context, first: FindParameters): Promise<DueRow[]> =>
  db(ctx)
    .selectFrom('network_return as n')
    .select(['n.merchant_id as merchantId', 'n.id'])
    .where('n.state', '=', 'asking')
    .where('n.next_attempt_at', '<=', first[0])
    .where(returnsAreReleased())
    .where(runnable(ctx, JOB, first, { merchantId: 'n.merchant_id', id: 'n.id' }))
    .orderBy('n.next_attempt_at')
    .limit(first[1])
    .execute()

/**
 * Requests one return at the PSP, if the return is due, no other process has a lease on it, and returns are not held.
 * Returns true when this call recorded the outcome of the return.
 */
export async function requestDueReturn(
  ctx: Context & WithPix,
  merchantId: string,
  id: string,
): Promise<boolean> {
  const row = await claim(ctx, merchantId, id)
  if (!row) return false
  const outcome = row.attempts === 1 ? await request(ctx, row) : await findOrRequest(ctx, row)
  const ended = outcome !== undefined && (await recordReturnOutcome(ctx, row, outcome))
  if (!ended) await scheduleRetry(ctx, row)
  return ended
}

/**
 * Takes a lease on a due return. Returns undefined when the return is not due, another process has the lease, or
 * returns are held.
 */
function claim(ctx: Context, merchantId: string, id: string): Promise<ClaimedReturn | undefined> {
  const now = ctx.clock.now()
  return db(ctx)
    .updateTable('network_return as n')
    .set((eb) => ({
      next_attempt_at: plusMs(now, REQUEST_LEASE_MS),
      attempts: eb('n.attempts', '+', 1),
    }))
    .where('n.merchant_id', '=', merchantId)
    .where('n.id', '=', id)
    .where('n.state', '=', 'asking')
    .where('n.next_attempt_at', '<=', now)
    .where(returnsAreReleased())
    .returning(RETURN_COLUMNS)
    .returning((eb) =>
      eb
        .selectFrom('payment as p')
        .select('p.pix_account_id')
        .whereRef('p.merchant_id', '=', 'n.merchant_id')
        .whereRef('p.id', '=', 'n.payment_id')
        .$asScalar()
        .$notNull()
        .as('pixAccountId'),
    )
    .executeTakeFirst()
}

async function findOrRequest(
  ctx: Context & WithPix,
  row: ClaimedReturn,
): Promise<NetworkReturn | 'refused' | undefined> {
  const found = await ctx.pix
    .of(row.pixAccountId)
    .findReturn({ endToEndId: row.endToEndId, id: row.networkId }, ctx.signal)
  if (found.kind === 'absent' && !isAborted(ctx)) return request(ctx, row)
  return found.kind === 'found' ? found.return : undefined
}

async function request(
  ctx: Context & WithPix,
  row: ClaimedReturn,
): Promise<NetworkReturn | 'refused' | undefined> {
  const { endToEndId, networkId, amountCents, description } = row
  const provider = ctx.pix.of(row.pixAccountId)
  const outcome = await provider.requestReturn({ endToEndId, id: networkId, amountCents, description })
  if (outcome.kind === 'accepted') return outcome.return
  return outcome.kind === 'refused' ? 'refused' : undefined
}

async function scheduleRetry(ctx: Context, row: ClaimedReturn): Promise<void> {
  await db(ctx)
    .updateTable('network_return')
    .set({ next_attempt_at: plusMs(ctx.clock.now(), retryDelayMs(row.attempts)) })
    .where('merchant_id', '=', row.merchantId)
    .where('id', '=', row.id)
    .where('state', '=', 'asking')
    .where('attempts', '=', row.attempts)
    .execute()
}
