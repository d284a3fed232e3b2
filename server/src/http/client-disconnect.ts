import type { IncomingMessage } from 'node:http'

/** Error codes of Node streams for a connection that the client closed. */
const CLOSED_CODES = new Set([
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_UNABLE_TO_PIPE',
  'ERR_STREAM_DESTROYED',
])

/** Returns whether a request failed because the client disconnected before the request or the response was complete. */
export const isClientDisconnect = (req: IncomingMessage, error: unknown): boolean =>
  req.readableAborted || (error instanceof Error && 'code' in error && CLOSED_CODES.has(String(error.code)))
