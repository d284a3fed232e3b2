import { systemClock } from '../kernel/clock.ts'

const STEP_MS = 10
const WITHIN_MS = 60_000

/** Waits for a condition to hold; fails with its last error when it never does. */
export async function eventually<T>(check: () => Promise<T> | T): Promise<T> {
  const giveUpAt = systemClock.now().getTime() + WITHIN_MS
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (systemClock.now().getTime() > giveUpAt) throw error
      await systemClock.sleep(STEP_MS)
    }
  }
}
