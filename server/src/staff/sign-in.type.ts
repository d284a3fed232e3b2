import { Field, Int, ObjectType, registerEnumType } from 'type-graphql'
import type { SignInWays } from '../graphql/context.ts'
import type { TotpOffer } from './sign-in/enrol-totp.ts'
import type { SignInMethod } from './sessions/session.ts'
import { StaffType } from './staff.type.ts'

export const SignInNextEnum = { done: 'done', code: 'code', enrol: 'enrol' } as const
registerEnumType(SignInNextEnum, {
  name: 'SignInNext',
  description: 'What the sign-in still needs: nothing (done), a code of the app (code), or an app (enrol).',
})

export const SignInMethodEnum = { local: 'local', provider: 'provider' } as const
registerEnumType(SignInMethodEnum, { name: 'SignInMethod' })

/** Ways to sign in, for the sign-in page. */
@ObjectType('SignInWays')
export class SignInWaysType implements SignInWays {
  @Field(() => String, { nullable: true, description: 'Name of the identity provider; null without one.' })
  provider!: string | null
  @Field(() => Boolean, { description: 'False when only administrators sign in with a password.' })
  anybodyByPassword!: boolean
}

/** The next step of a sign-in; after the last step, the signed-in person. */
@ObjectType('SignInStep')
export class SignInStepType {
  @Field(() => SignInNextEnum) next!: keyof typeof SignInNextEnum
  @Field(() => StaffType, {
    nullable: true,
    description: 'The signed-in person; null until the sign-in is complete.',
  })
  staff!: StaffType | null
}

/** The secret for an authenticator app. No later call returns the secret again. */
@ObjectType('TotpOffer')
export class TotpOfferType implements TotpOffer {
  @Field(() => String) secret!: string
  @Field(() => String, { description: 'Content of the QR code (otpauth URI).' }) uri!: string
}

/** The result of an enrolment. No later call returns the recovery codes again. */
@ObjectType('TotpEnrolled')
export class TotpEnrolledType {
  @Field(() => StaffType) staff!: StaffType
  @Field(() => [String]) recoveryCodes!: string[]
}

/** Security settings of one's own account. */
@ObjectType('AccountSecurity')
export class AccountSecurityType {
  @Field(() => SignInMethodEnum) method!: SignInMethod
  @Field(() => Boolean) hasTotp!: boolean
  @Field(() => Boolean, { description: 'Whether the step-up authentication is still valid.' })
  proved!: boolean
  @Field(() => Boolean, { description: 'Whether the role needs an authenticator app.' }) needsTotp!: boolean
  @Field(() => Int) recoveryCodesLeft!: number
}
