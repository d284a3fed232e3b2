import { Arg, Ctx, Field, Mutation, ObjectType, Query, Resolver } from 'type-graphql'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { UuidScalar } from '../graphql/scalars.ts'
import { offerPassword } from './passwords/offer-password.ts'
import { findPasswordLink, type PasswordLink } from './passwords/password-link.ts'
import { setPasswordByLink } from './passwords/set-password-by-link.ts'

@ObjectType()
export class StaffPasswordOffered {
  @Field(() => String, { description: 'Token of the one-time link. It cannot be shown again.' })
  token!: string
  @Field(() => Date) expiresAt!: Date
}

/** A password link, as shown to the person who sets a password with it. */
@ObjectType('PasswordOffer')
export class PasswordOfferType implements Pick<PasswordLink, 'email' | 'name' | 'expiresAt'> {
  @Field(() => String) email!: string
  @Field(() => String) name!: string
  @Field(() => Date) expiresAt!: Date
}

@Resolver()
export class PasswordLinkResolver {
  @Authorized('staff.offer_password')
  @Mutation(() => StaffPasswordOffered, {
    description: 'Creates a password link for a person. Ends an earlier password link for this person.',
  })
  offerStaffPassword(
    @Ctx() ctx: GraphContext,
    @Arg('id', () => UuidScalar) staffId: string,
    @Arg('reason', () => String) reason: string,
  ): Promise<StaffPasswordOffered> {
    return offerPassword(ctx, { staffId, reason, adminsOnly: !ctx.signInWays.anybodyByPassword })
  }

  @Authorized('public')
  @Query(() => PasswordOfferType, {
    nullable: true,
    description: 'The person of a password link, without sign-in; null when the link is not valid.',
  })
  passwordOffer(
    @Ctx() ctx: GraphContext,
    @Arg('token', () => String) token: string,
  ): Promise<PasswordOfferType | null> {
    return findPasswordLink(ctx, token)
  }

  @Authorized('public')
  @Mutation(() => Boolean, {
    description:
      'Sets the password, without sign-in. Ends every session of the person, who signs in afterwards.',
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
