import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { MessageReader, type Message } from './messages.ts'
import { StatementReader, type CommittingStatement } from './statements.ts'

/**
 * A fault that the proxy applies to a committing SQL statement. `pass`: no fault. `delay`: forwards the answer later.
 * `drop`: closes the connection instead of forwarding the answer. `silence`: forwards neither this answer nor any
 * later one, and keeps the connection open. `cut`: closes the connection before PostgreSQL receives the statement.
 */
export type Fault = 'pass' | 'delay' | 'drop' | 'silence' | 'cut'

/** Chooses the fault that the proxy applies to a committing SQL statement. */
export type Choose = (statement: CommittingStatement) => Fault

/**
 * How many times each fault happened. A dropped answer counts only if PostgreSQL reported that the commit succeeded.
 */
export type FaultCounts = Record<Fault, number>

/** How long the proxy delays an answer, in milliseconds. */
const DELAY_MS = 40

/**
 * A TCP proxy in front of PostgreSQL that reads the wire protocol. For each SQL statement that commits changes,
 * `choose` decides which fault the proxy applies. For example, the proxy loses the answer after PostgreSQL has
 * committed the changes.
 */
export class AnswerProxy implements AsyncDisposable {
  readonly counts: FaultCounts = { pass: 0, delay: 0, drop: 0, silence: 0, cut: 0 }
  readonly #server: Server
  readonly #clients = new Set<Socket>()

  private constructor(target: URL, choose: Choose) {
    this.#server = createServer((client) => {
      this.#clients.add(client)
      client.once('close', () => this.#clients.delete(client))
      const database = connect(Number(target.port), target.hostname)
      const connection = new ProxiedConnection(client, database, choose, (fault) => {
        this.counts[fault] += 1
      })
      connection.forward()
    })
  }

  static async start(databaseUrl: string, choose: Choose): Promise<AnswerProxy> {
    const proxy = new AnswerProxy(new URL(databaseUrl), choose)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  /** The number of answers that no client received although PostgreSQL had committed. */
  get lostCount(): number {
    return this.counts.drop + this.counts.silence
  }

  /** Returns a database URL that leads through the proxy. */
  through(databaseUrl: string): string {
    const address = this.#server.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    return Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port }).href
  }

  async stop(): Promise<void> {
    for (const client of this.#clients) client.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }
}

/** One connection of a client, and its connection to the database. */
class ProxiedConnection {
  readonly #client: Socket
  readonly #database: Socket
  readonly #choose: Choose
  readonly #count: (fault: Fault) => void
  readonly #statements = new StatementReader()
  readonly #fromClient = new MessageReader('client')
  readonly #fromDatabase = new MessageReader('database')
  /** The fault of the running SQL statement, and the part of its answer that has arrived. */
  #running: { fault: Fault; answer: Message[] } | undefined
  #isSilent = false

  constructor(client: Socket, database: Socket, choose: Choose, count: (fault: Fault) => void) {
    this.#client = client
    this.#database = database
    this.#choose = choose
    this.#count = count
  }

  /** Forwards messages in both directions until one side closes the connection. */
  forward(): void {
    const [client, database] = [this.#client, this.#database]
    client.setNoDelay().on('data', (data: Buffer) => together(database, () => this.#send(data)))
    database.setNoDelay().on('data', (data: Buffer) => together(client, () => this.#answer(data)))
    const end = (): void => {
      client.destroy()
      // Closes the connection to the database after the client's remaining data was forwarded.
      database.end()
    }
    for (const socket of [client, database]) socket.on('error', end).on('close', end)
  }

  #send(data: Buffer): void {
    for (const message of this.#fromClient.read(data)) {
      const statement = this.#statements.sent(message)
      const fault = statement ? this.#choose(statement) : undefined
      if (fault !== undefined) this.#running = { fault, answer: [] }
      if (fault === 'cut') {
        this.#count('cut')
        // PostgreSQL rolls back when it notices the closed connection.
        this.#client.destroy()
        this.#database.destroy()
        return
      }
      this.#database.write(message.bytes)
    }
  }

  #answer(data: Buffer): void {
    for (const message of this.#fromDatabase.read(data)) {
      const isEnd = message.type === 'Z'
      if (isEnd) this.#statements.ended(message)
      const running = this.#running
      if (this.#isSilent) continue
      if (!running) {
        this.#client.write(message.bytes)
        continue
      }
      running.answer.push(message)
      if (!isEnd) continue
      this.#running = undefined
      this.#finish(running)
    }
  }

  #finish({ fault, answer }: { fault: Fault; answer: Message[] }): void {
    const pass = (): void => {
      if (this.#client.writable) this.#client.write(Buffer.concat(answer.map(({ bytes }) => bytes)))
    }
    if (answer.some(({ type }) => type === 'E')) return pass()
    this.#count(fault)
    if (fault === 'pass') pass()
    if (fault === 'delay') setTimeout(pass, DELAY_MS)
    if (fault === 'drop') this.#client.destroy()
    if (fault === 'silence') this.#isSilent = true
  }
}

/** Sends the messages that `write` writes to the socket as one packet. */
function together(socket: Socket, write: () => void): void {
  socket.cork()
  write()
  socket.uncork()
}
