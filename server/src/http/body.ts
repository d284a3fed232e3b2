import type { IncomingMessage } from 'node:http'
import { Problem } from '../kernel/problem.ts'

/** The maximum size of a request body of the merchant API, in bytes. */
export const BODY_BYTES_MAX = 64 * 1024

/**
 * Returns the parsed JSON body of a request; undefined if the body is empty.
 * @throws Problem payload_too_large.
 * @throws Problem validation_error with reason `invalid_json` or `unsupported_media_type`.
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

/**
 * Parses JSON. @throws Problem validation_error, reason `invalid_json`, for malformed JSON and for bytes that are not
 * UTF-8.
 */
export function parseJson(bytes: Buffer): unknown {
  try {
    const parsed: unknown = JSON.parse(utf8.decode(bytes))
    return parsed
  } catch {
    throw new Problem('validation_error', { reason: 'invalid_json' })
  }
}

/** After this many bytes above the limit, the server stops reading, and the connection is closed without a response. */
const BYTES_DISCARDED_MAX = 16 * 1024 * 1024

interface ReadOptions {
  /** The reason of the error for a body that is too long. */
  tooLarge?: string
  /** The reader calls this function with each part of the body, until the body becomes too long. */
  onChunk?: (chunk: Buffer) => void
}

/**
 * Returns the body, if it has at most `max` bytes. The rest of a longer body is read and discarded, because many
 * clients read the response only after they have sent the whole body.
 * @throws Problem payload_too_large.
 */
export async function readBytes(
  req: IncomingMessage,
  max: number,
  { tooLarge, onChunk }: ReadOptions = {},
): Promise<Buffer> {
  const refusal = () => new Problem('payload_too_large', tooLarge === undefined ? {} : { reason: tooLarge })
  let chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > max + BYTES_DISCARDED_MAX) throw refusal()
    if (size <= max) {
      chunks.push(bytes)
      onChunk?.(bytes)
    } else chunks = []
  }
  if (size > max) throw refusal()
  return Buffer.concat(chunks)
}
