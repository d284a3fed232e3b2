import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import type { Seed } from '../../src/simulation/seed.ts'

/** The probabilities per packet. */
interface Cuts {
  /** The connection is closed before the service gets the request. */
  request: number
  /** The connection is closed after the service got the request, before the client gets the answer. */
  answer: number
}

/** A TCP proxy in front of an API process. The proxy cuts connections before a request, or instead of an answer. */
export class CuttingProxy {
  cutsCount = 0
  readonly origin: string
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  private constructor(server: Server, port: number) {
    this.#server = server
    this.origin = `http://127.0.0.1:${port}`
  }

  static async start(targetPort: number, cuts: Cuts, seed: Seed): Promise<CuttingProxy> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const proxy = new CuttingProxy(server, typeof address === 'object' ? (address?.port ?? 0) : 0)
    server.on('connection', (client: Socket) => proxy.#forward(client, targetPort, cuts, seed))
    return proxy
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #forward(client: Socket, targetPort: number, cuts: Cuts, seed: Seed): void {
    const service = connect(targetPort, '127.0.0.1')
    const end = (): void => {
      for (const socket of [client, service]) {
        socket.destroy()
        this.#sockets.delete(socket)
      }
    }
    const pass = (from: Socket, to: Socket, probability: number): void => {
      this.#sockets.add(from)
      from.on('data', (data) => {
        if (!seed.chance(probability)) return void to.write(data)
        this.cutsCount++
        end()
      })
      from.on('error', end).on('close', end)
    }
    pass(client, service, cuts.request)
    pass(service, client, cuts.answer)
  }
}
