import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql'
import { CentsScalar } from '../graphql/scalars.ts'
import { BANK_ACCOUNT_TYPES, type BankAccount, type BankAccountType as AccountType } from './bank-account.ts'
import type { BankAccountRecord } from './bank-account.queries.ts'
import {
  DISPUTE_POLICIES,
  REFUND_FEE_POLICIES,
  type DisputePolicy,
  type Merchant,
  type RefundFeePolicy,
} from './merchant.entity.ts'
import type { MerchantTerms } from './terms.ts'
import type { TermsVersion } from './terms-history.ts'

const enumOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name]))

const RefundFeePolicyEnum = enumOf(REFUND_FEE_POLICIES)
registerEnumType(RefundFeePolicyEnum, { name: 'RefundFeePolicy' })

export const DisputePolicyEnum = enumOf(DISPUTE_POLICIES)
registerEnumType(DisputePolicyEnum, { name: 'DisputePolicy' })

const BankAccountTypeEnum = enumOf(BANK_ACCOUNT_TYPES)
registerEnumType(BankAccountTypeEnum, { name: 'BankAccountType' })

/** A masked bank account. */
@ObjectType('BankAccount')
export class BankAccountType implements BankAccountRecord {
  @Field(() => ID) id!: string
  @Field(() => String, { description: 'The institution.' }) ispb!: string
  @Field(() => String) branch!: string
  @Field(() => String) accountMasked!: string
  @Field(() => BankAccountTypeEnum) type!: AccountType
  @Field(() => String) holderName!: string
  @Field(() => String) holderDocumentMasked!: string
  @Field(() => Date) createdAt!: Date
}

/** A bank account in plain text, for the person who makes the transfer. */
@ObjectType('RevealedBankAccount')
export class RevealedBankAccountType implements BankAccount {
  @Field(() => String) ispb!: string
  @Field(() => String) branch!: string
  @Field(() => String) account!: string
  @Field(() => BankAccountTypeEnum) type!: AccountType
  @Field(() => String) holderName!: string
  @Field(() => String) holderDocument!: string
}

@InputType()
export class BankAccountInput implements BankAccount {
  @Field(() => String, { description: 'The institution, 8 digits.' }) ispb!: string
  @Field(() => String, { description: 'The number of the branch, with its check digit if it has one.' })
  branch!: string
  @Field(() => String, { description: 'The number of the account with its check digit: 123456-7.' })
  account!: string
  @Field(() => BankAccountTypeEnum) type!: AccountType
  @Field(() => String) holderName!: string
  @Field(() => String, { description: 'CPF or CNPJ without punctuation.' }) holderDocument!: string
}

@ObjectType('MerchantTerms')
export class MerchantTermsType implements MerchantTerms {
  @Field(() => Boolean) pixEnabled!: boolean
  @Field(() => Int) feePercentBps!: number
  @Field(() => CentsScalar) feeFixedCents!: bigint
  @Field(() => Int) reserveBps!: number
  @Field(() => Int) reserveDays!: number
  @Field(() => Int) settlementDelayDays!: number
  @Field(() => RefundFeePolicyEnum) refundFeePolicy!: RefundFeePolicy
  @Field(() => DisputePolicyEnum, {
    description: 'What happens when the case of a lost dispute holds less than the disputed amount.',
  })
  disputePolicy!: DisputePolicy
  @Field(() => CentsScalar, {
    nullable: true,
    description: 'Highest amount of one charge; null when only the limit of the Pix network applies.',
  })
  amountCeilingCents!: bigint | null
  @Field(() => Int, { description: 'Calls a second.' }) writeRate!: number
  @Field(() => Int, { description: 'Calls a second.' }) readRate!: number
  @Field(() => Int, { description: 'Calls a second.' }) searchRate!: number
  @Field(() => Boolean) payoutsByService!: boolean
  @Field(() => Boolean, {
    description: 'Suspended by hand. A debt or a dispute also suspends payouts (see `Balance`).',
  })
  payoutsSuspended!: boolean
  bankAccountId!: string | null
}

@ObjectType('TermsVersion')
export class TermsVersionType implements Pick<TermsVersion, 'version' | 'validFrom'> {
  @Field(() => Int) version!: number
  @Field(() => Date) validFrom!: Date
  @Field(() => String) changedBy!: string
  @Field(() => MerchantTermsType) terms!: MerchantTermsType
}

@ObjectType('Merchant')
export class MerchantType implements Pick<Merchant, 'id' | 'name' | 'environment' | 'createdAt'> {
  @Field(() => ID) id!: string
  @Field(() => String) name!: string
  @Field(() => String, { description: 'production or sandbox.' }) environment!: Merchant['environment']
  @Field(() => Date) createdAt!: Date
}

/** Changes of a merchant's terms. Absent fields keep their value. */
@InputType()
export class UpdateTermsInput {
  @Field(() => Boolean, { nullable: true }) pixEnabled?: boolean
  @Field(() => Int, { nullable: true }) feePercentBps?: number
  @Field(() => CentsScalar, { nullable: true }) feeFixedCents?: bigint
  @Field(() => Int, { nullable: true }) reserveBps?: number
  @Field(() => Int, { nullable: true }) reserveDays?: number
  @Field(() => Int, { nullable: true }) settlementDelayDays?: number
  @Field(() => RefundFeePolicyEnum, { nullable: true }) refundFeePolicy?: RefundFeePolicy
  @Field(() => DisputePolicyEnum, { nullable: true }) disputePolicy?: DisputePolicy
  @Field(() => Boolean, { nullable: true }) payoutsByService?: boolean
}

/** A new merchant. An absent term gets its default value. */
@InputType()
export class CreateMerchantInput {
  @Field(() => String) name!: string
  @Field(() => String, { description: 'CPF or CNPJ without punctuation.' }) document!: string
  @Field(() => UpdateTermsInput, { nullable: true }) terms?: UpdateTermsInput | null
}

/** Changes of a merchant's limits. Absent fields keep their value. */
@InputType()
export class UpdateLimitsInput {
  @Field(() => CentsScalar, { nullable: true, description: 'Null removes the ceiling.' })
  amountCeilingCents?: bigint | null
  @Field(() => Int, { nullable: true }) writeRate?: number
  @Field(() => Int, { nullable: true }) readRate?: number
  @Field(() => Int, { nullable: true }) searchRate?: number
}
