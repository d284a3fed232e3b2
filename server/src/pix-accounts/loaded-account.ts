import { UNUSED, type ConnectionState } from './account-state.ts'
import type { PixProvider } from '../pix/provider.ts'

/** The provider of one version of an account. `close` closes its connections. */
export interface OpenedAccount {
  provider: PixProvider
  /** Returns the state of the connection. Absent for providers of tests, which have no connection. */
  state?: () => ConnectionState
  close(): Promise<void>
}

/**
 * One version of an account while this process uses it. An operation may make several requests, such as one for a token
 * and one for a charge. So the connections stay open until the last operation has ended, not only the last request.
 */
export class LoadedAccount {
  readonly version: number
  readonly #opened: OpenedAccount
  readonly #idle = Promise.withResolvers<void>()
  #operations = 0
  #isClosing = false

  constructor(opened: OpenedAccount, version: number) {
    this.#opened = opened
    this.version = version
  }

  /** Runs an operation and returns its result. The operation counts as running from the call of this method. */
  async run<T>(operation: (pix: PixProvider) => Promise<T>): Promise<T> {
    this.#operations += 1
    try {
      return await operation(this.#opened.provider)
    } finally {
      this.#operations -= 1
      this.#endIfIdle()
    }
  }

  state(): ConnectionState {
    return this.#opened.state?.() ?? UNUSED
  }

  /** Waits for the running operations, then closes the connections. */
  async close(): Promise<void> {
    this.#isClosing = true
    this.#endIfIdle()
    await this.#idle.promise
    await this.#opened.close()
  }

  #endIfIdle(): void {
    if (this.#isClosing && this.#operations === 0) this.#idle.resolve()
  }
}
