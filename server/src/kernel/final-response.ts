import type { ClientRequest, IncomingMessage } from 'node:http'

const INTERIM_MAX = 100

/** Thrown when a server sends 101 Switching Protocols although the request asked for no upgrade. */
export class UnexpectedUpgrade extends Error {
  override readonly name = 'UnexpectedUpgrade'
}

/**
 * Sends the request and resolves with its final response, once the response headers have arrived. Ignores interim
 * responses (1xx), which any server may send (RFC 9110, 15.2). After 100 interim responses it stops reading, so that
 * a flood costs no CPU. The timeout of the caller then ends the request.
 * @throws the network error, or UnexpectedUpgrade.
 */
export function finalResponse(request: ClientRequest, body?: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let interim = 0
    request.on('error', reject)
    request.once('response', resolve)
    request.on('information', () => {
      interim += 1
      // Deferred, because Node resumes the socket after this handler.
      if (interim === INTERIM_MAX) setImmediate(() => request.socket?.pause())
    })
    request.once('upgrade', (_, socket) => {
      socket.destroy()
      reject(new UnexpectedUpgrade('the server sent 101 Switching Protocols without a request for it'))
    })
    request.end(body)
  })
}
