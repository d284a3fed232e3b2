import type { Language, Text } from '../../../lib/text.ts'
import { formatCents } from '../../../lib/values/money.ts'
import type { ChargeDetail } from '../charge.query.ts'
import { money as texts } from './texts.ts'

/**
 * Returns the sentence for a charge that has no proceeds. The sentence says how much an open charge brings if it is
 * paid, or that a closed charge has no sale. A closed charge has no payment, or the service accepted none.
 */
export function withoutProceeds(
  charge: Pick<ChargeDetail, 'expectedSale'> & { payments: readonly unknown[] },
  language: Language,
): Text {
  const { expectedSale: sale, payments } = charge
  if (sale === null) return payments.length === 0 ? texts.neverPaid : texts.noneAccepted
  const cents = (amount: string) => formatCents(amount, language)
  return texts.ifPaid(cents(sale.netCents), cents(sale.feeCents), cents(sale.reserveCents))
}
