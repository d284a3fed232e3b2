import type { RequestHandler } from 'express'

/** What an answer that is no page may do in a browser: nothing. Pages say what they need instead. */
const NO_PAGE = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const HEADERS: Record<string, string> = {
  'content-security-policy': NO_PAGE,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), publickey-credentials-get=(), usb=()',
}

/** Two years: what browsers ask of a host that is never again to be spoken to in the clear. */
const TRANSPORT = 'max-age=63072000; includeSubDomains'

/** What every answer tells the browser, whichever door it comes from; over https also never to come without it. */
export function securityHeaders(publicUrl: string): RequestHandler {
  const isHttps = new URL(publicUrl).protocol === 'https:'
  const headers = { ...HEADERS, ...(isHttps ? { 'strict-transport-security': TRANSPORT } : {}) }
  return (_req, res, next) => {
    res.set(headers)
    next()
  }
}
