import type { MerchantTotalsQuery } from '../../api/generated/graphql.ts'
import type { Language, Text } from '../../lib/text.ts'
import { formatCents } from '../../lib/values/money.ts'
import { owedCents } from '../../lib/values/positions.ts'
import { merchants as texts } from './texts.ts'

type Totals = NonNullable<MerchantTotalsQuery['merchantBalances']['totals']>

/**
 * Returns the sum of the figures of all merchants with its terms, and says whether the total position in the ledger is
 * equal, or by how much it differs.
 */
export function totalText(totals: Omit<Totals, 'asOf'>, at: string, language: Language): Text {
  const amount = (cents: bigint) => formatCents(cents, language)
  const [owed, held] = [owedCents(totals), BigInt(totals.heldForPayersCents)]
  const [debts, total] = [-BigInt(totals.receivableCents), BigInt(totals.totalCents)]
  const sum = owed + held - debts
  const hint = texts.totalHint(at, `${amount(owed)} + ${amount(held)} − ${amount(debts)} = ${amount(sum)}`)
  const result = total === sum ? texts.totalEqual : texts.totalDiffers(amount(total), amount(total - sum))
  return [`${hint[0]} ${result[0]}.`, `${hint[1]} ${result[1]}.`]
}
