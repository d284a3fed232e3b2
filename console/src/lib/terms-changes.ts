import { merchants as texts } from './i18n/finance/merchants.ts'
import type { Text } from './text.ts'

const NAMES = [
  ['pixEnabled', texts.pix],
  ['feePercentBps', texts.fee],
  ['feeFixedCents', texts.feeFixed],
  ['reserveBps', texts.reserve],
  ['reserveDays', texts.reserveDays],
  ['settlementDelayDays', texts.settlementDays],
  ['refundFeePolicy', texts.refundFee],
  ['disputePolicy', texts.disputePolicy],
  ['payoutsByService', texts.payoutsBy],
  ['amountCeilingCents', texts.ceiling],
  ['readRate', texts.readRate],
  ['writeRate', texts.writeRate],
  ['searchRate', texts.searchRate],
] as const satisfies readonly (readonly [name: string, text: Text])[]

/** What a version of the terms holds, so far as versions differ in it. */
type Terms = Readonly<Record<(typeof NAMES)[number][0], unknown>> & {
  payoutsSuspended: boolean
  bankAccount: { id: string } | null
}

/** What became different from one version of the terms to the next, by name. */
export function changedTermNames(before: Terms, after: Terms): Text[] {
  const names: Text[] = NAMES.filter(([name]) => before[name] !== after[name]).map(([, text]) => text)
  if (before.bankAccount?.id !== after.bankAccount?.id) names.push(texts.bank)
  if (before.payoutsSuspended !== after.payoutsSuspended)
    names.push(after.payoutsSuspended ? texts.suspended : texts.resumed)
  return names
}
