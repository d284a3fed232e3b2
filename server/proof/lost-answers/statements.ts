import { readSent, transactionStatus, type Message } from './messages.ts'

/** An SQL statement that commits changes: a `commit` after a write, or a write outside a transaction. */
export interface CommittingStatement {
  kind: 'commit' | 'autocommit'
  text: string
}

const LOCK_CLAUSE = /\bfor\s+(no\s+key\s+)?update\b/gi
const WRITE = /\b(insert\s+into|update|delete\s+from|merge\s+into)\b/i

/** Returns whether an SQL statement changes rows. A row lock is no change. */
export const isWrite = (text: string): boolean => WRITE.test(text.replace(LOCK_CLAUSE, ''))

/** Follows the SQL statements of one connection, and finds those that commit changes. */
export class StatementReader {
  /** The texts of the prepared SQL statements, by name. */
  readonly #prepared = new Map<string, string>()
  #isInTransaction = false
  #hasWritten = false

  /**
   * Reads a message of the client. Returns the SQL statement that the message runs, if this statement commits
   * changes.
   */
  sent(message: Message): CommittingStatement | undefined {
    const sent = readSent(message)
    if (!sent) return undefined
    if (sent.kind === 'prepare') {
      this.#prepared.set(sent.name, sent.text)
      return undefined
    }
    const text = sent.text ?? this.#prepared.get(sent.name ?? '') ?? ''
    if (/^\s*commit\b/i.test(text)) return this.#hasWritten ? { kind: 'commit', text } : undefined
    if (!isWrite(text)) return undefined
    if (!this.#isInTransaction) return { kind: 'autocommit', text }
    this.#hasWritten = true
    return undefined
  }

  /** Reads the message ReadyForQuery, which ends an answer. */
  ended(message: Message): void {
    this.#isInTransaction = transactionStatus(message) !== 'I'
    if (!this.#isInTransaction) this.#hasWritten = false
  }
}
