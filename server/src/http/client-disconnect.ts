import type { IncomingMessage } from 'node:http'

/** What Node's streams report when the other end closed the connection. */
const CLOSED_CODES = new Set([
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_UNABLE_TO_PIPE',
  'ERR_STREAM_DESTROYED',
])

/** Whether a request failed because its caller closed the connection, before sending all or before reading all. */
export const isClientDisconnect = (req: IncomingMessage, error: unknown): boolean =>
  req.readableAborted || (error instanceof Error && 'code' in error && CLOSED_CODES.has(String(error.code)))
