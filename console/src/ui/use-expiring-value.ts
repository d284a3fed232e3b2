import { useEffect, useState } from 'react'

const SHOWN_MS = 30_000

/**
 * Returns a value, at first null, and a function that sets the value. Thirty seconds after the value was set, drops the
 * value and calls `onGone`. Passing a new `onGone` function restarts the thirty seconds.
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
