import { randomKey } from './random-key.ts'
import { isRefusal, mayHaveHappened } from './problem.ts'

/**
 * One request of a form, repeated unchanged until its outcome is known. The first attempt fixes the body
 * together with the key. A page that polls may compute a different body for the second attempt, and the
 * server refuses a different body with the same key. A request without a key is not repeatable: each attempt
 * is a new request.
 */
export class IdempotentRequest<Request extends object> {
  #sent: Request | null = null
  #isUncertain = false

  /** The request whose outcome is unknown: an earlier attempt may have been carried out. `prepare` returns it again. */
  get uncertain(): Request | null {
    return this.#isUncertain ? this.#sent : null
  }

  /**
   * Returns the request to send: the pending request, the request with an unknown outcome, or the result of
   * `make` with a new key. Returns null and keeps nothing when `make` returns null.
   */
  prepare(make: (idempotencyKey: string) => Request | null): Request | null {
    this.#sent ??= make(randomKey())
    return this.#sent
  }

  /**
   * Waits for the outcome of a prepared request. After a success, or a refusal that proves that nothing was
   * done, the next request is a new one.
   * @throws What `answer` rejects with.
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
