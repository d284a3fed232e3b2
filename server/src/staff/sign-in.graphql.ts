import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { withStaffActor } from './sign-in/complete-sign-in.ts'
import { beginTotp, findStaffToEnrol, completeEnrolment } from './sign-in/enrol-totp.ts'
import { MFA_CHALLENGE_MS } from './sign-in/mfa-challenge.ts'
import { SESSION_LIFETIME_MS } from './sessions/session.ts'
import { signIn } from './sign-in/sign-in.ts'
import { signInWithCode } from './sign-in/sign-in-with-code.ts'
import { SignInStepType, SignInWaysType, TotpEnrolledType, TotpOfferType } from './sign-in.type.ts'
import { signOut } from './sign-in/sign-out.ts'

const SESSION_SECONDS = SESSION_LIFETIME_MS / 1_000

/** Sign-in and sign-out: the queries and mutations that need no session. */
@Resolver()
export class SignInResolver {
  @Authorized('public')
  @Query(() => SignInWaysType)
  signInWays(@Ctx() { signInWays }: GraphContext): SignInWaysType {
    return signInWays
  }

  @Authorized('public')
  @Mutation(() => SignInStepType, { description: 'First step of the sign-in: e-mail and password.' })
  async signIn(
    @Ctx() ctx: GraphContext,
    @Arg('email', () => String) email: string,
    @Arg('password', () => String) password: string,
  ): Promise<SignInStepType> {
    const step = await signIn(ctx, {
      email,
      password,
      currentToken: ctx.cookie.token,
      adminsOnly: !ctx.signInWays.anybodyByPassword,
    })
    ctx.cookie.set(step.token, step.next === 'done' ? SESSION_SECONDS : MFA_CHALLENGE_MS / 1_000)
    return { next: step.next, staff: step.next === 'done' ? step.staff : null }
  }

  @Authorized('public')
  @Mutation(() => SignInStepType, {
    description: 'Second step of the sign-in: a code of the app, or a recovery code.',
  })
  async signInWithCode(
    @Ctx() ctx: GraphContext,
    @Arg('code', () => String) code: string,
  ): Promise<SignInStepType> {
    const { staff, token } = await signInWithCode(ctx, ctx.cookie.token, code)
    ctx.cookie.set(token, SESSION_SECONDS)
    return { next: 'done', staff }
  }

  @Authorized('public')
  @Mutation(() => TotpOfferType, {
    description: 'Second step of the sign-in for a person without an app: creates a secret.',
  })
  async beginEnrolment(@Ctx() ctx: GraphContext): Promise<TotpOfferType> {
    const staff = await findStaffToEnrol(ctx, ctx.cookie.token)
    return beginTotp(withStaffActor(ctx, staff), staff)
  }

  @Authorized('public')
  @Mutation(() => TotpEnrolledType, {
    description:
      'Second step of the sign-in for a person without an app: activates the secret and completes the sign-in.',
  })
  async confirmEnrolment(
    @Ctx() ctx: GraphContext,
    @Arg('code', () => String) code: string,
  ): Promise<TotpEnrolledType> {
    const { staff, token, recoveryCodes } = await completeEnrolment(ctx, ctx.cookie.token, code)
    ctx.cookie.set(token, SESSION_SECONDS)
    return { staff, recoveryCodes }
  }

  @Authorized('public')
  @Mutation(() => Boolean)
  async signOut(@Ctx() ctx: GraphContext): Promise<boolean> {
    if (ctx.cookie.token !== undefined) await signOut(ctx, ctx.cookie.token)
    ctx.cookie.clear()
    return true
  }
}
