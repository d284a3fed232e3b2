import { useEffect, useState } from 'react'

const SHOWN_MS = 30_000

/** What is shown for thirty seconds, and then held nowhere; `onGone`, which has to be stable, is told of that. */
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
