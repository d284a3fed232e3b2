import type { WithFiles } from '../../files/file-tools.ts'
import type { Context } from '../../kernel/context.ts'
import { MAX_RUNTIME_MS, type Loop } from '../../kernel/jobs/loop.ts'
import { deleteOutdatedFiles } from './delete-files.ts'
import { deleteOrphansNightly } from './delete-orphans.ts'

const BATCH = 100
const MINUTE_MS = 60_000

/** The loops that delete the files of disputes that closed 5 years ago, and objects without a row. */
export const disputeFileLoops: Loop<Context & WithFiles>[] = [
  {
    name: 'dispute-files',
    once: {},
    maxRuntimeMs: MAX_RUNTIME_MS.calls,
    intervalMs: MINUTE_MS,
    batch: BATCH,
    run: (ctx) => deleteOutdatedFiles(ctx, BATCH),
  },
  {
    name: 'dispute-file-orphans',
    maxRuntimeMs: MAX_RUNTIME_MS.table,
    intervalMs: MINUTE_MS,
    batch: Infinity,
    run: async (ctx) => Number(await deleteOrphansNightly(ctx)),
  },
]
