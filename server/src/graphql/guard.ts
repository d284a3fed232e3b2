import { plusMs } from '../kernel/clock.ts'
import { Problem } from '../kernel/problem.ts'
import type { GraphContext, Viewer } from './context.ts'
import { STEP_UP, STEP_UP_MS, TEST_PERMISSIONS, type Permission } from './permissions.ts'

/**
 * Requires a session and returns the viewer. Resolvers declare `@Authorized('signed_in')` instead of calling this
 * function.
 * @throws Problem unauthorized.
 */
export function requireSignIn(ctx: GraphContext): Viewer {
  if (!ctx.viewer) throw new Problem('unauthorized')
  return ctx.viewer
}

/**
 * Requires a session, the permission and, for some permissions, a recent step-up authentication. Resolvers declare a
 * permission with `@Authorized`, and call this function only if the permission depends on data.
 * @throws Problem unauthorized without a session.
 * @throws Problem forbidden, reason `missing_permission`.
 * @throws Problem step_up_required with reason `code_needed`, `enrolment_needed` or `provider_needed`, which names the
 * step-up method.
 * @throws Problem forbidden, reason `production_only`: the permission does not apply to the selected test account.
 * @throws the Problem that prevents the use of the selected test account.
 */
export function requirePermission(ctx: GraphContext, permission: Permission): void {
  const viewer = requireSignIn(ctx)
  if (ctx.testAccount !== null && !TEST_PERMISSIONS.has(permission)) throw productionOnly()
  if (!viewer.permissions.includes(permission))
    throw new Problem('forbidden', { reason: 'missing_permission' })
  if (ctx.testAccount?.refusal) throw ctx.testAccount.refusal
  // The clock of a test account may be ahead of the real time, at which the step-up authentication took place.
  if (STEP_UP.has(permission) && !hasFreshStepUp(viewer, ctx.live.clock.now()))
    throw new Problem('step_up_required', { reason: `${viewer.stepUpMethod}_needed` })
}

/**
 * Refuses a request that selects a test account. Call this function for an operation that needs no permission, because
 * such an operation exists only in production.
 * @throws Problem forbidden, reason `production_only`.
 */
export function requireProduction({ testAccount }: GraphContext): void {
  if (testAccount !== null) throw productionOnly()
}

/**
 * Refuses a merchant other than the one whose test account the request selects. Call this function before a query of a
 * table without row security in the sandbox database.
 * @throws Problem not_found, reason `account_not_found`.
 */
export function requireMerchant({ testAccount }: GraphContext, merchantId: string): void {
  if (testAccount !== null && testAccount.id !== merchantId)
    throw new Problem('not_found', { reason: 'account_not_found' })
}

const productionOnly = (): Problem => new Problem('forbidden', { reason: 'production_only' })

/**
 * Returns whether the viewer has a permission. Use this function for a part of a result that only some viewers may see.
 */
export const hasPermission = ({ viewer }: GraphContext, permission: Permission): boolean =>
  viewer?.permissions.includes(permission) ?? false

/** Returns whether the viewer's last step-up authentication is recent enough. */
export const hasFreshStepUp = ({ stepUpAt }: Pick<Viewer, 'stepUpAt'>, now: Date): boolean =>
  stepUpAt !== null && stepUpAt > plusMs(now, -STEP_UP_MS)
