import type { RequestHandler } from 'express'

/**
 * The Content-Security-Policy of responses that are not pages. The policy allows no resources. Pages replace this
 * policy with their own.
 */
const NO_PAGE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const HEADERS: Record<string, string> = {
  'content-security-policy': NO_PAGE_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), publickey-credentials-get=(), usb=()',
}

/** The value of Strict-Transport-Security: two years, the recommended duration. */
const HSTS = 'max-age=63072000; includeSubDomains'

/** Returns middleware that sets the security headers of every response. Sends HSTS only if the public URL is https. */
export function securityHeaders(publicUrl: string): RequestHandler {
  const isHttps = new URL(publicUrl).protocol === 'https:'
  const headers = { ...HEADERS, ...(isHttps ? { 'strict-transport-security': HSTS } : {}) }
  return (_req, res, next) => {
    res.set(headers)
    next()
  }
}
