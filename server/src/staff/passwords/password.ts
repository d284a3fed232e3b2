import argon2, { type Options } from '@node-rs/argon2'
import type { Ids } from '../../kernel/ids.ts'
import { makeConcurrencyLimiter } from './concurrency-limiter.ts'

export const PASSWORD_CHARS_MIN = 12
export const PASSWORD_CHARS_MAX = 200

/** The minimum parameters for argon2id that OWASP recommends: 19 MiB, two passes. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const SALT_BYTES = 16

/**
 * Limits concurrent hash computations, because each computation takes 19 MiB and about 30 ms of a core. With this
 * limit, a burst of sign-ins cannot exhaust the process.
 */
const withHashSlot = makeConcurrencyLimiter(2, 64)

/** Hashes a password. Returns a PHC string with parameters, salt and hash. */
export function hashPassword(ids: Ids, password: string): Promise<string> {
  return withHashSlot(() => argon2.hash(password, { ...COST, salt: ids.bytes(SALT_BYTES) }))
}

/**
 * The hash to verify when an account does not exist, so that the response time does not reveal which accounts exist.
 */
const PLACEHOLDER_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$BwcHBwcHBwcHBwcHBwcHBw$16PT8vSAWJQKSsM5rCUDlsohzi98stkQxmSzOqan/uI'

/** Returns whether `password` matches the hash. Without a hash, returns false after the same time. */
export async function verifyPassword(hash: string | null | undefined, password: string): Promise<boolean> {
  const isRight = await withHashSlot(() => argon2.verify(hash ?? PLACEHOLDER_HASH, password))
  return isRight && hash !== undefined && hash !== null
}

/** Generates a password of 24 characters with 144 bits of entropy. */
export const generatePassword = (ids: Ids): string => ids.bytes(18).toString('base64url')
