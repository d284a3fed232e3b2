/** A payment of ours that stands in the network's own record. */
export interface ListedPayment {
  paymentId: string
  endToEndId: string
  /** What the network says it was. */
  listedCents: bigint
  listedPaidAt: Date
}
