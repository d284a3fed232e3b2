import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Marked } from 'marked'
import { DOCS_FOLDER } from './docs-folder.ts'
import { ICON_PATH, LISTEN_PATH, REFERENCE_PATH } from './reference-page.ts'

export const LANGUAGES = ['pt', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/** The guides for merchants, in reading order. Each guide is a Markdown file in every language. */
export const GUIDES = [
  'quickstart',
  'idempotency',
  'webhooks',
  'errors',
  'statement',
  'disputes',
  'test-environment',
  'going-live',
  'changelog',
] as const
export type GuideName = (typeof GUIDES)[number]

/** A guide in one language. */
export interface Guide {
  name: GuideName
  language: Language
  /** The path of the HTML page. The same path with `.md` appended returns the Markdown. */
  path: string
  title: string
  /** The first paragraph of the guide. */
  summary: string
  markdown: string
}

/** Returns the path of a guide: `/docs/webhooks` in Portuguese, `/docs/en/webhooks` in English. */
export const guidePath = (language: Language, name: GuideName): string =>
  language === 'pt' ? `/docs/${name}` : `/docs/${language}/${name}`

/** Reads a guide from its Markdown file. */
export function readGuide(language: Language, name: GuideName): Guide {
  const markdown = readFileSync(join(DOCS_FOLDER, 'guides', language, `${name}.md`), 'utf8')
  const [, title = name, summary = ''] = /^# (.+)\n+((?:.+\n)+)/.exec(markdown) ?? []
  return {
    name,
    language,
    path: guidePath(language, name),
    title,
    summary: summary.replaceAll('\n', ' ').trim(),
    markdown,
  }
}

/** Reads every guide: all guides of the first language in reading order, then those of the next language. */
export const readGuides = (): Guide[] =>
  LANGUAGES.flatMap((language) => GUIDES.map((name) => readGuide(language, name)))

const TEXTS = {
  pt: { html: 'pt-BR', reference: 'Referência da API', guides: 'Guias', other: 'English' },
  en: { html: 'en', reference: 'API reference', guides: 'Guides', other: 'Português' },
} as const

const STYLE = `
  :root { color-scheme: light; --ground: #fff; --ink: #1a1a1a; --sunken: #f3f4f6; --line: #d4d4d8; --link: #0b5c46 }
  @media (prefers-color-scheme: dark) {
    :root { color-scheme: dark; --ground: #121416; --ink: #e6e8ea; --sunken: #1e2124; --line: #3a3f45; --link: #6fd3b0 }
  }
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 52rem; margin: 1.5rem auto 4rem; padding: 0 1rem;
    background: var(--ground); color: var(--ink); overflow-wrap: break-word }
  a { color: var(--link) }
  a[aria-current] { color: var(--ink); font-weight: 600; text-decoration: none }
  nav { border-bottom: 1px solid var(--line); padding-bottom: 0.75rem }
  nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; list-style: none; margin: 0; padding: 0 }
  h1, h2, h3 { line-height: 1.25; margin: 2rem 0 0.75rem }
  code { font: 0.9em ui-monospace, monospace; background: var(--sunken); padding: 0.1em 0.3em; border-radius: 4px }
  pre { background: var(--sunken); padding: 1rem; border-radius: 8px; overflow-x: auto; font-size: 0.875rem }
  pre code { padding: 0; font-size: 1em }
  .table { overflow-x: auto }
  table { border-collapse: collapse } td, th { border: 1px solid var(--line); padding: 0.4rem 0.8rem; text-align: left }
  @media (max-width: 30rem) { td, th { padding: 0.4rem } }
`

/** Returns the HTML page of a guide. `others` contains the guides of the same language, for the navigation. */
export function guidePage(guide: Guide, others: readonly Guide[]): string {
  const texts = TEXTS[guide.language]
  const otherLanguage = guide.language === 'pt' ? 'en' : 'pt'
  const links = others.map(({ path, title, name }) => {
    const current = name === guide.name ? ' aria-current="page"' : ''
    return `<li><a href="${path}"${current}>${escaped(title)}</a></li>`
  })
  const parsed = new Marked().parse(guide.markdown, { async: false })
  // With `tabindex`, people who use a keyboard can focus a wide code block or table, and scroll it.
  const body = parsed
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
  return `<!doctype html>
<html lang="${texts.html}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escaped(guide.title)}</title>
    <link rel="icon" type="image/svg+xml" href="${ICON_PATH}" />
    <link rel="alternate" type="text/markdown" href="${guide.path}.md" />
    <style>${STYLE}</style>
  </head>
  <body>
    <nav aria-label="${texts.guides}">
      <ul>
        <li><a href="${REFERENCE_PATH}">${texts.reference}</a></li>
        ${links.join('\n        ')}
        <li><a href="${guidePath(otherLanguage, guide.name)}" lang="${TEXTS[otherLanguage].html}">${texts.other}</a></li>
      </ul>
    </nav>
    <main>${body}</main>
  </body>
</html>
`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/**
 * Returns the text of `llms.txt` (llmstxt.org), with a description of the service and links to the Markdown of every
 * guide.
 */
export function llmsText(guides: readonly Guide[], publicUrl: string): string {
  const linksOf = (language: Language): string =>
    guides
      .filter((guide) => guide.language === language)
      .map(({ path, title, summary }) => `- [${title}](${publicUrl}${path}.md): ${summary}`)
      .join('\n')
  return `# Pix Charge Service API

> REST API with which a Brazilian merchant creates Pix charges, refunds them, answers disputes (MED), reads its balance
> and statement, and receives signed webhooks.

- [OpenAPI 3.1 document](${publicUrl}/v1/openapi.json): every operation, schema, error and example
- [Reference](${publicUrl}${REFERENCE_PATH}): the same document as a web page
- [pix-listen.mjs](${publicUrl}${LISTEN_PATH}): a program for Node 20 or later that forwards signed events to a server on
  your machine; the quickstart shows how to use it

## Guides in English

${linksOf('en')}

## Guias em português

${linksOf('pt')}
`
}
