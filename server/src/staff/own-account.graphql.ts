import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver } from 'type-graphql'
import type { GraphContext } from '../graphql/context.ts'
import { hasFreshStepUp, requireSignIn, requirePermission } from '../graphql/guard.ts'
import { UuidScalar } from '../graphql/scalars.ts'
import { Problem } from '../kernel/problem.ts'
import { changePassword, checkPassword } from './passwords/change-password.ts'
import { beginTotp, confirmTotp } from './sign-in/enrol-totp.ts'
import { listIdentities } from './identity-provider/identity.queries.ts'
import { needsTotp } from './permissions.ts'
import { countRecoveryCodes } from './second-factor/recovery-codes.ts'
import { renewRecoveryCodes } from './second-factor/renew-recovery-codes.ts'
import { resetTotp } from './second-factor/reset-totp.ts'
import { findSession, SESSION_LIFETIME_MS } from './sessions/session.ts'
import { AccountSecurityType, TotpEnrolledType, TotpOfferType } from './sign-in.type.ts'
import type { Staff } from './staff.entity.ts'
import { findStaff } from './staff.queries.ts'
import { StaffIdentityType } from './staff.type.ts'
import { stepUp } from './second-factor/step-up.ts'
import { hasTotp } from './second-factor/totp-store.ts'
import { unlinkIdentity } from './identity-provider/unlink-identity.ts'

const SESSION_SECONDS = SESSION_LIFETIME_MS / 1_000

/** What people do about their own account, and an administrator about another's lost app. */
@Resolver(() => AccountSecurityType)
export class OwnAccountResolver {
  @Query(() => AccountSecurityType)
  async accountSecurity(@Ctx() ctx: GraphContext): Promise<AccountSecurityType> {
    const viewer = requireSignIn(ctx)
    const me = await themselves(ctx)
    const session = await findSession(ctx, tokenOf(ctx), false)
    return {
      method: session?.method ?? 'local',
      hasTotp: session?.hasTotp ?? false,
      proved: hasFreshStepUp(viewer, ctx.clock.now()),
      needsTotp: needsTotp(me.role),
      recoveryCodesLeft: await countRecoveryCodes(ctx, me.id),
    }
  }

  @FieldResolver(() => [StaffIdentityType], { description: 'Who they are at the identity provider.' })
  identities(@Ctx() ctx: GraphContext): Promise<StaffIdentityType[]> {
    return listIdentities(ctx, requireSignIn(ctx).id)
  }

  @Mutation(() => Boolean, { description: 'Keeps the session from ending for being idle.' })
  extendSession(@Ctx() ctx: GraphContext): boolean {
    requireSignIn(ctx)
    return true
  }

  @Mutation(() => Boolean, {
    description: 'Proves who it is again, by a code of the app or a recovery code.',
  })
  async stepUp(@Ctx() ctx: GraphContext, @Arg('code', () => String) code: string): Promise<boolean> {
    const { id } = requireSignIn(ctx)
    ctx.cookie.set(await stepUp(ctx, { staffId: id, token: tokenOf(ctx), code }), SESSION_SECONDS)
    return true
  }

  @Mutation(() => TotpOfferType, { description: 'A secret for an app, for somebody who is signed in.' })
  async beginTotp(
    @Ctx() ctx: GraphContext,
    @Arg('password', () => String) password: string,
  ): Promise<TotpOfferType> {
    requireSignIn(ctx)
    const me = await themselves(ctx)
    if (await hasTotp(ctx, me.id)) requirePermission(ctx, 'own_account.renew_proof')
    await checkPassword(ctx, me, password)
    return beginTotp(ctx, me)
  }

  @Mutation(() => TotpEnrolledType, { description: 'Has that secret count, by a code of it.' })
  async confirmTotp(
    @Ctx() ctx: GraphContext,
    @Arg('code', () => String) code: string,
  ): Promise<TotpEnrolledType> {
    requireSignIn(ctx)
    const given = { token: tokenOf(ctx), code }
    const { staff, token, recoveryCodes } = await confirmTotp(ctx, await themselves(ctx), given)
    ctx.cookie.set(token, SESSION_SECONDS)
    return { staff, recoveryCodes }
  }

  @Mutation(() => [String], { description: 'Ten new recovery codes in place of the old, shown this once.' })
  renewRecoveryCodes(@Ctx() ctx: GraphContext): Promise<string[]> {
    const { id } = requirePermission(ctx, 'own_account.renew_proof')
    return renewRecoveryCodes(ctx, id)
  }

  @Mutation(() => Boolean, { description: 'Ends every other session of theirs.' })
  async changePassword(
    @Ctx() ctx: GraphContext,
    @Arg('current', () => String) current: string,
    @Arg('password', () => String) password: string,
  ): Promise<boolean> {
    requireSignIn(ctx)
    const given = { current, password, token: tokenOf(ctx) }
    ctx.cookie.set(await changePassword(ctx, await themselves(ctx), given), SESSION_SECONDS)
    return true
  }

  @Mutation(() => Boolean, {
    description:
      'Undoes the link to their account at the provider. From a session begun with a password alone.',
  })
  async unlinkMyIdentity(
    @Ctx() ctx: GraphContext,
    @Arg('issuer', () => String) issuer: string,
  ): Promise<boolean> {
    const { id, stepUpMethod } = requirePermission(ctx, 'own_account.renew_proof')
    // It shows that they still come in without the link.
    if (stepUpMethod === 'provider') throw new Problem('conflict', { reason: 'password_session_needed' })
    await unlinkIdentity(ctx, { staffId: id, issuer, reason: null })
    return true
  }

  @Mutation(() => Boolean, { description: "Takes another's app away, for one who has lost it." })
  async resetStaffTotp(
    @Ctx() ctx: GraphContext,
    @Arg('id', () => UuidScalar) id: string,
    @Arg('reason', () => String) reason: string,
  ): Promise<boolean> {
    requirePermission(ctx, 'staff.reset_totp')
    await resetTotp(ctx, id, reason)
    return true
  }
}

/** The guard has seen a session, so both are there. */
async function themselves(ctx: GraphContext): Promise<Staff> {
  const me = ctx.viewer && (await findStaff(ctx, ctx.viewer.id))
  if (!me) throw new Problem('unauthorized')
  return me
}

function tokenOf({ cookie }: GraphContext): string {
  if (cookie.token === undefined) throw new Problem('unauthorized')
  return cookie.token
}
