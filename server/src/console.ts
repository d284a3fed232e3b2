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

/** Serves the built console: files with a digest in their name for good, its one page for every path of a page. */
export function serveConsole(folder: string): Router {
  const router = Router()
  const page = (_req: unknown, res: Response) => {
    res
      .set({ 'content-security-policy': POLICY, 'cache-control': 'no-cache' })
      .sendFile('index.html', { root: folder })
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
  router.use(
    express.static(folder, {
      index: false,
      redirect: false,
      setHeaders: (res) => res.setHeader('cache-control', 'no-cache'),
    }),
  )
  router.get(PAGES, page)
  return router
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
