import { MAX_RUNTIME_MS, type Loop } from '../kernel/jobs/loop.ts'
import { verifyAuditNightly } from './verify-nightly.ts'

/** The loop that verifies the audit log every night. */
export const auditLoops: Loop[] = [
  {
    name: 'audit-verify',
    maxRuntimeMs: MAX_RUNTIME_MS.table,
    intervalMs: 60_000,
    batch: Infinity,
    run: async (ctx) => Number(await verifyAuditNightly(ctx)),
  },
]
