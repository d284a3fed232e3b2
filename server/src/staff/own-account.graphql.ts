import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver } from 'type-graphql'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext, SignedInContext } from '../graphql/context.ts'
import { hasFreshStepUp, requirePermission } from '../graphql/guard.ts'
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

/**
 * The queries and mutations of people on their own console account, and the reset of another person's lost
 * authenticator app.
 */
@Resolver(() => AccountSecurityType)
export class OwnAccountResolver {
  @Authorized('signed_in')
  @Query(() => AccountSecurityType)
  async accountSecurity(@Ctx() ctx: SignedInContext): Promise<AccountSecurityType> {
    const me = await viewerStaff(ctx)
    const session = await findSession(ctx, tokenOf(ctx), false)
    return {
      method: session?.method ?? 'local',
      hasTotp: session?.hasTotp ?? false,
      proved: hasFreshStepUp(ctx.viewer, ctx.clock.now()),
      needsTotp: needsTotp(me.role),
      recoveryCodesLeft: await countRecoveryCodes(ctx, me.id),
    }
  }

  @Authorized('signed_in')
  @FieldResolver(() => [StaffIdentityType], { description: 'Your accounts at identity providers.' })
  identities(@Ctx() ctx: SignedInContext): Promise<StaffIdentityType[]> {
    return listIdentities(ctx, ctx.viewer.id)
  }

  @Authorized('signed_in')
  @Mutation(() => Boolean, { description: 'Restarts the idle timeout of the session.' })
  extendSession(): boolean {
    return true
  }

  @Authorized('signed_in')
  @Mutation(() => Boolean, {
    description: 'Step-up authentication by a code of the app or a recovery code.',
  })
  async stepUp(@Ctx() ctx: SignedInContext, @Arg('code', () => String) code: string): Promise<boolean> {
    ctx.cookie.set(await stepUp(ctx, { staffId: ctx.viewer.id, token: tokenOf(ctx), code }), SESSION_SECONDS)
    return true
  }

  @Authorized('signed_in')
  @Mutation(() => TotpOfferType, {
    description: 'Creates a secret for an authenticator app of the signed-in person.',
  })
  async beginTotp(
    @Ctx() ctx: SignedInContext,
    @Arg('password', () => String) password: string,
  ): Promise<TotpOfferType> {
    const me = await viewerStaff(ctx)
    if (await hasTotp(ctx, me.id)) requirePermission(ctx, 'own_account.renew_proof')
    await checkPassword(ctx, me, password)
    return beginTotp(ctx, me)
  }

  @Authorized('signed_in')
  @Mutation(() => TotpEnrolledType, {
    description: 'Activates the secret of `beginTotp` with a code of the app.',
  })
  async confirmTotp(
    @Ctx() ctx: SignedInContext,
    @Arg('code', () => String) code: string,
  ): Promise<TotpEnrolledType> {
    const given = { token: tokenOf(ctx), code }
    const { staff, token, recoveryCodes } = await confirmTotp(ctx, await viewerStaff(ctx), given)
    ctx.cookie.set(token, SESSION_SECONDS)
    return { staff, recoveryCodes }
  }

  @Authorized('own_account.renew_proof')
  @Mutation(() => [String], {
    description: 'Replaces the recovery codes with ten new ones. They cannot be shown again.',
  })
  renewRecoveryCodes(@Ctx() ctx: SignedInContext): Promise<string[]> {
    return renewRecoveryCodes(ctx, ctx.viewer.id)
  }

  @Authorized('signed_in')
  @Mutation(() => Boolean, { description: 'Ends all other sessions of the person.' })
  async changePassword(
    @Ctx() ctx: SignedInContext,
    @Arg('current', () => String) current: string,
    @Arg('password', () => String) password: string,
  ): Promise<boolean> {
    const given = { current, password, token: tokenOf(ctx) }
    ctx.cookie.set(await changePassword(ctx, await viewerStaff(ctx), given), SESSION_SECONDS)
    return true
  }

  @Authorized('own_account.renew_proof')
  @Mutation(() => Boolean, {
    description:
      'Unlinks the account at the identity provider. Allowed only in a session that began with a password.',
  })
  async unlinkMyIdentity(
    @Ctx() ctx: SignedInContext,
    @Arg('issuer', () => String) issuer: string,
  ): Promise<boolean> {
    const { id, stepUpMethod } = ctx.viewer
    // Require a session that began with a password, because such a session proves that the person can sign in without
    // the linked identity.
    if (stepUpMethod === 'provider') throw new Problem('conflict', { reason: 'password_session_needed' })
    await unlinkIdentity(ctx, { staffId: id, issuer, reason: null })
    return true
  }

  @Authorized('staff.reset_totp')
  @Mutation(() => Boolean, { description: "Removes another person's lost authenticator app." })
  async resetStaffTotp(
    @Ctx() ctx: GraphContext,
    @Arg('id', () => UuidScalar) id: string,
    @Arg('reason', () => String) reason: string,
  ): Promise<boolean> {
    await resetTotp(ctx, id, reason)
    return true
  }
}

async function viewerStaff(ctx: SignedInContext): Promise<Staff> {
  const me = await findStaff(ctx, ctx.viewer.id)
  if (!me) throw new Problem('unauthorized')
  return me
}

function tokenOf({ cookie }: GraphContext): string {
  if (cookie.token === undefined) throw new Problem('unauthorized')
  return cookie.token
}
