import type { Context } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import { Problem } from '../kernel/problem.ts'

/**
 * Returns a function that checks that the sandbox database is migrated (`isMigrated`), and that row security applies to
 * the role of this process. After one successful check, the function checks nothing.
 * @throws Problem service_unavailable, reason `sandbox_unavailable`: the database is not migrated, or row security does
 * not apply. Without row security, test accounts would see each other's rows. `migrate` creates row security, but
 * PostgreSQL does not apply it to the owner of the tables or to a role with BYPASSRLS.
 */
export function makeIsolationCheck(
  isMigrated: (ctx: Context) => Promise<boolean> = () => Promise.resolve(true),
): (ctx: Context) => Promise<void> {
  let isIsolated = false
  return async (ctx) => {
    if (isIsolated) return
    isIsolated = (await isMigrated(ctx)) && (await readIsolation(ctx))
    if (isIsolated) return
    ctx.log.error(
      { alarm: 'sandbox_not_ready' },
      'the sandbox database lacks migrations or does not isolate its accounts: run "migrate", and connect as pix_app',
    )
    throw new Problem('service_unavailable', { reason: 'sandbox_unavailable', retryAfterSeconds: 60 })
  }
}

async function readIsolation(ctx: Context): Promise<boolean> {
  const row = await db(ctx)
    .selectNoFrom((eb) => eb.fn<boolean>('row_security_active', [eb.val('charge')]).as('isActive'))
    .executeTakeFirst()
  return row?.isActive ?? false
}
