import type { PayoutQuery } from '../../api/generated/graphql.ts'
import type { Text } from '../../lib/text.ts'
import { payouts as texts } from './texts.ts'

export type BankAccount = PayoutQuery['payout']['bankAccount']

/** Formats a masked bank account. Shows the name of the institution, or its ISPB if the server has no name for it. */
export const bankName = (account: BankAccount): Text =>
  account === null
    ? ['—', '—']
    : texts.account(account.bankName ?? `ISPB ${account.ispb}`, account.branch, account.accountMasked)
