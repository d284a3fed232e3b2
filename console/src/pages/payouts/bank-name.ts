import type { PayoutQuery } from '../../api/generated/graphql.ts'

export type BankAccount = PayoutQuery['payout']['bankAccount']

/** Where a payout goes, so far as it may be seen. */
export const bankName = (account: BankAccount): string =>
  account === null ? '—' : `${account.ispb} · ${account.branch} · ${account.accountMasked}`
