import type { RequestHandler } from 'express'
import type { Clock } from '../kernel/clock.ts'
import { correlated } from '../kernel/correlation.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Tracing } from '../kernel/tracing/tracing.ts'
import { traceRequest } from './trace-requests.ts'

/**
 * Returns middleware that gives every request a correlation id. The response, the contexts and the log lines of the
 * request contain this id.
 */
export function correlateRequests(kit: { ids: Ids; clock: Clock; tracing: Tracing }): RequestHandler {
  return (req, res, next) => {
    const correlationId = kit.ids.uuid(kit.clock.now())
    res.locals['correlationId'] = correlationId
    res.setHeader('x-correlation-id', correlationId)
    traceRequest(kit.tracing, req, res)
    correlated(correlationId, next)
  }
}
