import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql'
import { oneById } from '../graphql/data-loaders.ts'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { UuidScalar } from '../graphql/scalars.ts'
import { findBankAccounts } from '../merchants/bank-account.queries.ts'
import {
  BankAccountInput,
  BankAccountType,
  MerchantTermsType,
  MerchantType,
  RevealedBankAccountType,
} from '../merchants/merchant.type.ts'
import { revealBankAccount } from '../merchants/reveal-bank-account.ts'
import { bankNameOf } from './banks/bank-name.ts'
import type { Payout } from './payout.entity.ts'
import { PayoutType } from './payout.type.ts'
import { setBankAccount } from './set-bank-account.ts'

const bankAccountById = oneById(findBankAccounts)

const findAccount = async (ctx: GraphContext, id: string | null): Promise<BankAccountType | null> =>
  id === null ? null : ((await bankAccountById(ctx, id)) ?? null)

@Resolver(() => MerchantTermsType)
class BankAccountResolver {
  @Authorized('merchant.change_bank_account')
  @Mutation(() => MerchantType, {
    description: 'Sets the account for future payouts. Null removes the account, which suspends payouts.',
  })
  setBankAccount(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
    @Arg('account', () => BankAccountInput, { nullable: true }) account: BankAccountInput | null,
  ): Promise<MerchantType> {
    return setBankAccount(ctx, merchantId, account)
  }

  @Authorized('merchant.reveal_bank_account')
  @Mutation(() => RevealedBankAccountType, {
    description: 'Returns the whole bank account. The audit log records who read it and why.',
  })
  revealBankAccount(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
    @Arg('reason', () => String) reason: string,
  ): Promise<RevealedBankAccountType> {
    return revealBankAccount(ctx, merchantId, reason)
  }

  @FieldResolver(() => BankAccountType, { nullable: true, description: 'The account for payouts.' })
  bankAccount(@Ctx() ctx: GraphContext, @Root() terms: MerchantTermsType): Promise<BankAccountType | null> {
    return findAccount(ctx, terms.bankAccountId)
  }
}

@Resolver(() => PayoutType)
class PayoutBankAccountResolver {
  @FieldResolver(() => BankAccountType, {
    nullable: true,
    description: 'The account that the payout was made to.',
  })
  bankAccount(@Ctx() ctx: GraphContext, @Root() payout: Payout): Promise<BankAccountType | null> {
    return findAccount(ctx, payout.bankAccountId)
  }
}

@Resolver(() => BankAccountType)
class BankNameResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description: 'The name of the institution. Null when the list of ISPBs does not contain this ISPB.',
  })
  bankName(@Root() { ispb }: BankAccountType): string | null {
    return bankNameOf(ispb)
  }
}

export const bankAccountResolvers = [
  BankAccountResolver,
  PayoutBankAccountResolver,
  BankNameResolver,
] as const
