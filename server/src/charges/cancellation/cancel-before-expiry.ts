import { plusMs } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { withDeadline } from '../../pix/http-call.ts'
import type { WithPix } from '../../pix/pix-accounts.ts'
import type { RemovedCob } from '../../pix/provider.ts'
import { isDueToExpire } from '../charge-expiry.ts'
import { cancelRemoved } from './cancel-removed.ts'
import { CLOCK_SKEW_MS, eachRemovedPage } from './sweep-removed.ts'

/**
 * The longest time to wait for the PSP. This time is short, so that a charge expires at most 5 s after its expiry time
 * even if the PSP does not answer.
 */
const NETWORK_WAIT_MS_MAX = 1_500
/** Creation windows that are at most this far apart are merged, so that one request to the PSP covers both. */
const GAP_MS_MAX = 600_000
const WINDOWS_MAX = 4
const PAGES_MAX = 3

/**
 * Cancels the charges that expire no later than `endedBy` and that the PSP of their receiving account has already
 * removed. Returns how many charges it cancelled.
 */
export async function cancelBeforeExpiry(
  ctx: Context & WithPix,
  endedBy: Date,
  limit: number,
): Promise<number> {
  const due = await findCreationWindows(ctx, endedBy, limit)
  const removed: [accountId: string, items: RemovedCob[]][] = []
  await withDeadline(ctx.clock, NETWORK_WAIT_MS_MAX, (deadline) =>
    deadline.within(
      Promise.all(
        windowsOf(due).map((window) =>
          eachRemovedPage(ctx, { ...window, by: 'psp', pagesMax: PAGES_MAX }, (items) => {
            removed.push([window.accountId, items])
            return Promise.resolve()
          }),
        ),
      ),
    ),
  )
  let cancelled = 0
  for (const [accountId, items] of Map.groupBy([...removed], ([id]) => id))
    cancelled += await cancelRemoved(
      ctx,
      accountId,
      items.flatMap(([, cobs]) => cobs),
    )
  return cancelled
}

/** A time window in which the PSP created one or more charges. */
interface CreationWindow {
  from: Date
  to: Date
}

type WindowOfAccount = CreationWindow & { accountId: string }

/**
 * Returns the windows of at most `limit` charges that expire by `endedBy`. The window of a charge lasts from the
 * creation of its row to the last update of the row. The PSP created the charge within this window.
 */
const findCreationWindows = (ctx: Context, endedBy: Date, limit: number): Promise<WindowOfAccount[]> =>
  db(ctx)
    .selectFrom('charge')
    .select(['created_at as from', 'updated_at as to', 'pix_account_id as accountId'])
    .where(isDueToExpire(endedBy))
    .orderBy('expires_at')
    .limit(limit)
    .execute()

/**
 * Merges the windows of each receiving account. Returns at most WINDOWS_MAX merged windows for each receiving account.
 */
function windowsOf(due: readonly WindowOfAccount[]): WindowOfAccount[] {
  const accounts = Array.from(Map.groupBy(due, ({ accountId }) => accountId))
  return accounts.flatMap(([accountId, windows]) =>
    mergeWindows(windows)
      .slice(0, WINDOWS_MAX)
      .map((window) => ({ ...window, accountId })),
  )
}

/** Widens the windows of the charges by the clock skew. Merges windows that are at most GAP_MS_MAX apart. */
export function mergeWindows(charges: readonly CreationWindow[]): CreationWindow[] {
  const windows: CreationWindow[] = []
  for (const { from, to } of charges.toSorted((a, b) => a.from.getTime() - b.from.getTime())) {
    const last = windows.at(-1)
    const wide = { from: plusMs(from, -CLOCK_SKEW_MS), to: plusMs(to, CLOCK_SKEW_MS) }
    if (!last || wide.from.getTime() - last.to.getTime() > GAP_MS_MAX) windows.push(wide)
    else if (wide.to > last.to) last.to = wide.to
  }
  return windows
}
