import { runClaimed } from '../../kernel/jobs/claim-run.ts'
import { plusMs } from '../../kernel/clock.ts'
import { isAborted, type Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { eachAccount } from '../../inbox/each-account.ts'
import { nameOfAccount, type WithPix } from '../../pix/pix-accounts.ts'
import type { RemovedBy, RemovedCob } from '../../pix/provider.ts'
import { cancelRemoved } from './cancel-removed.ts'

/** The largest expected difference between the clocks of the PSP and of the service. */
export const CLOCK_SKEW_MS = 120_000

/**
 * The interval between two reads of each list of removed charges. The PSP has one list for each party that can remove a
 * charge. The list of charges that the PSP removed (`psp`) is short. The list of charges that the receiver removed
 * contains every cancellation by a merchant. The service needs this second list only after it failed to record a
 * cancellation.
 */
const INTERVAL_MS: Record<RemovedBy, number> = { psp: 120_000, receiver: 600_000 }
const RETRY_MS = 60_000
const PAGES_MAX = 1_000

/**
 * Cancels the pending charges that were removed at the PSP, because nobody can pay them any more. Reads the PSP's lists
 * of removed charges since the creation of the oldest pending charge. In each interval, only one process reads a list.
 * If no charge is pending, no process reads the lists. Returns how many pending charges it found in the lists.
 */
export async function sweepRemoved(ctx: Context & WithPix): Promise<number> {
  const row = await db(ctx)
    .selectFrom('charge')
    .select(({ fn }) => fn.min<Date | null>('created_at').as('oldest'))
    .where('status', '=', 'pending')
    .executeTakeFirst()
  if (!row?.oldest) return 0
  const from = plusMs(row.oldest, -CLOCK_SKEW_MS)
  return eachAccount(ctx, async (_, accountId) => {
    let found = 0
    for (const by of ['psp', 'receiver'] as const) {
      if (isAborted(ctx)) break
      found += (await sweepList(ctx, { accountId, by, from })) ?? 0
    }
    return found
  })
}

interface RemovedList {
  accountId: string
  by: RemovedBy
  from: Date
}

/** Returns the name of the job that reads a list. */
const jobOf = ({ accountId, by }: RemovedList): string => nameOfAccount(`sweep-removed-${by}`, accountId)

/**
 * Reads one list of removed charges, if the list is due and no other process is reading the list. Returns how many
 * pending charges the list contained; undefined if this process did not read the list.
 */
function sweepList(ctx: Context & WithPix, list: RemovedList): Promise<number | undefined> {
  let found = 0
  let isComplete = false
  const nextRunAt = (now: Date): Date => plusMs(now, isComplete ? INTERVAL_MS[list.by] : RETRY_MS)
  return runClaimed(ctx, jobOf(list), { nextRunAt, retryMs: RETRY_MS }, async (claimed) => {
    const window = { ...list, to: claimed.clock.now(), pagesMax: PAGES_MAX }
    isComplete = await eachRemovedPage(claimed, window, async (items) => {
      found += await cancelRemoved(claimed, list.accountId, items)
    })
    return found
  })
}

/** Passes each page of a list of removed charges to `take`. Returns false if the list could not be read completely. */
export async function eachRemovedPage(
  ctx: WithPix & Pick<Context, 'signal'>,
  { accountId, by, from, to, pagesMax }: RemovedList & { to: Date; pagesMax: number },
  take: (items: RemovedCob[]) => Promise<void>,
): Promise<boolean> {
  for (let page = 0, pagesCount = 1; page < pagesCount; page++) {
    if (page === pagesMax || isAborted(ctx)) return false
    const removed = await ctx.pix.of(accountId).listRemoved({ by, from, to, page }, ctx.signal)
    if (removed.kind === 'unavailable') return false
    await take(removed.items)
    pagesCount = removed.pagesCount
  }
  return true
}
