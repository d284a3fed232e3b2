import { Arg, Ctx, Field, Mutation, ObjectType, Query, Resolver } from 'type-graphql'
import type { GraphContext } from '../graphql/context.ts'
import { requirePermission } from '../graphql/guard.ts'
import { UuidScalar } from '../graphql/scalars.ts'
import { offerPassword } from './passwords/offer-password.ts'
import { findPasswordLink, type PasswordLink } from './passwords/password-link.ts'
import { setPasswordByLink } from './passwords/set-password-by-link.ts'

@ObjectType()
export class StaffPasswordOffered {
  @Field(() => String, { description: 'For the one-time link; shown this once.' }) token!: string
  @Field(() => Date) expiresAt!: Date
}

/** Whose password a link sets, as its person sees it. */
@ObjectType('PasswordOffer')
export class PasswordOfferType implements Pick<PasswordLink, 'email' | 'name' | 'expiresAt'> {
  @Field(() => String) email!: string
  @Field(() => String) name!: string
  @Field(() => Date) expiresAt!: Date
}

@Resolver()
export class PasswordLinkResolver {
  @Mutation(() => StaffPasswordOffered, {
    description: 'For somebody who has lost their password. An older link to them ends.',
  })
  offerStaffPassword(
    @Ctx() ctx: GraphContext,
    @Arg('id', () => UuidScalar) staffId: string,
    @Arg('reason', () => String) reason: string,
  ): Promise<StaffPasswordOffered> {
    requirePermission(ctx, 'staff.offer_password')
    return offerPassword(ctx, { staffId, reason, adminsOnly: !ctx.signInWays.anybodyByPassword })
  }

  @Query(() => PasswordOfferType, {
    nullable: true,
    description: 'For whoever holds the link; null when it opens nothing.',
  })
  passwordOffer(
    @Ctx() ctx: GraphContext,
    @Arg('token', () => String) token: string,
  ): Promise<PasswordOfferType | null> {
    return findPasswordLink(ctx, token)
  }

  @Mutation(() => Boolean, {
    description: 'For whoever holds the link. Ends every session of theirs; they sign in afterwards.',
  })
  async setPasswordByLink(
    @Ctx() ctx: GraphContext,
    @Arg('token', () => String) token: string,
    @Arg('password', () => String) password: string,
  ): Promise<boolean> {
    await setPasswordByLink(ctx, token, password)
    return true
  }
}
