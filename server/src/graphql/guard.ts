import { plusMs } from '../kernel/clock.ts'
import { Problem } from '../kernel/problem.ts'
import type { GraphContext, Viewer } from './context.ts'
import { STEP_UP, STEP_UP_MS, type Permission } from './permissions.ts'

/**
 * Requires a session and returns the viewer. Resolvers do not call it; they declare `@Authorized('signed_in')`.
 * @throws Problem unauthorized.
 */
export function requireSignIn(ctx: GraphContext): Viewer {
  if (!ctx.viewer) throw new Problem('unauthorized')
  return ctx.viewer
}

/**
 * Requires a session, the permission and, for some permissions, a recent step-up authentication. Resolvers declare it
 * with `@Authorized`, and call it only for a requirement that depends on data.
 * @throws Problem unauthorized without a session; forbidden, reason `missing_permission`; step_up_required with reason
 *   `code_needed`, `enrolment_needed` or `provider_needed`, which names the step-up method.
 */
export function requirePermission(ctx: GraphContext, permission: Permission): void {
  const viewer = requireSignIn(ctx)
  if (!viewer.permissions.includes(permission))
    throw new Problem('forbidden', { reason: 'missing_permission' })
  if (STEP_UP.has(permission) && !hasFreshStepUp(viewer, ctx.clock.now()))
    throw new Problem('step_up_required', { reason: `${viewer.stepUpMethod}_needed` })
}

/** Returns whether the viewer has a permission. Use it for a part of a result that only some viewers may see. */
export const hasPermission = ({ viewer }: GraphContext, permission: Permission): boolean =>
  viewer?.permissions.includes(permission) ?? false

/** Returns whether the viewer's last step-up authentication is recent enough. */
export const hasFreshStepUp = ({ stepUpAt }: Pick<Viewer, 'stepUpAt'>, now: Date): boolean =>
  stepUpAt !== null && stepUpAt > plusMs(now, -STEP_UP_MS)
