import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'
import type { Ids } from './ids.ts'

/** A text encrypted at rest. */
export interface Sealed {
  /** The id of the encryption key that `open` needs. */
  keyId: string
  /** The nonce, the authentication tag and the ciphertext. */
  box: Buffer
}

export interface EncryptionKey {
  id: string
  /** The key, which has 32 bytes. */
  key: Buffer
}

/**
 * Performs all operations that need the service's own keys (encryption, cursors, fingerprints), and never returns a
 * key.
 */
export interface Vault {
  /** The ids of the encryption keys, at least one. The first key encrypts new values. */
  readonly keyIds: readonly [string, ...string[]]
  /**
   * Encrypts with AES-256-GCM and the first key. `owner` is additional authenticated data, so a value that is copied to
   * the row of another owner cannot be decrypted.
   */
  seal(text: string, owner: string): Sealed
  /**
   * Decrypts what `seal` returned for the same `owner`. @throws Error when `sealed` was altered or its key is
   * unknown.
   */
  open(sealed: Sealed, owner: string): string
  /**
   * Returns an HMAC-SHA-256 that never changes, for idempotency fingerprints, blind indexes and the signatures of
   * ledger anchors. `use` names the purpose. Equal texts have different results for different purposes.
   */
  fingerprint(use: string, text: string): Buffer
  /** Returns the HMAC of a cursor in base64url. */
  sign(text: string): string
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Creates the vault. The first key of `keys` encrypts, and every key of `keys` can decrypt. `fingerprintSecret` must
 * never change. After a change, the service could not recognise the repetition of an earlier request.
 * @throws Error when `keys` is empty.
 */
export function makeVault(
  ids: Ids,
  secrets: { keys: EncryptionKey[]; cursorSecret: string; fingerprintSecret: string },
): Vault {
  const keys = secrets.keys.map(({ id, key }) => ({ id, key: createSecretKey(key) }))
  const [sealing, ...older] = keys
  if (!sealing) throw new Error('vault: no encryption key is configured: set ENCRYPTION_KEYS')
  const cursorKey = derive(secrets.cursorSecret, 'cursor')
  const fingerprintKey = derive(secrets.fingerprintSecret, 'fingerprint')

  return {
    keyIds: [sealing.id, ...older.map(({ id }) => id)],
    seal(text, owner) {
      const nonce = ids.bytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealing.key, nonce).setAAD(Buffer.from(owner))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return { keyId: sealing.id, box: Buffer.concat([nonce, cipher.getAuthTag(), body]) }
    },
    open({ keyId, box }, owner) {
      const found = keys.find((candidate) => candidate.id === keyId)
      if (!found)
        throw new Error(`vault: the encryption key ${keyId} is not in ENCRYPTION_KEYS: add the key again`)
      const decipher = createDecipheriv('aes-256-gcm', found.key, box.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(owner))
        .setAuthTag(box.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      return (
        decipher.update(box.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      )
    },
    fingerprint: (use, text) => createHmac('sha256', fingerprintKey).update(`${use}\n${text}`).digest(),
    sign: (text) => createHmac('sha256', cursorKey).update(text).digest('base64url'),
  }
}

/** Derives a KeyObject by HKDF. An HMAC with a KeyObject takes a fifth of the time of an HMAC with a raw buffer. */
function derive(secret: string, use: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `pix-charge-service:${use}`, 32)))
}

/**
 * Returns whether two texts are equal. Compares in constant time, so that the duration does not reveal where the texts
 * differ.
 */
export function constantTimeEqual(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
