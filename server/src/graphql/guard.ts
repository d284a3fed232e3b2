import { Problem } from '../kernel/problem.ts'
import type { GraphContext, Viewer } from './context.ts'
import type { Permission } from './permissions.ts'

/**
 * The first line of every resolver of the root: who asks, and that they may.
 * @throws Problem unauthorized when nobody is signed in; forbidden, reason `missing_permission`.
 */
export function staff(ctx: GraphContext, permission: Permission): Viewer {
  if (!ctx.viewer) throw new Problem('unauthorized')
  if (!ctx.viewer.permissions.includes(permission))
    throw new Problem('forbidden', { reason: 'missing_permission' })
  return ctx.viewer
}
