import { useEffect, useState } from 'react'

const SHOWN_MS = 30_000

/**
 * Keeps a value for thirty seconds, then drops it and calls `onGone`. Passing a new `onGone` function restarts the
 * timer.
 */
export function useExpiringValue<Value>(onGone?: () => void) {
  const [value, show] = useState<Value | null>(null)
  useEffect(() => {
    if (value === null) return undefined
    const timer = setTimeout(() => {
      show(null)
      onGone?.()
    }, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [value, onGone])
  return [value, show] as const
}
