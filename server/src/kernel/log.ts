import { pino, type Logger } from 'pino'

/** One JSON object a line. Never a body, a document, a key or a secret. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'child'>

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

export function makeLog(level: LogLevel): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })
}
