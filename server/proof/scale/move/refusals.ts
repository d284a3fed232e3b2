/** A period of refused calls. */
interface Period {
  sinceMs: number
  /** When the last refusal arrived. */
  lastMs: number
}

/**
 * Measures for how long the calls of one merchant are refused. All times are milliseconds of `performance.now()`.
 *
 * A period of refusals begins when the first refused call was sent. Only a served call that was sent after the last
 * refusal had arrived ends the period, when its answer arrives. A call that was sent before the refusals began may be
 * answered during them, so it ends no period.
 */
export class Refusals {
  /** The durations of the complete periods. */
  readonly durationsMs: number[] = []
  #period: Period | undefined
  /** When the last call was sent that was served. The refusals began after it. */
  #servedSentMs = 0

  get isOpen(): boolean {
    return this.#period !== undefined
  }

  /** Records a call that was refused. */
  refused(sentMs: number, arrivedMs: number): void {
    const sinceMs = Math.max(sentMs, this.#servedSentMs)
    this.#period = { sinceMs: Math.min(sinceMs, this.#period?.sinceMs ?? sinceMs), lastMs: arrivedMs }
  }

  /** Records a call that was served. */
  served(sentMs: number, arrivedMs: number): void {
    this.#servedSentMs = Math.max(this.#servedSentMs, sentMs)
    if (!this.#period || sentMs <= this.#period.lastMs) return
    this.durationsMs.push(arrivedMs - this.#period.sinceMs)
    this.#period = undefined
  }
}
