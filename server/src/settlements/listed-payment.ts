/** A recorded payment that is in the PSP's list. */
export interface ListedPayment {
  paymentId: string
  endToEndId: string
  /** The amount of the payment in the PSP's list. */
  listedCents: bigint
  listedPaidAt: Date
}
