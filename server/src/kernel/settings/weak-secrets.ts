import { z } from 'zod'
import type { EncryptionKey } from '../vault.ts'
import { hostUrls } from './database-url.ts'
import { isPrintable, patternOfKey, patternOfText, weaknessOfText } from './predictable.ts'
import { PUBLISHED_SECRETS } from './published-secrets.ts'
import type { NameOf } from './secret-files.ts'

/** A secret that is too easy to guess. `reason` never contains the value of the secret. */
export interface WeakSecret {
  variable: string
  reason: string
  /** Whether the value is guessable, because it is published or follows a pattern. */
  isGuessable: boolean
}

/** The secrets as configured. A setting without a value is undefined. */
export interface GivenSecrets {
  DATABASE_URL: string
  CONSOLE_DATABASE_URL?: string | undefined
  PIX_CLIENT_SECRET?: string | undefined
  PIX_CALLBACK_SECRET?: string | undefined
  ENCRYPTION_KEYS: readonly EncryptionKey[]
  CURSOR_SECRET: string
  FINGERPRINT_SECRET?: string | undefined
  REDIS_URL?: string | undefined
  OIDC_CLIENT_SECRET?: string | undefined
  DISPUTE_FILES_S3_SECRET_ACCESS_KEY?: string | undefined
}

/** Secrets that the operator generates. */
const GENERATED = ['PIX_CALLBACK_SECRET', 'CURSOR_SECRET', 'FINGERPRINT_SECRET'] as const
/** Secrets that other organisations issue. The operator cannot choose the length of these secrets. */
const ISSUED = ['PIX_CLIENT_SECRET', 'OIDC_CLIENT_SECRET', 'DISPUTE_FILES_S3_SECRET_ACCESS_KEY'] as const
const URLS = ['DATABASE_URL', 'CONSOLE_DATABASE_URL', 'REDIS_URL'] as const

/** The minimum length of a text that is checked for patterns. A shorter text is reported as too short. */
const PATTERN_CHARACTERS_MIN = 16

/**
 * The secrets for which a guessable value prevents the start in production. The operator alone chooses the values of
 * these secrets.
 */
const REFUSED = [...GENERATED, 'ENCRYPTION_KEYS'] as const

/** Parses the value of `ACCEPT_WEAK_SECRETS`: names of secrets in REFUSED, separated by commas. */
export const acceptedNames = z
  .string()
  .default('')
  .transform((text) => text.split(',').map((name) => name.trim()))
  .pipe(z.array(z.enum(['', ...REFUSED])))

/** Returns the errors that prevent a start in production, one for each guessable secret that is not in `accepted`. */
export function refuseWeakSecrets(
  weak: readonly WeakSecret[],
  accepted: readonly string[],
  nameOf: NameOf,
): string[] {
  const refused: readonly string[] = REFUSED.filter((variable) => !accepted.includes(variable))
  return weak
    .filter(({ variable, isGuessable }) => isGuessable && refused.includes(variable))
    .map(
      ({ variable, reason }) =>
        `${nameOf(variable)} ${reason}: replace it as server/docs/secrets.md says, or start with ACCEPT_WEAK_SECRETS=${variable}`,
    )
}

/** Returns every weak secret with one reason each; a missing FINGERPRINT_SECRET counts as weak. */
export function findWeakSecrets(given: GivenSecrets): WeakSecret[] {
  const generated = GENERATED.flatMap((variable) => judgeText(variable, given[variable], true))
  const issued = ISSUED.flatMap((variable) => judgeText(variable, given[variable], false))
  const passwords = URLS.flatMap((variable) => judgeText(variable, passwordOf(given[variable]), true))
  const weak = [...generated, ...issued, ...passwords, ...judgeKeys(given.ENCRYPTION_KEYS)]
  const more = [...findShared(given), ...findDefaulted(given)]
  return [...weak, ...more.filter(({ variable }) => !weak.some((one) => one.variable === variable))]
}

function judgeText(variable: string, value: string | undefined, isGenerated: boolean): WeakSecret[] {
  if (value === undefined) return []
  const pattern = value.length < PATTERN_CHARACTERS_MIN ? undefined : patternOfText(value)
  const certain = PUBLISHED_SECRETS.has(value) ? 'is a published example' : pattern
  if (certain !== undefined) return [{ variable, reason: certain, isGuessable: true }]
  const reason = isGenerated ? weaknessOfText(value) : undefined
  return reason === undefined ? [] : [{ variable, reason, isGuessable: false }]
}

/** Finds weak keys. Only the first key can count as guessable, because the other keys encrypt no new values. */
function judgeKeys(keys: readonly EncryptionKey[]): WeakSecret[] {
  const variable = 'ENCRYPTION_KEYS'
  return keys.flatMap(({ id, key }, at) => {
    const pattern = patternOfKey(key)
    if (pattern !== undefined)
      return [{ variable, reason: `the key ${id} ${pattern}`, isGuessable: at === 0 }]
    if (isPrintable(key))
      return [{ variable, reason: `the key ${id} is text instead of random bytes`, isGuessable: false }]
    const twin = keys.slice(0, at).find((other) => other.key.equals(key))
    return twin
      ? [{ variable, reason: `the keys ${twin.id} and ${id} have the same value`, isGuessable: false }]
      : []
  })
}

/** Finds each secret that has the same value as a secret before it in the lists. */
function findShared(given: GivenSecrets): WeakSecret[] {
  const named = [...GENERATED, ...ISSUED].map((variable) => ({ variable, value: given[variable] }))
  const passwords = URLS.map((variable) => ({ variable, value: passwordOf(given[variable]) }))
  const all = [...named, ...passwords].filter(({ value }) => value !== undefined)
  return all.flatMap(({ variable, value }, at) => {
    const twin = all.slice(0, at).find((other) => other.value === value)
    return twin ? [{ variable, reason: `has the same value as ${twin.variable}`, isGuessable: false }] : []
  })
}

function findDefaulted({ FINGERPRINT_SECRET: secret }: GivenSecrets): WeakSecret[] {
  if (secret !== undefined) return []
  const reason = 'is not set: CURSOR_SECRET is used instead, and then must not change'
  return [{ variable: 'FINGERPRINT_SECRET', reason, isGuessable: false }]
}

/**
 * Returns the password in a URL; undefined if the URL has no password, for example with peer or certificate
 * authentication.
 */
const passwordOf = (url: string | undefined): string | undefined =>
  url === undefined ? undefined : new URL(hostUrls(url)[0] ?? url).password || undefined
