import { merchants as texts } from '../texts.ts'
import type { Text } from '../../../lib/text.ts'

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

/** The fields of a terms version that `changedTermNames` compares. */
type Terms = Readonly<Record<(typeof NAMES)[number][0], unknown>> & {
  payoutsSuspended: boolean
  bankAccount: { id: string } | null
}

/** Returns the names of the fields that differ between two versions of the terms. */
export function changedTermNames(before: Terms, after: Terms): Text[] {
  const names: Text[] = NAMES.filter(([name]) => before[name] !== after[name]).map(([, text]) => text)
  if (before.bankAccount?.id !== after.bankAccount?.id) names.push(texts.bank)
  if (before.payoutsSuspended !== after.payoutsSuspended)
    names.push(after.payoutsSuspended ? texts.suspended : texts.resumed)
  return names
}
