import { verifyAuditNightly } from './audit/verify-nightly.ts'
import type { Wake } from './kernel/jobs/wake.ts'
import type { Kit, ServiceContext } from './kit.ts'
import { anchorHourly } from './ledger/anchor-hourly.ts'
import { verifyNightly } from './ledger/verify-nightly.ts'
import { pruneNetwork } from './settlements/prune-network.ts'

/** A verb that is run again and again: at once while it finds work, and when it is told that there is some. */
export interface Loop {
  name: string
  /** The pause after a run, before which another is of no use. */
  intervalMs: number
  /** Instead of `intervalMs` after a run that found something: more is likely on its way, and another process took it in. */
  busyIntervalMs?: number
  /** For a loop that the watch wakes: the longest pause, should the watch fail. Others run after every `intervalMs`. */
  restMs?: number
  /** Tells it of work that this process took in: ends also `intervalMs`. */
  wake?: Wake
  /** Answers how much it found; a full batch is followed by another at once. */
  run(ctx: ServiceContext): Promise<number>
  batch: number
  afterRun?: () => void
}

const PRUNED_AT_ONCE = 2_000

const anchoring = (folder: string): Loop => ({
  name: 'ledger-anchor',
  intervalMs: 60_000,
  batch: Infinity,
  run: async (ctx) => Number(await anchorHourly(ctx, folder)),
})

/** The proof of the books by the hour and by night, and the end of what the network told long ago. */
export function maintenanceLoops({
  config: { ledgerAnchorDir: folder, networkRetentionDays: retentionDays },
}: Kit): Loop[] {
  return [
    {
      name: 'ledger-verify',
      intervalMs: 60_000,
      batch: Infinity,
      run: async (ctx) => Number(await verifyNightly(ctx, folder)),
    },
    {
      name: 'audit-verify',
      intervalMs: 60_000,
      batch: Infinity,
      run: async (ctx) => Number(await verifyAuditNightly(ctx)),
    },
    ...(folder === undefined ? [] : [anchoring(folder)]),
    {
      name: 'prune-network',
      intervalMs: 3_600_000,
      batch: PRUNED_AT_ONCE,
      run: (ctx) => pruneNetwork(ctx, { retentionDays, limit: PRUNED_AT_ONCE }),
    },
  ]
}
