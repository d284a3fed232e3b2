import type { Socket } from 'node:net'
import { DONE, type Clock } from './clock.ts'

/** Thrown when a connection did not open within its timeout. No request was sent. */
export class ConnectTimeout extends Error {
  override readonly name = 'ConnectTimeout'
  readonly code = 'CONNECT_TIMEOUT'
}

export interface AwaitConnection {
  /**
   * The event that the socket emits when it is connected. For TLS, use `secureConnect`, which Node.js emits after the
   * check of the certificate.
   */
  event: 'connect' | 'secureConnect'
  clock: Clock
  timeoutMs: number
}

/**
 * Destroys the socket with ConnectTimeout unless the socket connects within `timeoutMs`. Calls `done` once: with null
 * when the socket has connected, or with the error that prevented the connection.
 */
export function awaitConnection(
  socket: Socket,
  { event, clock, timeoutMs }: AwaitConnection,
  done: (error: Error | null) => void = () => undefined,
): void {
  const settled = new AbortController()
  const settle = (error: Error | null): void => {
    if (settled.signal.aborted) return
    settled.abort(DONE)
    done(error)
  }
  socket.on('error', settle)
  socket.once('close', () => settle(new Error('the socket was closed before it connected')))
  socket.once(event, () => settle(null))
  const limit = async (): Promise<void> => {
    await clock.sleep(timeoutMs, settled.signal)
    if (!settled.signal.aborted)
      socket.destroy(new ConnectTimeout(`the connection did not open within ${timeoutMs} ms`))
  }
  void limit()
}
