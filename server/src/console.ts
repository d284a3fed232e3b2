import { existsSync, readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import express, { Router, type RequestHandler, type Response } from 'express'

/** A page that shows money loads from its own origin alone: no inline script or style, no frame, no form, no other host. */
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

/** Paths of the console's pages: everything but the doors of the server, and no file. */
const PAGES = /^\/(?!(v1|docs|graphql|exports|oidc|network|healthz|readyz)(\/|$))[^.]*$/

const PAGE_HEADERS = { 'content-security-policy': POLICY, 'cache-control': 'no-cache' }

/**
 * Serves the built console: files with a digest in their name with a long cache lifetime, the one page for every path
 * of a page. `/index.html` redirects to `/`, because the router in the page knows no such path.
 */
export function serveConsole(folder: string): Router {
  const router = Router()
  const page = (_req: unknown, res: Response) => {
    res.set(PAGE_HEADERS).sendFile('index.html', { root: folder })
  }
  const assets = join(folder, 'assets')
  router.use(
    '/assets',
    preferPacked(assets),
    express.static(assets, {
      immutable: true,
      maxAge: '1y',
      fallthrough: false,
      redirect: false,
    }),
  )
  router.get('/', page)
  router.get('/index.html', toRoot)
  router.use(
    express.static(folder, {
      index: false,
      redirect: false,
      setHeaders: (res, path) => {
        res.setHeader('cache-control', 'no-cache')
        // `/%69ndex.html`, which the redirect above does not match.
        if (path.endsWith('.html')) res.setHeaders(new Map(Object.entries(PAGE_HEADERS)))
      },
    }),
  )
  router.get(PAGES, page)
  return router
}

/** Redirects to `/` with the query as it was sent. */
const toRoot: RequestHandler = (req, res) => {
  const at = req.originalUrl.indexOf('?')
  res.set('cache-control', 'no-cache').redirect(308, at < 0 ? '/' : `/${req.originalUrl.slice(at)}`)
}

/** How the build packs its files, and what their names then end in; the tighter one first. */
const PACKINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/** Leads to the packed twin of a file where the build made one and the browser takes it. */
function preferPacked(folder: string): RequestHandler {
  const files = new Set(existsSync(folder) ? readdirSync(folder) : [])
  return (req, res, next) => {
    res.vary('accept-encoding')
    const name = req.path.slice(1)
    const found = PACKINGS.find(
      ([encoding, suffix]) => files.has(name + suffix) && req.acceptsEncodings(encoding) === encoding,
    )
    if (found) {
      const [encoding, suffix] = found
      res.type(extname(name)).set('content-encoding', encoding)
      req.url = `/${name}${suffix}`
    }
    next()
  }
}
