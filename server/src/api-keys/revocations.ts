/**
 * Counts the revocations made by this process. A verifier keeps no answer from before the last one, so a key that was
 * revoked here stops working here at once; other processes notice when their answers run out.
 */
let count = 0

/** Called after the revocation is committed. */
export function countRevocation(): void {
  count += 1
}

export const revocationCount = (): number => count
