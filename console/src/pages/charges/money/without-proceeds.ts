import type { Text } from '../../../lib/text.ts'
import { isOpen } from '../../../lib/values/status.ts'
import type { ChargeDetail } from '../charge.query.ts'
import { money as texts } from './texts.ts'

/**
 * Returns the sentence that explains why a charge has no proceeds: the charge is still open, it has no payment, or the
 * service accepted none of its payments.
 */
export function withoutProceeds(charge: {
  status: ChargeDetail['status']
  payments: readonly unknown[]
}): Text {
  if (isOpen(charge.status)) return texts.afterPayment
  return charge.payments.length === 0 ? texts.neverPaid : texts.noneAccepted
}
