import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DOCS_FOLDER } from './docs-folder.ts'

export const REFERENCE_PATH = '/docs'
export const SCRIPT_PATH = '/docs/assets/scalar.js'
export const START_PATH = '/docs/start.js'
export const ICON_PATH = '/docs/assets/icon.svg'
export const LISTEN_PATH = '/docs/pix-listen.mjs'

export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#0b8a6a" d="M16 2l14 14-14 14L2 16z"/><path fill="#fff" d="M16 9l7 7-7 7-7-7z"/></svg>`

/** The page that shows the OpenAPI document with Scalar. */
export const REFERENCE_PAGE = `<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>API de cobranças Pix</title>
    <link rel="icon" type="image/svg+xml" href="${ICON_PATH}" />
    <link rel="alternate" type="text/markdown" href="/llms.txt" />
  </head>
  <body>
    <div id="docs"></div>
    <script src="${SCRIPT_PATH}"></script>
    <script src="${START_PATH}"></script>
  </body>
</html>
`

/**
 * Configuration of Scalar. Turns off the fonts, the telemetry and the other services that Scalar loads from its vendor.
 */
const CONFIGURATION = {
  url: '/v1/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
}

export const START_SCRIPT = `Scalar.createApiReference('#docs', ${JSON.stringify(CONFIGURATION)})\n`

/** Content Security Policy of the documentation: allows inline styles, which Scalar uses, but no inline scripts. */
export const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Returns the path of the built Scalar script. The Docker image contains a copy in the folder of the guides. The
 * package itself would add hundreds of megabytes of dependencies that the server does not use.
 */
export function scalarScript(): string {
  const copy = join(DOCS_FOLDER, 'assets', 'scalar.js')
  if (existsSync(copy)) return copy
  const main = fileURLToPath(import.meta.resolve('@scalar/api-reference'))
  return join(dirname(main), 'browser', 'standalone.js')
}
