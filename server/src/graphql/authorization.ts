import { Authorized as AuthorizedByRole, type AuthCheckerFn } from 'type-graphql'
import type { GraphContext } from './context.ts'
import { hasPermission, requirePermission, requireProduction, requireSignIn } from './guard.ts'
import type { Permission } from './permissions.ts'

/**
 * The access of an operation or a field: everyone, every signed-in person, or the viewers with a permission.
 * `nullWithout` makes a field null, without an error, for viewers who lack one of the listed permissions.
 */
export type Access = 'public' | 'signed_in' | Permission | { nullWithout: readonly Permission[] }

/**
 * Declares the access of an operation or a field. Every query and mutation needs this declaration. This is the
 * decorator `Authorized` of type-graphql with a narrower type, which allows exactly one `Access`.
 */
export const Authorized: (access: Access) => MethodDecorator = AuthorizedByRole

/**
 * Enforces `@Authorized` before the resolver runs. Returns false for a field that must be null. If the request selects
 * a test account, refuses operations with the access `public` or `signed_in`. Before a mutation in a test account,
 * makes the jobs of the account run soon.
 * @throws Problem unauthorized, forbidden or step_up_required, as `requirePermission` and `requireProduction` do.
 */
export const authChecker: AuthCheckerFn<GraphContext, Access> = ({ context, info }, [access]) => {
  if (access === undefined) throw new Error('BUG: @Authorized has no argument')
  if (typeof access === 'object')
    return access.nullWithout.every((permission) => hasPermission(context, permission))
  if (access === 'signed_in') requireSignIn(context)
  if (access === 'signed_in' || access === 'public') requireProduction(context)
  else requirePermission(context, access)
  const { testAccount } = context
  if (testAccount === null || info.parentType !== info.schema.getMutationType()) return true
  return testAccount.wake().then(() => true)
}
