import express, { Router } from 'express'
import getAbsoluteFSPath from 'swagger-ui-dist/absolute-path.js'
import { openApiOf } from './http/openapi.ts'
import { ROUTES } from './routes.ts'

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

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** The published description of the merchant API, and a page to browse it. Neither needs a key nor another host. */
export function docs(publicUrl: string): Router {
  const description = JSON.stringify(openApiOf(ROUTES, publicUrl))
  const router = Router()
  router.get('/v1/openapi.json', (_req, res) => {
    res.type('application/json').set('cache-control', 'public, max-age=60').send(description)
  })
  router.get('/docs', (_req, res) => {
    res.type('html').set('content-security-policy', POLICY).send(PAGE)
  })
  router.get('/docs/start.js', (_req, res) => {
    res.type('js').send(START)
  })
  router.use('/docs/assets', express.static(getAbsoluteFSPath(), { index: false, maxAge: '1d' }))
  return router
}
