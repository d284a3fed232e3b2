import { randomKey } from './random-key.ts'
import { isRefusal, mayHaveHappened } from './problem.ts'

/**
 * The request of a form, which the form repeats unchanged until the outcome is known. The first attempt fixes the body
 * and the idempotency key. If the body followed the polled data, a second attempt could send another body with the same
 * key, which the server refuses. A request without an idempotency key is not repeatable: each attempt is a new request.
 */
export class IdempotentRequest<Request extends object> {
  #sent: Request | null = null
  #isUncertain = false

  /** The request whose outcome is unknown; null if there is none. `prepare` returns this request again. */
  get uncertain(): Request | null {
    return this.#isUncertain ? this.#sent : null
  }

  /**
   * Returns the request to send. If a request is pending or its outcome is unknown, returns this request again.
   * Otherwise returns the result of `make` with a new key. Returns null and keeps nothing when `make` returns null.
   */
  prepare(make: (idempotencyKey: string) => Request | null): Request | null {
    this.#sent ??= make(randomKey())
    return this.#sent
  }

  /**
   * Waits for the outcome of a prepared request. The next request is a new one after a success, or after a refusal that
   * proves that the server did nothing.
   * @throws The error with which `answer` rejects.
   */
  async settle<Result>(request: Request, answer: Promise<Result>): Promise<Result> {
    try {
      const result = await answer
      this.#forget()
      return result
    } catch (error) {
      if (mayHaveHappened(error) && 'idempotencyKey' in request) {
        this.#sent = request
        this.#isUncertain = true
      } else if (!this.#isUncertain || isRefusal(error)) this.#forget()
      throw error
    }
  }

  #forget(): void {
    this.#sent = null
    this.#isUncertain = false
  }
}
