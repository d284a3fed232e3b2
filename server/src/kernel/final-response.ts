import type { ClientRequest, IncomingMessage } from 'node:http'

const INTERIM_MAX = 100

/** Thrown when a server sends 101 Switching Protocols although the request asked for no upgrade. */
export class UnexpectedUpgrade extends Error {
  override readonly name = 'UnexpectedUpgrade'
}

/**
 * Sends the request. Resolves with the final response once its headers have arrived. Ignores interim responses (1xx),
 * which any server may send (RFC 9110, 15.2). Stops reading after 100 interim responses, so that a flood of interim
 * responses does not use up processor time. The caller's timeout then ends the request.
 * @throws the network error, or UnexpectedUpgrade.
 */
export function finalResponse(request: ClientRequest, body?: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let interim = 0
    request.on('error', reject)
    request.once('response', resolve)
    request.on('information', () => {
      interim += 1
      // Pause the socket later, because Node resumes the socket after this handler returns.
      if (interim === INTERIM_MAX) setImmediate(() => request.socket?.pause())
    })
    request.once('upgrade', (_, socket) => {
      socket.destroy()
      reject(new UnexpectedUpgrade('the server sent 101 Switching Protocols without a request for it'))
    })
    request.end(body)
  })
}
