import { randomKey } from './random-key.ts'
import { isRefusal, mayHaveHappened } from './problem.ts'

/**
 * One request of a form, repeated unchanged until its outcome is known. The first attempt fixes body and key together:
 * a page that polls may compute another body by the second attempt, and another body under the same key is another
 * request.
 */
export class IdempotentRequest<Request> {
  #sent: Request | null = null
  #isUncertain = false

  /** Whether an earlier attempt may have been carried out: `prepare` then returns its request again. */
  get isUncertain(): boolean {
    return this.#isUncertain
  }

  /**
   * Returns the request to send: the one under way or with an unknown outcome, otherwise what `make` returns for a new
   * key. Null, and nothing is fixed, when `make` returns null.
   */
  prepare(make: (idempotencyKey: string) => Request | null): Request | null {
    this.#sent ??= make(randomKey())
    return this.#sent
  }

  /**
   * Waits for the outcome of a prepared request. After a success, and after a refusal that proves that nothing was done,
   * the next request is a new one.
   * @throws whatever `answer` rejects with.
   */
  async settle<Result>(request: Request, answer: Promise<Result>): Promise<Result> {
    try {
      const result = await answer
      this.#forget()
      return result
    } catch (error) {
      if (mayHaveHappened(error)) {
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
