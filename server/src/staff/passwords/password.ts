import argon2, { type Options } from '@node-rs/argon2'
import type { Ids } from '../../kernel/ids.ts'
import { makeConcurrencyLimiter } from './concurrency-limiter.ts'

export const PASSWORD_CHARS_MIN = 12
/** Long passphrases pass. */
export const PASSWORD_CHARS_MAX = 200

/** OWASP's least parameters for argon2id, which is the library's own choice: 19 MiB, two passes. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const SALT_BYTES = 16

/** Every hash takes 19 MiB and a core for some 30 ms: a burst of sign-ins must not starve the rest of the process. */
const gated = makeConcurrencyLimiter(2, 64)

/** The text to keep of a password: parameters, salt and hash (PHC format). */
export function hashPassword(ids: Ids, password: string): Promise<string> {
  return gated(() => argon2.hash(password, { ...COST, salt: ids.bytes(SALT_BYTES) }))
}

/** The hash of a password that nobody has. It is verified where there is no user, so that both cases take as long. */
const NOBODYS =
  '$argon2id$v=19$m=19456,t=2,p=1$BwcHBwcHBwcHBwcHBwcHBw$16PT8vSAWJQKSsM5rCUDlsohzi98stkQxmSzOqan/uI'

/** Whether `password` is the one that `kept` was made of; without `kept` the answer is no, and takes as long. */
export async function verifyPassword(kept: string | null | undefined, password: string): Promise<boolean> {
  const isRight = await gated(() => argon2.verify(kept ?? NOBODYS, password))
  return isRight && kept !== undefined && kept !== null
}

/** A password that no person chose: 144 bits in 24 characters. */
export const generatePassword = (ids: Ids): string => ids.bytes(18).toString('base64url')
