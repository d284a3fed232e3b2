import { createHash } from 'node:crypto'

const DIGEST_LENGTH = 16

/** The trace of a world: one line for each step and each answer. */
export class Trace {
  readonly #hash = createHash('sha256')
  readonly #write: (line: string) => void
  #linesCount = 0

  /** Passes each line to `write`. */
  constructor(write: (line: string) => void = () => undefined) {
    this.#write = write
  }

  get linesCount(): number {
    return this.#linesCount
  }

  add(what: string, details: unknown = ''): void {
    const line = `${what} ${asText(details)}`
    this.#linesCount += 1
    this.#hash.update(`${line}\n`)
    this.#write(line)
  }

  /**
   * Returns the beginning of the SHA-256 of all lines. Two worlds with the same digest had the same steps and answers.
   */
  digest(): string {
    return this.#hash.copy().digest('hex').slice(0, DIGEST_LENGTH)
  }
}

/** Returns a value as text: a string unchanged, the name and the message of an error, otherwise JSON. */
function asText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Error) return `${value.name}: ${value.message}`
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part))
}
