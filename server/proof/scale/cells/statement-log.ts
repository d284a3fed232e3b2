import { readFileSync } from 'node:fs'
import type { StatementCounts } from './cell-server.ts'

/** Marks the lines of the log with statements that a client sent, and not their continuation lines. */
const STATEMENT = /LOG: {2}(?:execute [^:]*|statement): /
/** The statement with which a process reads the version of the directory. */
const DIRECTORY = /directory_head/

/** Reads the statements that a PostgreSQL with `log_statement = 'all'` wrote to its log. */
export class StatementLog {
  readonly #file: string
  readonly #isOwn: (line: string) => boolean
  #readLength = 0

  /** `isOwn` chooses the lines that are counted; by default all. */
  constructor(file: string, isOwn: (line: string) => boolean = () => true) {
    this.#file = file
    this.#isOwn = isOwn
  }

  /** Counts the statements since the last call. */
  take(): StatementCounts {
    const log = readFileSync(this.#file, 'utf8')
    const lines = log
      .slice(this.#readLength)
      .split('\n')
      .filter((line) => STATEMENT.test(line) && this.#isOwn(line))
    this.#readLength = log.length
    const directoryReads = lines.filter((line) => DIRECTORY.test(line)).length
    return { statements: lines.length - directoryReads, directoryReads }
  }
}
