import type { Context } from '../kernel/context.ts'
import { MAX_RUNTIME_MS, POLL_MS, type Loop } from '../kernel/jobs/loop.ts'
import type { WithPix } from '../pix/pix-accounts.ts'
import { requestReturns } from './request-returns.ts'
import { settleReturns } from './settle-returns.ts'

/** The loops that request returns at the PSP, and that compare finished returns with the PSP's records. */
export const returnLoops: Loop<Context & WithPix>[] = [
  {
    name: 'ask-returns',
    maxRuntimeMs: MAX_RUNTIME_MS.rows,
    intervalMs: 500,
    pollIntervalMs: POLL_MS,
    batch: 10,
    run: (ctx) => requestReturns(ctx, 10),
  },
  {
    name: 'return-settlement',
    once: {},
    maxRuntimeMs: MAX_RUNTIME_MS.calls,
    intervalMs: 10_000,
    batch: 100,
    run: (ctx) => settleReturns(ctx, 100),
  },
]
