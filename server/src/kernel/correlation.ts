import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The correlation id of the running request, job run or payment. Only the code of log lines and spans reads this id
 * from here, because code such as the Pix adapter writes log lines but has no context. Code that stores a correlation
 * id takes the id from its context.
 */
const current = new AsyncLocalStorage<string>()

/**
 * Runs `work` and returns its result. Every log line that `work` writes contains the correlation id, unless the line
 * sets another correlation id.
 */
export const correlated = <T>(correlationId: string, work: () => T): T => current.run(correlationId, work)

/**
 * Runs `work` without a correlation id, and returns its result. Use this function for work that serves several
 * requests, such as a batch.
 */
export const uncorrelated = <T>(work: () => T): T => current.exit(work)

/** Returns the correlation id of the running request, job run or payment; undefined if there is none. */
export const currentCorrelationId = (): string | undefined => current.getStore()

/** Returns the fields that every log line contains. */
export function correlationFields(): { correlation_id?: string } {
  const correlationId = current.getStore()
  return correlationId === undefined ? {} : { correlation_id: correlationId }
}

/** Returns the correlation id of a request, which the first middleware sets. */
export const correlationIdOf = (res: { locals: Record<string, unknown> }): string =>
  String(res.locals['correlationId'])
