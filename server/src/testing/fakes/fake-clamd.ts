import { createServer, type Server, type Socket } from 'node:net'

/**
 * A fake clamd that implements INSTREAM over TCP. The fake reports a virus in content that contains EICAR, the standard
 * test string for virus scanners.
 */
export class FakeClamd implements AsyncDisposable {
  /** The complete streams that the fake has received. */
  readonly received: Buffer[] = []
  /** If set, the fake sends this answer instead of the scan result. */
  answer: string | undefined
  /** If true, the fake closes every new connection immediately. */
  closes = false
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  private constructor() {
    this.#server = createServer((socket) => this.#serve(socket))
  }

  static async start(): Promise<FakeClamd> {
    const clamd = new FakeClamd()
    await new Promise<void>((resolve) => clamd.#server.listen(0, '127.0.0.1', resolve))
    return clamd
  }

  /** The address as `host:port`. */
  get address(): string {
    const address = this.#server.address()
    if (address === null || typeof address === 'string')
      throw new Error('BUG: the fake clamd listens on no port')
    return `127.0.0.1:${address.port}`
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('close', () => this.#sockets.delete(socket))
    socket.on('error', () => undefined)
    if (this.closes) {
      socket.destroy()
      return
    }
    let bytes = Buffer.alloc(0)
    socket.on('data', (part) => {
      bytes = Buffer.concat([bytes, part])
      const content = readStream(bytes)
      if (!content) return
      this.received.push(content)
      const verdict = content.includes('EICAR') ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK'
      socket.end(`${this.answer ?? verdict}\0`)
    })
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }
}

const COMMAND = Buffer.from('zINSTREAM\0')

/**
 * Returns the content of a complete stream; undefined while the stream is incomplete. @throws Error for another
 * command.
 */
function readStream(bytes: Buffer): Buffer | undefined {
  if (bytes.length < COMMAND.length) return undefined
  if (!bytes.subarray(0, COMMAND.length).equals(COMMAND))
    throw new Error('FakeClamd: the stream does not begin with the command INSTREAM')
  const chunks: Buffer[] = []
  for (let at = COMMAND.length; at + 4 <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}
