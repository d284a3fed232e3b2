import { MAX_RUNTIME_MS, type Loop } from '../../kernel/jobs/loop.ts'
import { purgeSignIns } from './purge-sign-ins.ts'

/** The loop that deletes old sign-in attempts. */
export const signInLoops: Loop[] = [
  {
    name: 'sign-ins',
    once: {},
    maxRuntimeMs: MAX_RUNTIME_MS.rows,
    intervalMs: 600_000,
    batch: 1_000,
    run: (ctx) => purgeSignIns(ctx, 1_000),
  },
]
