import type { Text } from '../text.ts'

const DAY_S = 86_400
const HOUR_S = 3600
const MINUTE_S = 60

/**
 * Formats a duration in whole seconds with its two largest units: `9 min 31 s`, `2 h`, `3 d 4 h`. The text is the same
 * in both languages.
 */
export function formatDuration(seconds: number): string {
  const parts: [count: number, symbol: string][] = [
    [Math.floor(seconds / DAY_S), 'd'],
    [Math.floor((seconds % DAY_S) / HOUR_S), 'h'],
    [Math.floor((seconds % HOUR_S) / MINUTE_S), 'min'],
    [seconds % MINUTE_S, 's'],
  ]
  const first = parts.findIndex(([count]) => count > 0)
  if (first < 0) return '0 s'
  const shown = parts.slice(first, first + 2).filter(([count]) => count > 0)
  return shown.map(([count, symbol]) => `${count} ${symbol}`).join(' ')
}

/** Returns how long something has waited. The shortest text is `less than 1 s`. */
export function waitText(seconds: number): Text {
  if (seconds === 0) return ['menos de 1 s', 'less than 1 s']
  const duration = formatDuration(seconds)
  return [duration, duration]
}
