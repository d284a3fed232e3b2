import { systemClock } from '../kernel/clock.ts'

const POLL_MS = 10
const TIMEOUT_MS = 60_000

/** Polls `check` until it no longer throws, and returns its result. After 60 s, rethrows the last error of `check`. */
export async function eventually<T>(check: () => Promise<T> | T): Promise<T> {
  const giveUpAt = systemClock.now().getTime() + TIMEOUT_MS
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (systemClock.now().getTime() > giveUpAt) throw error
      await systemClock.sleep(POLL_MS)
    }
  }
}
