import { MAX_RUNTIME_MS, type Loop } from '../../kernel/jobs/loop.ts'
import { purgeSignIns } from './purge-sign-ins.ts'

/** The loop that deletes expired sessions, pending sign-ins, sign-in attempts and known networks. */
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
