import { plusMs } from '../kernel/clock.ts'
import { Problem } from '../kernel/problem.ts'
import type { GraphContext, Viewer } from './context.ts'
import { STEP_UP, STEP_UP_MS, type Permission } from './permissions.ts'

/**
 * The first line of what everybody who is signed in may do, whatever their role: their own account.
 * @throws Problem unauthorized.
 */
export function requireSignIn(ctx: GraphContext): Viewer {
  if (!ctx.viewer) throw new Problem('unauthorized')
  return ctx.viewer
}

/**
 * The first line of every resolver of the root: who asks, and that they may.
 * @throws Problem unauthorized when nobody is signed in; forbidden, reason `missing_permission`; step_up_required when
 *   the permission asks for a fresh proof of who it is, with `code_needed`, `enrolment_needed` or `provider_needed`
 *   for how to give it.
 */
export function requirePermission(ctx: GraphContext, permission: Permission): Viewer {
  const viewer = requireSignIn(ctx)
  if (!viewer.permissions.includes(permission))
    throw new Problem('forbidden', { reason: 'missing_permission' })
  if (STEP_UP.has(permission) && !hasFreshStepUp(viewer, ctx.clock.now()))
    throw new Problem('step_up_required', { reason: `${viewer.stepUpMethod}_needed` })
  return viewer
}

/** Whether whoever asks holds a permission: for a part of an answer that others get without it. */
export const hasPermission = ({ viewer }: GraphContext, permission: Permission): boolean =>
  viewer?.permissions.includes(permission) ?? false

/** Whether what asks for a fresh proof asks this person now. */
export const hasFreshStepUp = ({ stepUpAt }: Pick<Viewer, 'stepUpAt'>, now: Date): boolean =>
  stepUpAt !== null && stepUpAt > plusMs(now, -STEP_UP_MS)
