import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Router } from 'express'
import type { Route } from '../http/route.ts'
import type { Context } from '../kernel/context.ts'
import { describeApi } from './describe-api.ts'
import { DOCS_FOLDER } from './docs-folder.ts'
import { guidePage, llmsText, readGuides } from './guides.ts'
import { serveStatic } from './gzip.ts'
import {
  DOCS_POLICY,
  ICON,
  ICON_PATH,
  LISTEN_PATH,
  REFERENCE_PAGE,
  REFERENCE_PATH,
  SCRIPT_PATH,
  START_PATH,
  START_SCRIPT,
  scalarScript,
} from './reference-page.ts'

const ASSET_SECONDS = 86_400
const PAGE_SECONDS = 60

const readScript = () => readFile(scalarScript())
const page = { 'content-security-policy': DOCS_POLICY }

/**
 * Serves the OpenAPI document, its reference page, the guides and their Markdown. The pages need no authentication, and
 * load nothing from other hosts. `pix-listen.mjs` is the package `pix-listen` as one file.
 */
export function serveDocs<C extends Context>(routes: Route<C>[], publicUrl: string): Router {
  const router = Router()
  const serve = (path: string, name: string, text: () => string, headers: Record<string, string> = {}) => {
    let written: Buffer | undefined
    const read = (): Buffer => (written ??= Buffer.from(text()))
    router.get(path, serveStatic({ name, maxAgeSeconds: PAGE_SECONDS, read, headers }))
  }
  // The first request builds the OpenAPI document: building it at the start would double the start time.
  serve('/v1/openapi.json', 'openapi.json', () => JSON.stringify(describeApi(routes, publicUrl)))
  serve(REFERENCE_PATH, 'reference.html', () => REFERENCE_PAGE, page)
  serve(START_PATH, 'start.js', () => START_SCRIPT)
  serve(ICON_PATH, 'icon.svg', () => ICON)
  serve(LISTEN_PATH, 'pix-listen.mjs', () =>
    readFileSync(join(DOCS_FOLDER, 'assets', 'pix-listen.mjs'), 'utf8'),
  )
  const guides = readGuides()
  const english = guides.find(({ language }) => language === 'en')
  if (english) router.get('/docs/en', (_req, res) => res.redirect(english.path))
  serve('/llms.txt', 'llms.txt', () => llmsText(guides, publicUrl))
  for (const guide of guides) {
    const others = guides.filter(({ language }) => language === guide.language)
    serve(guide.path, 'guide.html', () => guidePage(guide, others), page)
    serve(`${guide.path}.md`, 'guide.md', () => guide.markdown)
  }
  router.get(SCRIPT_PATH, serveStatic({ name: 'scalar.js', maxAgeSeconds: ASSET_SECONDS, read: readScript }))
  return router
}
