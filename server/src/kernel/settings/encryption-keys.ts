import { z } from 'zod'
import type { EncryptionKey } from '../vault.ts'

const KEY_BYTES = 32

/**
 * Parses `id:base64,…`. Reports a fault to `check` if a key has no id or does not have 32 bytes, or if an id occurs
 * twice.
 */
export function parseEncryptionKeys(text: string, check: z.RefinementCtx): EncryptionKey[] {
  const keys = text.split(',').map((pair) => {
    const at = pair.indexOf(':')
    return { id: pair.slice(0, at).trim(), key: Buffer.from(pair.slice(at + 1), 'base64') }
  })
  if (!keys.every(({ id, key }) => id !== '' && key.length === KEY_BYTES))
    return fail(check, 'must be a comma-separated list of id:base64, with keys of 32 bytes')
  if (new Set(keys.map(({ id }) => id)).size < keys.length)
    return fail(check, 'two keys have the same id, so the values of one of them could not be decrypted')
  return keys
}

function fail(check: z.RefinementCtx, message: string): never {
  check.addIssue({ code: 'custom', message })
  return z.NEVER
}
