import { createCipheriv, createDecipheriv, type CipherGCM, type DecipherGCM } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Context } from '../context.ts'
import type { Sealed } from '../vault.ts'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** After each part of this many bytes, encryption and decryption let other work of the event loop run. */
const TURN_BYTES = 1024 * 1024

/** Encrypted bytes with their own random key, which the vault has encrypted. */
export interface SealedBytes {
  /** The nonce, the authentication tag and the ciphertext. */
  box: Buffer
  key: Sealed
}

/**
 * Encrypts bytes with AES-256-GCM and a new random key. `owner` is authenticated with the bytes, and `keyOwner` with
 * the key. Thus a copy of the bytes or of the key under another owner cannot be decrypted. A rotation of the vault's
 * keys re-encrypts only the small random key, not the bytes.
 */
export async function sealBytes(
  ctx: Pick<Context, 'vault' | 'ids'>,
  bytes: Buffer,
  { owner, keyOwner }: { owner: string; keyOwner: string },
): Promise<SealedBytes> {
  const key = ctx.ids.bytes(KEY_BYTES)
  const nonce = ctx.ids.bytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
  const body = await transformed(cipher, bytes)
  return {
    box: Buffer.concat([nonce, cipher.getAuthTag(), ...body]),
    key: ctx.vault.seal(key.toString('base64'), keyOwner),
  }
}

/**
 * Decrypts what `sealBytes` returned for the same owners. @throws Error when the bytes or the key were altered, or the
 * vault does not have the key that encrypted them.
 */
export async function openBytes(
  { vault }: Pick<Context, 'vault'>,
  { box, key }: SealedBytes,
  { owner, keyOwner }: { owner: string; keyOwner: string },
): Promise<Buffer> {
  const opened = Buffer.from(vault.open(key, keyOwner), 'base64')
  const decipher = createDecipheriv('aes-256-gcm', opened, box.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(owner))
    .setAuthTag(box.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return Buffer.concat(await transformed(decipher, box.subarray(NONCE_BYTES + TAG_BYTES)))
}

async function transformed(cipher: CipherGCM | DecipherGCM, bytes: Buffer): Promise<Buffer[]> {
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; at += TURN_BYTES) {
    if (at > 0) await setImmediate()
    parts.push(cipher.update(bytes.subarray(at, at + TURN_BYTES)))
  }
  return [...parts, cipher.final()]
}
