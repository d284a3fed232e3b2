/** How long after its payment a charge can be refunded. refund-window.test.ts compares this time with the server's. */
const REFUND_WINDOW_MS = 90 * 86_400_000

/** Returns the last instant at which the server accepts a refund of a charge that was paid at `paidAt`. */
export const refundableUntil = (paidAt: string): string =>
  new Date(Date.parse(paidAt) + REFUND_WINDOW_MS).toISOString()
