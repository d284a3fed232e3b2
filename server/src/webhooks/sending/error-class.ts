/**
 * The reasons why an attempt failed. The console shows the reason to staff, and the API returns the reason to
 * merchants.
 */
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
