import { pino, type Logger } from 'pino'

/** One JSON object a line. Never a body, a document, a key or a secret. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'child'>

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** Lines wait for so many bytes of others, or so long: a write for each costs more than making it. */
const GATHERED_BYTES = 4_096
const GATHERED_MS_MAX = 50

/** Writes to standard output: at most 50 ms later, and what is left when the process ends by itself. */
export function makeLog(level: LogLevel): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
    },
    pino.destination({ minLength: GATHERED_BYTES, periodicFlush: GATHERED_MS_MAX, sync: false }),
  )
}

/** The parts of a database error that name things of ours, never a row's values. */
const DATABASE_FIELDS = ['code', 'constraint', 'table', 'column', 'routine'] as const

/**
 * What a log may say of an error. A database puts the refused row into `detail` and the refused value behind the
 * message's colon: both could be a payer's, and neither is kept.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error))
    return { message: typeof error === 'string' ? withoutValues(error) : 'not an error' }
  const named = DATABASE_FIELDS.flatMap((field) => {
    const value: unknown = Reflect.get(error, field)
    return typeof value === 'string' ? [[field, value] as const] : []
  })
  return {
    type: error.constructor.name,
    message: withoutValues(error.message),
    ...Object.fromEntries(named),
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}

const withoutValues = (message: string): string => message.replaceAll(/: "[\s\S]*"/g, ': "…"')
