import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { parse } from 'content-disposition'
import { z } from 'zod'
import { Problem } from '../kernel/problem.ts'
import { readBytes } from './body.ts'

/** The files that a route with an upload accepts. */
export interface UploadRules {
  mediaTypes: readonly string[]
  bytesMax: number
  /** How long the work after the upload may take, in addition to the time limit of every call, in milliseconds. */
  workMs: number
}

/** A request body that is a file. */
export interface Upload {
  bytes: Buffer
  /** The SHA-256 of the file's bytes. */
  sha256: Buffer
  /** One of the accepted media types, as the client declared it. */
  mediaType: string
  /** The file name as the client sent it; undefined when it sent none. */
  name: string | undefined
}

/**
 * The schema for the body of a route with an upload. The schema checks nothing, because `readUpload` has validated the
 * upload.
 */
export const uploadBody = z.custom<Upload>()

/**
 * Reads a file from the body of a request. Keeps at most `bytesMax` bytes in memory.
 * @throws Problem payload_too_large, reason `file_too_large`.
 * @throws Problem validation_error, reason `unsupported_file_type` or `file_empty`.
 */
export async function readUpload(req: IncomingMessage, rules: UploadRules): Promise<Upload> {
  const mediaType = (req.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const isPlain = (req.headers['content-encoding'] ?? 'identity') === 'identity'
  if (!isPlain || !rules.mediaTypes.includes(mediaType))
    throw new Problem('validation_error', { reason: 'unsupported_file_type' })
  const name = readName(req.headers['content-disposition'])
  const hash = createHash('sha256')
  const bytes = await readBytes(req, rules.bytesMax, {
    tooLarge: 'file_too_large',
    onChunk: (chunk) => hash.update(chunk),
  })
  if (bytes.length === 0) throw new Problem('validation_error', { reason: 'file_empty' })
  return { bytes, sha256: hash.digest(), mediaType, name }
}

/**
 * Returns the file name in Content-Disposition; undefined if there is none, or if the header is invalid. The file name
 * is optional.
 */
function readName(header: string | undefined): string | undefined {
  const name = header === undefined ? undefined : parse(header).parameters['filename']
  return name === undefined ? undefined : (fromUtf8(name) ?? name)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Decodes a header as UTF-8, which many clients send. Node decodes headers as Latin-1. Returns undefined if the header
 * is not valid UTF-8.
 */
function fromUtf8(text: string): string | undefined {
  if (/[^\0-\xff]/.test(text)) return undefined
  try {
    return utf8.decode(Buffer.from(text, 'latin1'))
  } catch {
    return undefined
  }
}
