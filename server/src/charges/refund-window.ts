/** The PSP refuses to return a Pix that is older than this, in milliseconds. */
export const REFUND_WINDOW_MS = 90 * 86_400_000
