import { plusMs } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'
import { withDeadline } from '../../pix/http-call.ts'
import type { RemovedCob, WithPix } from '../../pix/provider.ts'
import { cancelRemoved } from './cancel-removed.ts'
import { CLOCK_SKEW_MS, eachRemovedPage } from './sweep-removed.ts'

/** A charge expires within 5 s of its time, whether or not the network answers. */
const ASK_MS_MAX = 1_500
/** Charges created within such a time of each other are asked about by one call. */
const GAP_MS_MAX = 600_000
const WINDOWS_MAX = 4
const PAGES_MAX = 3

/**
 * Asks the network which of the charges that end by `endedBy`, `limit` at most, its bank has removed, and cancels those
 * instead of letting them expire. By few calls of the list, whatever the number of charges, and only for a moment: what
 * is not known by then expires. Answers how many pending charges it found removed.
 */
export async function cancelBeforeExpiry(
  ctx: Context & WithPix,
  endedBy: Date,
  limit: number,
): Promise<number> {
  const due = await sql<Created>(ctx, DUE, [endedBy, limit])
  const removed: RemovedCob[] = []
  await withDeadline(ctx.clock, ASK_MS_MAX, (deadline) =>
    deadline.within(
      Promise.all(
        mergeWindows(due)
          .slice(0, WINDOWS_MAX)
          .map((window) =>
            eachRemovedPage(ctx, { ...window, by: 'psp', pagesMax: PAGES_MAX }, (items) => {
              removed.push(...items)
              return Promise.resolve()
            }),
          ),
      ),
    ),
  )
  return cancelRemoved(ctx, [...removed])
}

/** When a charge was created, and when its issuance was recorded at the latest. */
interface Created {
  from: Date
  to: Date
}

const DUE = `
  select created_at as "from", updated_at as "to" from charge where status = 'pending' and expires_at <= $1
  order by expires_at limit $2`

/** Few windows of the network's creation times that hold all of these charges. */
export function mergeWindows(charges: readonly Created[]): Created[] {
  const windows: Created[] = []
  for (const { from, to } of charges.toSorted((a, b) => a.from.getTime() - b.from.getTime())) {
    const last = windows.at(-1)
    const wide = { from: plusMs(from, -CLOCK_SKEW_MS), to: plusMs(to, CLOCK_SKEW_MS) }
    if (!last || wide.from.getTime() - last.to.getTime() > GAP_MS_MAX) windows.push(wide)
    else if (wide.to > last.to) last.to = wide.to
  }
  return windows
}
