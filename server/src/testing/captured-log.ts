import { pino } from 'pino'
import { describeError, type Log, type LogLevel } from '../kernel/log.ts'

/** One line as an operator's log collector gets it. */
export interface LogLine {
  level: number
  msg?: string
  [member: string]: unknown
}

const ERROR = pino.levels.values['error'] ?? 50

/** A log that keeps its lines of level `least` and above. */
export function captureLog(least: LogLevel = 'debug') {
  const lines: LogLine[] = []
  const log: Log = pino(
    { level: least, base: null, timestamp: false, serializers: { err: describeError } },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  )
  return {
    log,
    lines,
    /** The lines at level error and above. */
    errors: () => lines.filter(({ level }) => level >= ERROR),
  }
}
