import { Problem } from '../kernel/problem.ts'

const PER_MERCHANT_MAX = 2
const TOTAL_MAX = 8
const RETRY_AFTER_SECONDS = 2

/**
 * Limits how many uploads run at the same time: 8 in each environment and cell of a process, of which 2 may belong to
 * one merchant. Each upload may have its whole body in memory.
 */
export class UploadSlots {
  readonly #running = new Map<string, number>()
  #total = 0

  /** The number of running uploads. */
  get running(): number {
    return this.#total
  }

  /**
   * Runs one upload of a merchant.
   * @throws Problem service_unavailable, reason `uploads_busy`: too many uploads are running.
   */
  async run<T>(merchantId: string, work: () => Promise<T>): Promise<T> {
    const own = this.#running.get(merchantId) ?? 0
    if (own >= PER_MERCHANT_MAX || this.#total >= TOTAL_MAX)
      throw new Problem('service_unavailable', {
        reason: 'uploads_busy',
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    this.#running.set(merchantId, own + 1)
    this.#total += 1
    try {
      return await work()
    } finally {
      this.#total -= 1
      const left = (this.#running.get(merchantId) ?? 1) - 1
      if (left === 0) this.#running.delete(merchantId)
      else this.#running.set(merchantId, left)
    }
  }
}
