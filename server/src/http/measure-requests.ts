import type { Request, RequestHandler, Response } from 'express'
import { HTTP_METHODS, HTTP_REQUESTS, OTHER } from '../kernel/metrics/http-metrics.ts'
import type { Metrics } from '../kernel/metrics/metrics.ts'

/** The status that logs and metrics use if the client disconnected before the response. nginx uses the same status. */
export const STATUS_CLIENT_CLOSED = 499

/** Returns middleware that measures each request until its response ends or its client disconnects. */
export function measureRequests(metrics: Metrics): RequestHandler {
  return (req, res, next) => {
    const startedMs = performance.now()
    res.once('close', () => {
      const status = res.writableFinished ? res.statusCode : STATUS_CLIENT_CLOSED
      metrics.observe(
        HTTP_REQUESTS,
        {
          http_request_method: HTTP_METHODS.find((method) => method === req.method) ?? OTHER,
          http_route: routeOf(req, res),
          http_response_status_code: String(status),
        },
        (performance.now() - startedMs) / 1_000,
      )
    })
    next()
  }
}

/**
 * Sets the route name of a request whose handler is not an Express route. `route` is a pattern, never a path with
 * values.
 */
export function setRoute(res: Response, route: string): void {
  res.locals['route'] = route
}

/** Returns middleware that sets the route name for the handlers after it. */
export const nameRoute =
  (route: string): RequestHandler =>
  (_req, res, next) => {
    setRoute(res, route)
    next()
  }

/**
 * Returns the route name that a handler has set. Without such a name, returns the pattern of the Express route, or
 * `_OTHER` if no route matches.
 */
function routeOf(req: Request, res: Response): string {
  const named: unknown = res.locals['route']
  if (typeof named === 'string') return named
  const route: unknown = req.route
  const hasPath = typeof route === 'object' && route !== null && 'path' in route
  return hasPath && typeof route.path === 'string' ? route.path : OTHER
}
