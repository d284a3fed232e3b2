import { verifyAuditNightly } from './audit/verify-nightly.ts'
import type { Wake } from './kernel/jobs/wake.ts'
import type { Kit, ServiceContext } from './kit.ts'
import { anchorHourly } from './ledger/anchor-hourly.ts'
import { verifyNightly } from './ledger/verify-nightly.ts'
import { pruneNetwork } from './settlements/prune-network.ts'

/** A background loop. It runs repeatedly, with a pause after each run that did not find a full batch. */
export interface Loop {
  name: string
  /** The pause after a run. */
  intervalMs: number
  /** The pause after a run that found work, instead of `intervalMs`, because more work is likely. */
  busyIntervalMs?: number
  /** The longest pause of a loop that `findDueWork` wakes. Loops without it run after every `intervalMs`. */
  pollIntervalMs?: number
  /** Ends the pause early when this process has new work. */
  wake?: Wake
  /** Runs one batch. Returns how many rows it found. */
  run(ctx: ServiceContext): Promise<number>
  /** A run that found this many rows is followed by another at once. */
  batch: number
  /** Called after a run that found work. */
  afterRun?: () => void
}

/** The longest pause of a loop that `findDueWork` may wake. */
export const POLL_MS = 5_000

const PRUNE_BATCH = 2_000

const anchorLoop = (folder: string): Loop => ({
  name: 'ledger-anchor',
  intervalMs: 60_000,
  batch: Infinity,
  run: async (ctx) => Number(await anchorHourly(ctx, folder)),
})

/** The loops that verify ledger and audit log, write ledger anchors, and delete old rows of network messages. */
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
    ...(folder === undefined ? [] : [anchorLoop(folder)]),
    {
      name: 'prune-network',
      intervalMs: 3_600_000,
      batch: PRUNE_BATCH,
      run: (ctx) => pruneNetwork(ctx, { retentionDays, limit: PRUNE_BATCH }),
    },
  ]
}
