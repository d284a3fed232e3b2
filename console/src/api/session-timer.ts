import { useEffect, useState, useSyncExternalStore } from 'react'
import { nowMs } from '../lib/time/clock.ts'

/** A person who touched nothing for so long counts as absent. */
const ACTIVE_MS = 60_000
const TICK_MS = 1_000

let endsAt: number | null = null
let lastInputAt = nowMs()
const listeners = new Set<() => void>()

/** Notes what an answer says about the session: the whole seconds that it has left, or null outside of one. */
export function recordSecondsLeft(header: string | null): void {
  endsAt = header === null ? null : nowMs() + Number(header) * 1_000
  for (const listener of listeners) listener()
}

/** Starts to note when the person does something. */
export function trackUserActivity(target: EventTarget): void {
  for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
    target.addEventListener(kind, () => void (lastInputAt = nowMs()), { passive: true, capture: true })
}

/** Whether the person did something within the last minute. Background polling does not extend the idle timeout. */
export const isUserActive = (): boolean => nowMs() - lastInputAt < ACTIVE_MS

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whole seconds until the session ends, counted down; null when nobody is signed in. */
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
