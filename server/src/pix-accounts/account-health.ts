import type { Clock } from '../kernel/clock.ts'
import { isAnswered, type Operation, type Outcome } from '../pix/around-calls.ts'

/**
 * New charges avoid an account after FAILED_ISSUANCES_MAX consecutive failed issuances, or after FAILED_CALLS_MAX
 * consecutive failed calls of any kind.
 */
const FAILED_ISSUANCES_MAX = 2
const FAILED_CALLS_MAX = 5

/** The first and the longest time for which new charges avoid an account before a trial, in milliseconds. */
const AVOID_MS_FIRST = 2_000
const AVOID_MS_MAX = 30_000

/**
 * Decides whether new charges avoid an account. A lost answer also counts as a failure, unlike in the circuit breaker,
 * because a charge with a lost answer stays without a QR code. After a pause, one call that changes nothing tests the
 * PSP. If the PSP answers this call, one new charge at a time may use the account, until an issuance succeeds.
 */
export class AccountHealth {
  readonly #clock: Clock
  #failedCalls = 0
  #failedIssuances = 0
  #avoidMs = AVOID_MS_FIRST
  #retryAtMs = 0
  #avoidedSince: Date | undefined
  #state: 'closed' | 'open' | 'trial' = 'closed'
  #runningIssuances = 0
  #isProbing = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Returns whether new charges should use another account. */
  isAvoided(): boolean {
    return this.#state === 'open' || (this.#state === 'trial' && this.#runningIssuances > 0)
  }

  /**
   * Returns since when new charges have avoided the account, including trials; undefined if new charges use the
   * account.
   */
  avoidedSince(): Date | undefined {
    return this.#avoidedSince
  }

  /** Returns true once when the pause has ended. The caller must then make one call that changes nothing. */
  startProbe(): boolean {
    if (this.#state !== 'open' || this.#isProbing || this.#clock.now().getTime() < this.#retryAtMs)
      return false
    this.#isProbing = true
    return true
  }

  /** Records that the probe ended. If the PSP did not answer the probe, the pause starts again, twice as long. */
  endProbe(): void {
    this.#isProbing = false
    if (this.#state === 'open') this.#open()
  }

  issuanceStarted(): void {
    this.#runningIssuances += 1
  }

  /** Records the outcome of a call. Before reporting an issuance, the caller must have called `issuanceStarted`. */
  report(operation: Operation, outcome: Outcome): void {
    const answered = isAnswered(outcome)
    this.#failedCalls = answered ? 0 : this.#failedCalls + 1
    if (operation === 'issue') return this.#reportIssuance(answered)
    if (answered) return this.#reportAnswer()
    if (this.#state === 'closed' && this.#failedCalls >= FAILED_CALLS_MAX) this.#open()
  }

  #reportIssuance(answered: boolean): void {
    this.#runningIssuances -= 1
    if (answered) {
      this.#failedIssuances = 0
      this.#state = 'closed'
      this.#avoidedSince = undefined
      this.#avoidMs = AVOID_MS_FIRST
      return
    }
    this.#failedIssuances += 1
    if (this.#state === 'open') return
    if (this.#state === 'trial' || this.#failedIssuances >= FAILED_ISSUANCES_MAX) this.#open()
  }

  #reportAnswer(): void {
    if (this.#state !== 'open' || this.#clock.now().getTime() < this.#retryAtMs) return
    this.#state = 'trial'
  }

  #open(): void {
    this.#avoidMs = this.#state === 'closed' ? AVOID_MS_FIRST : Math.min(this.#avoidMs * 2, AVOID_MS_MAX)
    this.#state = 'open'
    const now = this.#clock.now()
    this.#avoidedSince ??= now
    this.#retryAtMs = now.getTime() + this.#avoidMs
  }
}
