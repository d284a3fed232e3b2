import { plusMs } from '../clock.ts'
import { FAILED_ROWS_MAX } from './job-failure.ts'

const PAUSE_MS_FIRST = 2_000
const PAUSE_MS_MAX = 30_000

interface Failing {
  /** The ids of the first FAILED_ROWS_MAX + 1 rows that failed since the merchant's last success. */
  failedIds: Set<string>
  pausesCount: number
  pausedUntil: Date
}

/**
 * The merchants for which a job fails in this process. The job starts no transaction for a paused merchant, so that the
 * merchant's failures and lock waits do not delay other merchants. A pause lasts 2 s to 30 s. Each failure after a
 * pause doubles the next pause, and the first success ends the backoff. This state exists only in memory, so a new
 * process tries every merchant again.
 */
export class FailingMerchants {
  readonly #failing = new Map<string, Failing>()

  /** Returns whether the merchant has failed, or was locked, since its last success. */
  has(merchantId: string): boolean {
    return this.#failing.has(merchantId)
  }

  isPaused(merchantId: string, now: Date): boolean {
    return this.pauseEnd(merchantId, now) !== undefined
  }

  /** Returns the end of the merchant's pause; undefined if the merchant is not paused. */
  pauseEnd(merchantId: string, now: Date): Date | undefined {
    const failing = this.#failing.get(merchantId)
    return failing && failing.pausedUntil > now ? failing.pausedUntil : undefined
  }

  /**
   * Records a failed row. Pauses the merchant when more than FAILED_ROWS_MAX different rows have failed since its last
   * success. A single faulty row does not delay the merchant's other rows, however often it fails.
   */
  failed(merchantId: string, id: string, now: Date): void {
    const failing = this.#find(merchantId, now)
    if (failing.failedIds.size <= FAILED_ROWS_MAX) failing.failedIds.add(id)
    if (failing.failedIds.size > FAILED_ROWS_MAX) pause(failing, now)
  }

  /**
   * Pauses a merchant. The job calls this method when another transaction has locked the merchant, or when a
   * transaction of the job for the merchant exceeded a time limit.
   */
  locked(merchantId: string, now: Date): void {
    pause(this.#find(merchantId, now), now)
  }

  /** Records a success of the merchant, which ends its pause and its backoff. */
  succeeded(merchantId: string): void {
    this.#failing.delete(merchantId)
  }

  #find(merchantId: string, now: Date): Failing {
    const failing = this.#failing.get(merchantId) ?? {
      failedIds: new Set(),
      pausesCount: 0,
      pausedUntil: now,
    }
    this.#failing.set(merchantId, failing)
    return failing
  }
}

function pause(failing: Failing, now: Date): void {
  failing.pausedUntil = plusMs(now, Math.min(PAUSE_MS_FIRST * 2 ** failing.pausesCount, PAUSE_MS_MAX))
  failing.pausesCount += 1
}
