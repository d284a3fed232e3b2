import { Field, Int, ObjectType, registerEnumType } from 'type-graphql'
import type { SignInWays } from '../graphql/context.ts'
import type { TotpOffer } from './sign-in/enrol-totp.ts'
import type { SignInMethod } from './sessions/session.ts'
import { StaffType } from './staff.type.ts'

export const SignInNextEnum = { done: 'done', code: 'code', enrol: 'enrol' } as const
registerEnumType(SignInNextEnum, {
  name: 'SignInNext',
  description: 'What a sign-in still needs: nothing, the code of the app, or an app to be enrolled.',
})

export const SignInMethodEnum = { local: 'local', provider: 'provider' } as const
registerEnumType(SignInMethodEnum, { name: 'SignInMethod' })

/** How people get in here: what the page of the sign-in offers. */
@ObjectType('SignInWays')
export class SignInWaysType implements SignInWays {
  @Field(() => String, { nullable: true, description: 'The identity provider, by name; null without one.' })
  provider!: string | null
  @Field(() => Boolean, { description: 'False when only administrators sign in with a password.' })
  anybodyByPassword!: boolean
}

/** How far a sign-in has come. */
@ObjectType('SignInStep')
export class SignInStepType {
  @Field(() => SignInNextEnum) next!: keyof typeof SignInNextEnum
  @Field(() => StaffType, { nullable: true, description: 'Who is signed in; null until all is done.' })
  staff!: StaffType | null
}

/** What the app needs, shown this once. */
@ObjectType('TotpOffer')
export class TotpOfferType implements TotpOffer {
  @Field(() => String) secret!: string
  @Field(() => String, { description: 'The text of the picture.' }) uri!: string
}

/** An app just enrolled, and the codes for the day it is lost, shown this once. */
@ObjectType('TotpEnrolled')
export class TotpEnrolledType {
  @Field(() => StaffType) staff!: StaffType
  @Field(() => [String]) recoveryCodes!: string[]
}

/** How the account of whoever asks is guarded. */
@ObjectType('AccountSecurity')
export class AccountSecurityType {
  @Field(() => SignInMethodEnum) method!: SignInMethod
  @Field(() => Boolean) hasTotp!: boolean
  @Field(() => Boolean, { description: 'Whether nothing asks for a fresh proof at this moment.' })
  proved!: boolean
  @Field(() => Boolean, { description: 'Whether the role asks for an app.' }) needsTotp!: boolean
  @Field(() => Int) recoveryCodesLeft!: number
}
