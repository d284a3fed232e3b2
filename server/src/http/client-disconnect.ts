import type { IncomingMessage, ServerResponse } from 'node:http'
import { DONE } from '../kernel/clock.ts'

/** Error codes of Node streams for a connection that the client closed. */
const CLOSED_CODES = new Set([
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_UNABLE_TO_PIPE',
  'ERR_STREAM_DESTROYED',
])

/** Returns whether a request failed because the client disconnected before the request or the response was complete. */
export const isClientDisconnect = (req: IncomingMessage, error: unknown): boolean =>
  req.readableAborted || (error instanceof Error && 'code' in error && CLOSED_CODES.has(String(error.code)))

/** Returns a signal that is aborted when the response ends or the client disconnects. */
export function closedSignal(res: ServerResponse): AbortSignal {
  const closed = new AbortController()
  if (res.destroyed) closed.abort(DONE)
  else res.once('close', () => closed.abort(DONE))
  return closed.signal
}
