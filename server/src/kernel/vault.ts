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

/** A text encrypted at rest, and the id of the key that opens it. */
export interface Sealed {
  keyId: string
  box: Buffer
}

export interface EncryptionKey {
  id: string
  /** 32 bytes. */
  key: Buffer
}

/** Everything that is done with the service's own secrets. The secrets themselves never leave it. */
export interface Vault {
  /** Encrypts (AES-256-GCM) with the first key. `owner` is bound in: a box moved to another row does not open. */
  seal(text: string, owner: string): Sealed
  /** Decrypts what `seal` made for the same `owner`; throws when it was altered or the key is unknown. */
  open(sealed: Sealed, owner: string): string
  /** A keyed SHA-256 that is stable for good: idempotency fingerprints, blind indexes. `use` keeps them apart. */
  fingerprint(use: string, text: string): Buffer
  /** The signature of a cursor's text, base64url. */
  sign(text: string): string
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * `keys`: the first one seals, all open. `cursorSecret` signs cursors. `fingerprintSecret` must never change: it is
 * what makes a repeated idempotency key recognisable for good.
 */
export function makeVault(
  ids: Ids,
  secrets: { keys: EncryptionKey[]; cursorSecret: string; fingerprintSecret: string },
): Vault {
  const keys = secrets.keys.map(({ id, key }) => ({ id, key: createSecretKey(key) }))
  const [sealing] = keys
  if (!sealing) throw new Error('vault: no encryption key')
  const cursorKey = derive(secrets.cursorSecret, 'cursor')
  const fingerprintKey = derive(secrets.fingerprintSecret, 'fingerprint')

  return {
    seal(text, owner) {
      const nonce = ids.bytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealing.key, nonce).setAAD(Buffer.from(owner))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return { keyId: sealing.id, box: Buffer.concat([nonce, cipher.getAuthTag(), body]) }
    },
    open({ keyId, box }, owner) {
      const found = keys.find((candidate) => candidate.id === keyId)
      if (!found) throw new Error(`vault: unknown encryption key ${keyId}`)
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

/** A key made once costs a fifth of one made at each use. */
function derive(secret: string, use: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `pix-charge-service:${use}`, 32)))
}

/** Whether two texts are the same, in a time that tells nothing of where they differ. */
export function constantTimeEqual(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
