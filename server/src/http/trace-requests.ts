import type { Request, Response } from 'express'
import { correlationIdOf } from '../kernel/correlation.ts'
import type { Tracing } from '../kernel/tracing/tracing.ts'

/**
 * Records a request as the root span of its trace, until its response ends or its client disconnects. Ignores the
 * client's `traceparent`, because otherwise any caller could choose ids and decide which traces are recorded. Does not
 * record a request that matches no API route, such as a request for a console file or a health check.
 */
export function traceRequest(tracing: Tracing, req: Request, res: Response): void {
  const { method } = req
  const span = tracing.start(correlationIdOf(res), {
    name: method,
    kind: 'server',
    parent: 'none',
    attributes: { 'http.request.method': method },
  })
  if (!span) return
  res.once('close', () => {
    const route: unknown = res.locals['route']
    if (typeof route !== 'string' || !route.startsWith('/')) return span.endIfUsed()
    const { statusCode, writableFinished } = res
    span.end({
      name: `${method} ${route}`,
      attributes: {
        'http.route': route,
        'http.response.status_code': writableFinished ? statusCode : undefined,
      },
      error: errorOf(res),
    })
  })
}

function errorOf({ writableFinished, statusCode }: Response): string | undefined {
  if (!writableFinished) return 'client_disconnected'
  return statusCode >= 500 ? String(statusCode) : undefined
}
