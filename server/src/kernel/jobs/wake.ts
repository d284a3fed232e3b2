import { DONE, type Clock } from '../clock.ts'

/** Wakes a waiting loop of the same process. Several notifications before a `wait` have the effect of one. */
export class Wake {
  #notified = false
  #listener: (() => void) | undefined

  notify(): void {
    this.#notified = true
    this.#listener?.()
  }

  /**
   * Resolves on `notify`, after `ms` milliseconds, or when `signal` is aborted. Resolves immediately if `notify` was
   * called since the last wait.
   */
  async wait(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#notified && !signal.aborted) {
      const stop = new AbortController()
      const notified = new Promise<void>((resolve) => {
        this.#listener = resolve
      })
      await Promise.race([notified, clock.sleep(ms, AbortSignal.any([signal, stop.signal]))])
      stop.abort(DONE)
      this.#listener = undefined
    }
    this.#notified = false
  }
}
