/** Why an attempt failed. Support sees it in the console, and merchants in the API. */
export const ERROR_CLASSES = [
  'dns_error',
  'connection_refused',
  'connection_reset',
  'network_unreachable',
  'timeout',
  'tls_error',
  'invalid_response',
  'ssrf_blocked',
  'redirect',
  'http_4xx',
  'http_5xx',
  'rate_limited',
  'lease_lost',
  'internal',
] as const
export type ErrorClass = (typeof ERROR_CLASSES)[number]
