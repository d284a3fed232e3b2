import type { Client, Connection, Submittable } from 'pg'

/** A value of a COPY row; `Buffer` is a bytea, `Date` a timestamptz. */
export type CopyValue = string | number | bigint | boolean | Date | Buffer | null

/** One row in COPY's text format. Texts are escaped. */
export function copyRow(values: readonly CopyValue[]): string {
  let row = ''
  for (const value of values) row += `${copyText(value)}\t`
  return `${row.slice(0, -1)}\n`
}

function copyText(value: CopyValue): string | number | bigint | boolean {
  if (value === null) return String.raw`\N`
  if (typeof value === 'string') return SPECIAL.test(value) ? escaped(value) : value
  if (typeof value !== 'object') return value
  return value instanceof Date ? isoOf(value) : String.raw`\\x` + value.toString('hex')
}

const SPECIAL = /[\\\n\r\t]/

/** The rows of one charge share their few moments: most of the time of a load went into writing them out. */
let written = { date: new Date(0), text: '' }

function isoOf(date: Date): string {
  if (written.date !== date) written = { date, text: date.toISOString() }
  return written.text
}

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')

/** Writes rows made by `copyRow` into a table by COPY. */
export function copyInto(
  client: Client,
  table: string,
  columns: readonly string[],
  rows: string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new Copy(`copy ${table} (${columns.join(', ')}) from stdin`, rows, { resolve, reject }))
  })
}

interface Settle {
  resolve: () => void
  reject: (error: Error) => void
}

const COPY_DATA = 0x64
const COPY_DONE = Buffer.from([0x63, 0, 0, 0, 4])

/** The part of PostgreSQL's protocol that the driver leaves out: it hands the messages of its active query on. */
class Copy implements Submittable {
  readonly #statement: string
  readonly #rows: string
  readonly #settle: Settle
  #error: Error | undefined

  constructor(statement: string, rows: string, settle: Settle) {
    this.#statement = statement
    this.#rows = rows
    this.#settle = settle
  }

  submit(connection: Connection): void {
    connection.query(this.#statement)
  }

  handleCopyInResponse({ stream }: Connection): void {
    const data = Buffer.from(this.#rows)
    const head = Buffer.alloc(5)
    head.writeUInt8(COPY_DATA, 0)
    head.writeInt32BE(data.length + 4, 1)
    stream.write(head)
    stream.write(data)
    stream.write(COPY_DONE)
  }

  handleCommandComplete(): void {
    // The server is ready a moment later, and only then may the next statement follow.
  }

  handleError(error: Error): void {
    this.#error = error
  }

  handleReadyForQuery(): void {
    if (this.#error) this.#settle.reject(this.#error)
    else this.#settle.resolve()
  }
}
