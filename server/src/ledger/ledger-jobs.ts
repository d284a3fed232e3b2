import { MAX_RUNTIME_MS, type Loop } from '../kernel/jobs/loop.ts'
import { anchorHourly } from './anchor-hourly.ts'
import { verifyNightly } from './verify-nightly.ts'

/**
 * Returns the loops that verify the ledger and write its anchors to `folder`. If `folder` is undefined, no anchors are
 * written.
 */
export function ledgerLoops(folder: string | undefined): Loop[] {
  return [
    {
      name: 'ledger-verify',
      maxRuntimeMs: MAX_RUNTIME_MS.table,
      intervalMs: 60_000,
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
