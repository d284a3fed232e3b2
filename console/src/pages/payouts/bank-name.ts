import type { PayoutQuery } from '../../api/generated/graphql.ts'

export type BankAccount = PayoutQuery['payout']['bankAccount']

/** Formats a masked bank account. */
export const bankName = (account: BankAccount): string =>
  account === null ? '—' : `${account.ispb} · ${account.branch} · ${account.accountMasked}`
