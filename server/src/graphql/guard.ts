import { Problem } from '../kernel/problem.ts'
import type { GraphContext, Viewer } from './context.ts'
import type { Permission } from './permissions.ts'

/**
 * The first line of what everybody who is signed in may do, whatever their role: their own account.
 * @throws Problem unauthorized.
 */
export function signedIn(ctx: GraphContext): Viewer {
  if (!ctx.viewer) throw new Problem('unauthorized')
  return ctx.viewer
}

/**
 * The first line of every resolver of the root: who asks, and that they may.
 * @throws Problem unauthorized when nobody is signed in; forbidden, reason `missing_permission`.
 */
export function staff(ctx: GraphContext, permission: Permission): Viewer {
  const viewer = signedIn(ctx)
  if (!viewer.permissions.includes(permission))
    throw new Problem('forbidden', { reason: 'missing_permission' })
  return viewer
}
