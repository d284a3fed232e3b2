import { useEffect, useState } from 'react'

const SHOWN_MS = 30_000

/** Holds a value for thirty seconds, then drops it and calls `onGone`. `onGone` must be stable. */
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
