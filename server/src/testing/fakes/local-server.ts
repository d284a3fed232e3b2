import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

interface Received {
  id: string
  signature: string
  body: string
}

const headerOf = (req: IncomingMessage, name: string): string => String(req.headers[name])

/** A fake of the local web server of a developer, to which the command-line tool `pix-listen` forwards webhooks. */
export class LocalServer {
  readonly received: Received[] = []
  /** The status of this server's answers. */
  answer = 200
  /** Whether this server closes each connection without an answer, like a proxy whose server is down. */
  isDown = false
  closed = 0
  readonly #server: Server

  constructor() {
    this.#server = createServer((req, res) => void this.#handle(req, res))
  }

  async start(): Promise<number> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    return typeof address === 'object' && address ? address.port : 0
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  ids = (): string[] => this.received.map(({ id }) => id)

  async #handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (this.isDown) {
      this.closed += 1
      req.socket.destroy()
      return
    }
    const body = await text(req)
    this.received.push({
      id: headerOf(req, 'x-svc-event-id'),
      signature: headerOf(req, 'x-svc-signature'),
      body,
    })
    res.writeHead(this.answer).end()
  }
}
