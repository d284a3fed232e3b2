import { BankAccountResolver, PayoutBankAccountResolver } from './bank-account.graphql.ts'
import { PayoutResolver } from './payout.graphql.ts'

export const payoutResolvers = [BankAccountResolver, PayoutBankAccountResolver, PayoutResolver] as const
