import type { InboxPayment } from './classify-payment.ts'

/**
 * The maximum number of payments in one transaction. With more payments, each transaction would lock the ledgers of its
 * merchants for longer.
 */
export const PAYMENTS_MAX = 100
/**
 * The maximum number of merchants in one transaction. With more merchants, a failed transaction would cause more
 * transactions that each try one merchant.
 */
export const MERCHANTS_MAX = 25

/** Due payments of one merchant, the oldest first. */
export interface MerchantPayments {
  merchantId: string
  payments: InboxPayment[]
}

/** Groups payments by merchant, and keeps their order. */
export const byMerchant = (payments: readonly InboxPayment[]): MerchantPayments[] =>
  Array.from(
    Map.groupBy(payments, ({ merchantId }) => merchantId),
    ([merchantId, ofMerchant]) => ({ merchantId, payments: ofMerchant }),
  )

/**
 * Divides merchants into batches of at most MERCHANTS_MAX merchants and PAYMENTS_MAX payments, in the given order. Each
 * merchant is in one batch. A merchant with more than PAYMENTS_MAX payments is the only one in its batch.
 */
export function planBatches(merchants: readonly MerchantPayments[]): MerchantPayments[][] {
  const batches: MerchantPayments[][] = []
  let paymentsCount = Infinity
  for (const merchant of merchants) {
    const last = batches.at(-1)
    paymentsCount += merchant.payments.length
    if (last && last.length < MERCHANTS_MAX && paymentsCount <= PAYMENTS_MAX) {
      last.push(merchant)
    } else {
      batches.push([merchant])
      paymentsCount = merchant.payments.length
    }
  }
  return batches
}
