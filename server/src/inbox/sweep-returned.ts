import { plusMs } from '../kernel/clock.ts'
import { isAborted, type Context } from '../kernel/context.ts'
import type { WithPix } from '../pix/pix-accounts.ts'
import { eachAccount } from './each-account.ts'
import { reportedBy, storePayments } from './network-inbox.ts'

/**
 * A Pix can be returned for 90 days. The sweep looks back one more day, because a return may appear in the list late.
 */
const LOOK_BACK_MS = 91 * 86_400_000
const PAGES_MAX = 10_000

/**
 * Reads the list of payments that have returns, for each receiving account, over the whole return period. Stores the
 * returns whose callback was lost. `sweepReceived` does not find a late return, because it reads only recent payments.
 * Returns the number of new rows.
 */
export const sweepReturned = (ctx: Context & WithPix): Promise<number> => eachAccount(ctx, sweepAccount)

async function sweepAccount(ctx: Context & WithPix, accountId: string): Promise<number> {
  const to = ctx.clock.now()
  const from = plusMs(to, -LOOK_BACK_MS)
  let found = 0
  for (let page = 0, pagesCount = 1; page < pagesCount && page < PAGES_MAX && !isAborted(ctx); page++) {
    const received = await ctx.pix
      .of(accountId)
      .listReceived({ from, to, page, withReturns: true }, ctx.signal)
    if (received.kind === 'unavailable') break
    found += await storePayments(ctx, reportedBy(accountId, received.items), 'sweep')
    pagesCount = received.pagesCount
  }
  return found
}
