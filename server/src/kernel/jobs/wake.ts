import { DONE, type Clock } from '../clock.ts'

/** Lets one part of a process tell a loop of the same process that there is work. Told twice is told once. */
export class Wake {
  #told = false
  #listener: (() => void) | undefined

  /** There is work now. */
  notify(): void {
    this.#told = true
    this.#listener?.()
  }

  /** Resolves when told (at once, when told since the last call), after `ms`, or when `signal` is aborted. */
  async wait(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#told && !signal.aborted) {
      const stop = new AbortController()
      const told = new Promise<void>((resolve) => {
        this.#listener = resolve
      })
      await Promise.race([told, clock.sleep(ms, AbortSignal.any([signal, stop.signal]))])
      stop.abort(DONE)
      this.#listener = undefined
    }
    this.#told = false
  }
}
