import type { ClientRequest, IncomingMessage } from 'node:http'

/** More interim responses than any server needs. */
const INTERIM_MAX = 100

/** Thrown when a server switches to another protocol without being asked. */
export class UnexpectedUpgrade extends Error {
  override readonly name = 'UnexpectedUpgrade'
}

/**
 * Sends the request and resolves with its final response, once its headers have arrived. Ignores interim responses
 * (1xx), which any server may send (RFC 9110, 15.2). After 100 of them it reads nothing more, so that a flood costs no
 * CPU; the request then ends with the time limit of its caller.
 * @throws the error of the network, and UnexpectedUpgrade.
 */
export function finalResponse(request: ClientRequest, body?: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let interim = 0
    request.on('error', reject)
    request.once('response', resolve)
    request.on('information', () => {
      interim += 1
      // Not at once, because Node resumes the socket after each message.
      if (interim === INTERIM_MAX) setImmediate(() => request.socket?.pause())
    })
    request.once('upgrade', (_, socket) => {
      socket.destroy()
      reject(new UnexpectedUpgrade('101 without a request for it'))
    })
    request.end(body)
  })
}
