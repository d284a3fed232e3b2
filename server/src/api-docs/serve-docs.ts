import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import express, { Router, type RequestHandler } from 'express'
import { Marked } from 'marked'
import getAbsoluteFSPath from 'swagger-ui-dist/absolute-path.js'
import { CHANGELOG_PATH, DISPUTE_GUIDE_PATH, openApiOf } from '../http/openapi/document.ts'
import { DOCS_FOLDER } from './docs-folder.ts'
import { recordedOperations } from './examples.ts'
import type { Route } from '../http/route.ts'
import type { Context } from '../kernel/context.ts'
import { anyEventSchema, WEBHOOK_GUIDE_PATH, webhooksOpenApi } from './webhook-openapi.ts'

const PAGE = `<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>API de cobranças Pix</title>
    <link rel="icon" type="image/png" href="/docs/assets/favicon-32x32.png" />
    <link rel="stylesheet" href="/docs/assets/swagger-ui.css" />
  </head>
  <body>
    <div id="docs"></div>
    <script src="/docs/assets/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`

const START = `window.ui = SwaggerUIBundle({ url: '/v1/openapi.json', dom_id: '#docs', deepLinking: true })\n`

/** Content Security Policy: allows inline styles, which Swagger UI and the guides use, but forbids inline scripts. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The Markdown guides for merchants. */
const GUIDES = [
  { path: WEBHOOK_GUIDE_PATH, file: 'webhooks.md', title: 'Webhooks' },
  { path: DISPUTE_GUIDE_PATH, file: 'disputes.md', title: 'Contestações (MED)' },
  { path: CHANGELOG_PATH, file: 'changelog.md', title: 'Mudanças da API' },
]

const GUIDE_STYLE = `
  :root { color-scheme: light; --ground: #fff; --ink: #1a1a1a; --sunken: #f3f4f6; --line: #d4d4d8; --link: #0b5c46 }
  @media (prefers-color-scheme: dark) {
    :root { color-scheme: dark; --ground: #121416; --ink: #e6e8ea; --sunken: #1e2124; --line: #3a3f45; --link: #6fd3b0 }
  }
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem;
    background: var(--ground); color: var(--ink); overflow-wrap: break-word }
  a { color: var(--link) }
  h1, h2, h3 { line-height: 1.25; margin: 2rem 0 0.75rem }
  code { font: 0.9em ui-monospace, monospace; background: var(--sunken); padding: 0.1em 0.3em; border-radius: 4px }
  pre { background: var(--sunken); padding: 1rem; border-radius: 8px; overflow-x: auto; font-size: 0.875rem }
  pre code { padding: 0; font-size: 1em }
  table { border-collapse: collapse } td, th { border: 1px solid var(--line); padding: 0.4rem 0.8rem; text-align: left }
  @media (max-width: 30rem) { td, th { padding: 0.4rem } }
`

function guidePage({ file, title }: (typeof GUIDES)[number]): string {
  const parsed = new Marked().parse(readFileSync(join(DOCS_FOLDER, file), 'utf8'), { async: false })
  // `tabindex` lets a keyboard user focus a wide code block and scroll it.
  const body = parsed.replaceAll('<pre>', '<pre tabindex="0">')
  return `<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <link rel="icon" type="image/png" href="/docs/assets/favicon-32x32.png" />
    <style>${GUIDE_STYLE}</style>
  </head>
  <body>
    <p><a href="/docs">Referência da API</a></p>
    <main>${body}</main>
  </body>
</html>
`
}

/** Returns the OpenAPI document of the merchant API, with its webhooks. */
export function describeApi<C extends Context>(routes: Route<C>[], publicUrl: string): object {
  const { components, ...api } = openApiOf(routes, publicUrl, recordedOperations())
  return {
    ...api,
    components: { ...components, schemas: { ...components.schemas, ...anyEventSchema() } },
    webhooks: webhooksOpenApi(),
    externalDocs: {
      url: `${publicUrl}${WEBHOOK_GUIDE_PATH}`,
      description: 'Webhooks: receber, verificar e repetir',
    },
  }
}

const SWAGGER = getAbsoluteFSPath()
/** Assets to send compressed. Together they have two megabytes, and a quarter of that with gzip. */
const LARGE_ASSETS = ['swagger-ui-bundle.js', 'swagger-ui.css']
const ASSET_SECONDS = 86_400
const DESCRIPTION_SECONDS = 60
const gzipAsync = promisify(gzip)

/**
 * Returns a handler that sends a static body with gzip. Compresses the body at the first request. If the client does
 * not accept gzip, calls the next handler.
 */
function serveGzipped(name: string, maxAgeSeconds: number, read: () => Promise<Buffer>): RequestHandler {
  let compressed: Promise<Buffer> | undefined
  const compress = async (): Promise<Buffer> => gzipAsync(await read())
  return async (req, res, next) => {
    res.vary('accept-encoding')
    if (req.acceptsEncodings('gzip') === false) return next()
    compressed ??= compress().catch((error: unknown) => {
      // Compress again at the next request, because this attempt failed.
      compressed = undefined
      throw error
    })
    const body = await compressed
    res
      .type(name)
      .set({ 'content-encoding': 'gzip', 'cache-control': `public, max-age=${maxAgeSeconds}` })
      .send(body)
  }
}

/** Serves the OpenAPI document, Swagger UI and the guides, without authentication and without external resources. */
export function serveDocs<C extends Context>(routes: Route<C>[], publicUrl: string): Router {
  let text: string | undefined
  // Create the text only at the first request, because this takes as long as the rest of the start.
  const description = (): string => (text ??= JSON.stringify(describeApi(routes, publicUrl)))
  const router = Router()
  router.get(
    '/v1/openapi.json',
    serveGzipped('openapi.json', DESCRIPTION_SECONDS, () => Promise.resolve(Buffer.from(description()))),
    (_req, res) => {
      res
        .type('application/json')
        .set('cache-control', `public, max-age=${DESCRIPTION_SECONDS}`)
        .send(description())
    },
  )
  router.get('/docs', (_req, res) => {
    res.type('html').set('content-security-policy', POLICY).send(PAGE)
  })
  for (const guide of GUIDES) {
    const page = guidePage(guide)
    router.get(guide.path, (_req, res) => {
      res.type('html').set('content-security-policy', POLICY).send(page)
    })
  }
  router.get('/docs/start.js', (_req, res) => {
    res.type('js').send(START)
  })
  for (const name of LARGE_ASSETS)
    router.get(
      `/docs/assets/${name}`,
      serveGzipped(name, ASSET_SECONDS, () => readFile(join(SWAGGER, name))),
    )
  router.use(
    '/docs/assets',
    express.static(SWAGGER, { index: false, redirect: false, maxAge: ASSET_SECONDS * 1_000 }),
  )
  return router
}
