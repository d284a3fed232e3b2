import { pino } from 'pino'
import { correlationFields } from '../kernel/correlation.ts'
import { describeError, type Log, type LogLevel } from '../kernel/log.ts'

/** One log line, parsed from JSON. */
export interface LogLine {
  level: number
  msg?: string
  [member: string]: unknown
}

const ERROR = pino.levels.values['error'] ?? 50

/** Returns a logger that stores its lines of `minLevel` and above in memory. */
export function captureLog(minLevel: LogLevel = 'debug') {
  const lines: LogLine[] = []
  const log: Log = pino(
    {
      level: minLevel,
      base: null,
      timestamp: false,
      serializers: { err: describeError },
      mixin: correlationFields,
    },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  )
  return {
    log,
    lines,
    /** Returns the lines of level error and above. */
    errors: () => lines.filter(({ level }) => level >= ERROR),
  }
}
