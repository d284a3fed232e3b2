import { join } from 'node:path'
import express, { Router, type Response } from 'express'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** What a page that shows money tells the browser: no other origin, no frame, no guessing, no referrer. */
const HEADERS: Record<string, string> = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
}

/** Paths of the console's pages: everything but the doors of the server, and no file. */
const PAGES = /^\/(?!(v1|docs|graphql|exports|network|healthz|readyz)(\/|$))[^.]*$/

/** Serves the built console: files with a digest in their name for good, its one page for every path of a page. */
export function serveConsole(folder: string): Router {
  const router = Router()
  const page = (_req: unknown, res: Response) => {
    res.set(HEADERS).set('cache-control', 'no-cache').sendFile('index.html', { root: folder })
  }
  router.use(
    '/assets',
    express.static(join(folder, 'assets'), { immutable: true, maxAge: '1y', fallthrough: false }),
  )
  router.get('/', page)
  router.use(
    express.static(folder, { index: false, setHeaders: (res) => res.setHeader('cache-control', 'no-cache') }),
  )
  router.get(PAGES, page)
  return router
}
