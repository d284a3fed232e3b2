import { MAX_RUNTIME_MS, POLL_MS, type Loop } from '../kernel/jobs/loop.ts'
import { anchorHourly } from './anchor-hourly.ts'
import { VERIFY_JOB } from './verify/request-verification.ts'
import { verifyNightly } from './verify-nightly.ts'

/**
 * Returns the loops that verify the ledger and write its anchors to `folder`. If `folder` is undefined, no anchors are
 * written.
 */
export function ledgerLoops(folder: string | undefined): Loop[] {
  return [
    {
      name: VERIFY_JOB,
      maxRuntimeMs: MAX_RUNTIME_MS.table,
      // The interval is short, because a person who requests a verification waits for its start.
      intervalMs: POLL_MS,
      batch: Infinity,
      run: async (ctx) => Number(await verifyNightly(ctx, folder)),
    },
    ...(folder === undefined ? [] : [anchorLoop(folder)]),
  ]
}

const anchorLoop = (folder: string): Loop => ({
  name: 'ledger-anchor',
  maxRuntimeMs: MAX_RUNTIME_MS.table,
  intervalMs: 60_000,
  batch: Infinity,
  run: async (ctx) => Number(await anchorHourly(ctx, folder)),
})
