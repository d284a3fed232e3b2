import { counter, histogram, OPEN } from './metrics.ts'

/** The HTTP methods that have their own label value. Any other method is `_OTHER`. */
export const HTTP_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', '_OTHER'] as const

/** The label value for everything that has no separate label value. */
export const OTHER = '_OTHER'

/** The upper bounds of the histogram buckets for requests and operations, in seconds. */
export const REQUEST_BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export const HTTP_REQUESTS = histogram({
  name: 'http_server_request_duration_seconds',
  help: 'Duration of HTTP requests, from the headers of the request to the end of the response.',
  labels: { http_request_method: HTTP_METHODS, http_route: OPEN, http_response_status_code: OPEN },
  bounds: REQUEST_BOUNDS,
})

export const RATE_LIMIT_REFUSALS = counter({
  name: 'pix_rate_limit_refusals_total',
  help: 'Calls that a rate limit refused.',
  labels: { limit: ['read', 'write', 'search', 'sign_in'] },
})
