import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/**
 * A TCP proxy in front of PostgreSQL. While the proxy holds answers back, the database receives SQL statements, but the
 * client gets no answer. The connections stay open.
 */
export class DatabaseProxy implements AsyncDisposable {
  readonly #server: Server
  readonly #connections = new Map<Socket, Socket>()
  #isHolding = false
  #holdFrom: string | undefined
  #pid: number | undefined
  readonly #target: { host: string; port: number }

  private constructor(target: URL) {
    this.#target = { host: target.hostname, port: Number(target.port) }
    this.#server = createServer((client) => this.#forward(client))
  }

  static async start(databaseUrl: string): Promise<DatabaseProxy> {
    const proxy = new DatabaseProxy(new URL(databaseUrl))
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  /** Returns a database URL that leads through the proxy. */
  through(databaseUrl: string): string {
    const address = this.#server.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    return Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port }).href
  }

  /** Holds back the answers of the database, but still forwards SQL statements to the database. */
  holdAnswers(): void {
    this.#isHolding = true
    for (const [client, database] of this.#connections) database.unpipe(client)
  }

  /** Holds back the answer to the first SQL statement that contains `text`, and all later answers. */
  holdAnswersFrom(text: string): void {
    this.#holdFrom = text
  }

  /** Forwards the answers that were held back, and all later answers. */
  passAnswers(): void {
    this.#holdFrom = undefined
    if (!this.#isHolding) return
    this.#isHolding = false
    for (const [client, database] of this.#connections) database.pipe(client)
  }

  /** Replaces the process id that PostgreSQL sends to each new connection with `pid`, as a pooler does. */
  pretendPid(pid: number): void {
    this.#pid = pid
  }

  #forward(client: Socket): void {
    const database = connect(this.#target)
    if (this.#pid !== undefined) database.on('data', replacePid(this.#pid))
    this.#connections.set(client, database)
    client.on('data', (data) => {
      if (this.#holdFrom !== undefined && data.includes(this.#holdFrom)) this.holdAnswers()
      database.write(data)
    })
    if (!this.#isHolding) database.pipe(client)
    const end = (): void => {
      this.#connections.delete(client)
      client.destroy()
      // Closes the connection to the database after the client's remaining data was forwarded.
      database.end()
    }
    for (const socket of [client, database]) socket.on('error', end).on('close', end)
  }

  async stop(): Promise<void> {
    for (const client of this.#connections.keys()) client.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }
}

/** The type and the length of the message in which PostgreSQL sends the process id of the session. */
const BACKEND_KEY_DATA = Buffer.from([0x4b, 0, 0, 0, 12])

/** Returns a listener that replaces the process id in the first message that contains it. */
function replacePid(pid: number): (data: Buffer) => void {
  let isReplaced = false
  return (data) => {
    const at = isReplaced ? -1 : data.indexOf(BACKEND_KEY_DATA)
    if (at < 0) return
    data.writeInt32BE(pid, at + BACKEND_KEY_DATA.length)
    isReplaced = true
  }
}
