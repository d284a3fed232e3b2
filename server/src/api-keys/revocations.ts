/**
 * Counts the revocations made by this process. A verifier ignores cached lookups from before the last revocation. So a
 * process refuses a key immediately after it revoked the key. Other processes notice a revocation when their cache
 * entries expire.
 */
let count = 0

/** Counts a revocation. Call this function after the commit of the transaction that revokes the key. */
export function countRevocation(): void {
  count += 1
}

export const revocationCount = (): number => count
