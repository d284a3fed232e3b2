import { useEffect, useState, useSyncExternalStore } from 'react'
import { nowMs } from '../lib/clock.ts'

/** A person who touched nothing for so long is not taken to be there. */
const PRESENT_MS = 60_000
const TICK_MS = 1_000

let endsAt: number | null = null
let touchedAt = nowMs()
const listeners = new Set<() => void>()

/** Notes what an answer tells of the session: the whole seconds it has left, or null outside of one. */
export function noteSecondsLeft(header: string | null): void {
  endsAt = header === null ? null : nowMs() + Number(header) * 1_000
  for (const listener of listeners) listener()
}

/** Whether the person has done something within the last minute: pages that ask by themselves keep no session alive. */
export const isPresent = (): boolean => nowMs() - touchedAt < PRESENT_MS

for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchstart']) {
  globalThis.addEventListener(kind, () => void (touchedAt = nowMs()), { passive: true, capture: true })
}

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
