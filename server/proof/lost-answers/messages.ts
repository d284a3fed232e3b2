/** One message of PostgreSQL's wire protocol. */
export interface Message {
  /** The type of the message, such as `Q`; empty for the first message of a client, which has no type. */
  type: string
  /** The whole message, with its type and its length. */
  bytes: Buffer
}

const LENGTH_BYTES = 4

/** Splits one direction of a connection without TLS into messages. */
export class MessageReader {
  #rest: Buffer = Buffer.alloc(0)
  #hasType: boolean

  /** The messages of a client begin with the startup packet, which has no type. */
  constructor(from: 'client' | 'database') {
    this.#hasType = from === 'database'
  }

  /** Returns the messages that `data` completes. */
  read(data: Buffer): Message[] {
    this.#rest = this.#rest.length === 0 ? data : Buffer.concat([this.#rest, data])
    const messages: Message[] = []
    for (;;) {
      const typeBytes = this.#hasType ? 1 : 0
      if (this.#rest.length < typeBytes + LENGTH_BYTES) return messages
      const end = typeBytes + this.#rest.readUInt32BE(typeBytes)
      if (this.#rest.length < end) return messages
      const bytes = this.#rest.subarray(0, end)
      messages.push({ type: bytes.toString('latin1', 0, typeBytes), bytes })
      this.#rest = this.#rest.subarray(end)
      this.#hasType = true
    }
  }
}

const BODY = 1 + LENGTH_BYTES

/** The SQL statement that a message of a client prepares or runs. */
export type Sent =
  | { kind: 'prepare'; name: string; text: string }
  | { kind: 'run'; name?: string; text?: string }

/** Returns the SQL statement in a message Query, Parse or Bind; undefined for any other message. */
export function readSent({ type, bytes }: Message): Sent | undefined {
  if (type === 'Q') return { kind: 'run', text: textAt(bytes, BODY).text }
  if (type !== 'P' && type !== 'B') return undefined
  const first = textAt(bytes, BODY)
  const second = textAt(bytes, first.end)
  return type === 'P'
    ? { kind: 'prepare', name: first.text, text: second.text }
    : { kind: 'run', name: second.text }
}

function textAt(bytes: Buffer, start: number): { text: string; end: number } {
  const end = bytes.indexOf(0, start)
  return { text: bytes.toString('utf8', start, end), end: end + 1 }
}

/** Returns the transaction status of a ReadyForQuery message: `I` is idle, `T` open and `E` failed. */
export const transactionStatus = ({ bytes }: Message): string => bytes.toString('latin1', BODY, BODY + 1)
