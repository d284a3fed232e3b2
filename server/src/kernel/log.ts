import { pino, type DestinationStream, type Logger } from 'pino'

/** One JSON object a line. Never a body, a document, a key or a secret. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'child'>

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** Writes to standard output: at most 50 ms later, and what is left when the process ends by itself. */
export function makeLog(level: LogLevel): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
    },
    gathering(pino.destination({ sync: false })),
  )
}

type Output = ReturnType<typeof pino.destination>

/** A line waits so long for others: a write for each costs more than making it. */
const GATHERED_MS_MAX = 50

/** What waits to be written, by where it goes. */
const waiting = new Map<Output, string>()

/** Lines in pieces of those of 50 ms. The library gathers too, but wakes an idle process to ask whether there are any. */
function gathering(output: Output): DestinationStream {
  return {
    write(line) {
      const others = waiting.get(output)
      waiting.set(output, (others ?? '') + line)
      if (others === undefined) setTimeout(() => writeWaiting(output), GATHERED_MS_MAX)
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
