import type { IncomingMessage } from 'node:http'
import { Problem } from '../kernel/problem.ts'

/** The largest body a merchant may send. */
export const BODY_BYTES_MAX = 64 * 1024

/**
 * The JSON of a request; undefined for an empty body.
 * @throws Problem payload_too_large; validation_error with reason `invalid_json` or `unsupported_media_type`.
 */
export async function readJson(req: IncomingMessage): Promise<unknown> {
  const bytes = await readBytes(req, BODY_BYTES_MAX)
  if (bytes.length === 0) return undefined
  if ((req.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new Problem('validation_error', { reason: 'unsupported_media_type' })
  }
  const [type = ''] = (req.headers['content-type'] ?? '').split(';')
  if (!/^application\/(json|[\w.-]+\+json)$/i.test(type.trim())) {
    throw new Problem('validation_error', { reason: 'unsupported_media_type' })
  }
  return parseJson(bytes)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** @throws Problem validation_error, reason `invalid_json`, also for bytes that are not UTF-8. */
export function parseJson(bytes: Buffer): unknown {
  try {
    const parsed: unknown = JSON.parse(utf8.decode(bytes))
    return parsed
  } catch {
    throw new Problem('validation_error', { reason: 'invalid_json' })
  }
}

/** Whoever sends more than this after the body was too large is cut off, instead of being answered. */
const BYTES_DISCARDED_MAX = 16 * 1024 * 1024

/**
 * The whole body, at most `max` bytes. What comes beyond is thrown away, not kept, so that the sender is still there to
 * read the answer.
 * @throws Problem payload_too_large.
 */
export async function readBytes(req: IncomingMessage, max: number): Promise<Buffer> {
  let chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > max + BYTES_DISCARDED_MAX) throw new Problem('payload_too_large')
    if (size <= max) chunks.push(bytes)
    else chunks = []
  }
  if (size > max) throw new Problem('payload_too_large')
  return Buffer.concat(chunks)
}
