/**
 * Counts the revocations made by this process. A verifier discards cache entries that are older than the last
 * revocation, so a key revoked here immediately stops working in this process. Other processes notice when their
 * cache entries expire.
 */
let count = 0

/** Counts a revocation. Call it after the transaction that revokes the key is committed. */
export function countRevocation(): void {
  count += 1
}

export const revocationCount = (): number => count
