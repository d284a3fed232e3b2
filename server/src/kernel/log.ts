import { pino, type DestinationStream, type Logger } from 'pino'
import { correlationFields } from './correlation.ts'

/** A logger that writes one JSON object per line. Do not log a body, a document, a key or a secret. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'child'>

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/**
 * Returns a logger to standard output. The logger buffers lines for at most 50 ms, and writes the remaining lines when
 * the process exits.
 */
export function makeLog(level: LogLevel): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      mixin: correlationFields,
    },
    buffered(pino.destination({ sync: false })),
  )
}

type Output = ReturnType<typeof pino.destination>

/**
 * How long log lines are buffered, in milliseconds. Writing each line with its own system call would cost more than
 * formatting it.
 */
const BUFFER_MS = 50

/** The buffered lines, by destination. */
const waiting = new Map<Output, string>()

/**
 * Returns a destination that buffers lines for at most 50 ms and then writes them to `output`. Pino's own buffer would
 * need a periodic timer, which wakes the process even when it is idle.
 */
function buffered(output: Output): DestinationStream {
  return {
    write(line) {
      const others = waiting.get(output)
      waiting.set(output, (others ?? '') + line)
      if (others === undefined) setTimeout(() => writeWaiting(output), BUFFER_MS)
    },
  }
}

function writeWaiting(output: Output): void {
  const lines = waiting.get(output)
  if (lines === undefined) return
  waiting.delete(output)
  output.write(lines)
}

process.on('exit', () => {
  for (const output of waiting.keys()) {
    writeWaiting(output)
    output.flushSync()
  }
})

/**
 * The fields of a database error that may be logged. Unlike the other fields, these fields never contain values of a
 * row.
 */
const DATABASE_FIELDS = ['code', 'constraint', 'table', 'column', 'routine'] as const

/**
 * Returns the part of an error that may be logged. PostgreSQL puts the refused row into `detail` and the refused value
 * after the colon of the message. Both texts may contain personal data, so this function removes them.
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
