import { existsSync, readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import express, { Router, type RequestHandler, type Response } from 'express'

/**
 * Content Security Policy: pages load resources only from their own origin, and images also from `data:` URLs. Inline
 * scripts and styles, frames, form targets and other hosts are forbidden.
 */
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

/** Matches the paths of the console's pages: all paths without a dot, except the routes of the server. */
const PAGES = /^\/(?!(v1|docs|graphql|exports|oidc|network|healthz|readyz)(\/|$))[^.]*$/

const PAGE_HEADERS = { 'content-security-policy': POLICY, 'cache-control': 'no-cache' }

/**
 * Serves the built console. Files with a digest in their name get a long cache lifetime. Every path of a page returns
 * `index.html`. `/index.html` itself redirects to `/`, because the console's router has no such route.
 */
export function serveConsole(folder: string): Router {
  const router = Router()
  const page = (_req: unknown, res: Response) => {
    res.set(PAGE_HEADERS).sendFile('index.html', { root: folder })
  }
  const assets = join(folder, 'assets')
  router.use(
    '/assets',
    preferCompressed(assets),
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
        // The redirect above does not match a percent-encoded name such as `/%69ndex.html`, so such a page also needs
        // the headers.
        if (path.endsWith('.html')) res.setHeaders(new Map(Object.entries(PAGE_HEADERS)))
      },
    }),
  )
  router.get(PAGES, page)
  return router
}

/** Redirects to `/` and keeps the query. */
const toRoot: RequestHandler = (req, res) => {
  const at = req.originalUrl.indexOf('?')
  res.set('cache-control', 'no-cache').redirect(308, at < 0 ? '/' : `/${req.originalUrl.slice(at)}`)
}

/**
 * The compressions that the build writes, with their file suffixes. The compression with the smaller files comes first.
 */
const COMPRESSIONS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/**
 * Returns middleware that serves the precompressed version of a file, if there is one and the browser accepts the
 * compression.
 */
function preferCompressed(folder: string): RequestHandler {
  const files = new Set(existsSync(folder) ? readdirSync(folder) : [])
  return (req, res, next) => {
    res.vary('accept-encoding')
    const name = req.path.slice(1)
    const found = COMPRESSIONS.find(
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
