import { useEffect, useState, useSyncExternalStore } from 'react'
import { nowMs } from '../lib/time/clock.ts'

/** After this many milliseconds without input, a person counts as inactive. */
const ACTIVE_MS = 60_000
const TICK_MS = 1_000
/** The console warns this many seconds before the end of the session. WCAG 2.2.1 requires at least 20 seconds. */
const WARN_SECONDS = 120

let endsAt: number | null = null
let lastInputAt = nowMs()
const listeners = new Set<() => void>()

/** Records the response header with the remaining seconds of the session. The header is null without a session. */
export function recordSecondsLeft(header: string | null): void {
  endsAt = header === null ? null : nowMs() + Number(header) * 1_000
  for (const listener of listeners) listener()
}

/** Records the time of each pointer or keyboard input. */
export function trackUserActivity(target: EventTarget): void {
  for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
    target.addEventListener(kind, () => void (lastInputAt = nowMs()), { passive: true, capture: true })
}

/**
 * Returns whether the person gave input within the last minute. The requests of an inactive person do not extend the
 * idle timeout.
 */
export const isUserActive = (): boolean => nowMs() - lastInputAt < ACTIVE_MS

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the whole seconds until the session ends, counting down; null without a session. */
export function useSecondsLeft(): number | null {
  const end = useSyncExternalStore(subscribe, () => endsAt)
  const [now, setNow] = useState(nowMs)
  useEffect(() => {
    if (end === null) return undefined
    setNow(nowMs())
    const timer = setInterval(() => setNow(nowMs()), TICK_MS)
    return () => clearInterval(timer)
  }, [end])
  return end === null ? null : Math.max(0, Math.ceil((end - now) / 1_000))
}

/** Returns whether the session ends so soon that the console warns. */
export function useIsSessionEnding(): boolean {
  const seconds = useSecondsLeft()
  return seconds !== null && seconds <= WARN_SECONDS
}
