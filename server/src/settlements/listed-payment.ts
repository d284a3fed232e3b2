/** A recorded payment that the network lists. */
export interface ListedPayment {
  paymentId: string
  endToEndId: string
  /** The amount in the network's list. */
  listedCents: bigint
  listedPaidAt: Date
}
