import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'

/** Layers from lowest to highest. A file imports only from its own layer and from lower layers. */
const LAYERS = ['lib', 'ui', 'api', 'shared', 'pages', 'root']

const FILES_PER_FOLDER_MAX = 20

const FORBIDDEN_IMPORTS: Readonly<Record<string, RegExp>> = {
  lib: /from '(react|@mantine|@tanstack)/,
  ui: /from '(@tanstack|[^']*\/lib\/(access|attempt|statement|export-\w+|i18n\/(finance|people|webhooks|status|exports|page-names))\b)/,
}

/** Nouns of the business. The layer `ui` must not contain these nouns, neither in file names nor in code. */
const BUSINESS_NOUNS =
  /bank|charge|dispute|endpoint|invit|journal|ledger|merchant|payer|payout|permission|reconcil|recovery|refund|staff|totp|webhook/i

const SRC = import.meta.dirname
const files = globSync('**/*.{ts,tsx}', { cwd: SRC }).filter((file) => !file.includes('.test.'))
const source = (file: string) => readFileSync(`${SRC}/${file}`, 'utf8')

const withoutComments = (file: string) => source(file).replaceAll(/^ *\/\/.*$|\/\*[^]*?\*\//gm, '')

const imports = files.flatMap((from) =>
  [...source(from).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+\.tsx?)'/g)].map(([, path = '']) => ({
    from,
    to: join(dirname(from), path),
  })),
)

const layer = (file: string) => (file.includes('/') ? (file.split('/')[0] ?? '') : 'root')
const rank = (file: string) => LAYERS.indexOf(layer(file))
const page = (file: string) => (layer(file) === 'pages' ? file.split('/')[1] : undefined)

const outside = (pattern: RegExp, allowed: string[]) =>
  files.filter((file) => pattern.test(source(file)) && !allowed.includes(file))

test('every file belongs to a layer', () => {
  expect(files.length).toBeGreaterThan(50)
  expect(files.filter((file) => rank(file) < 0)).toEqual([])
})

test(`no folder has more than ${FILES_PER_FOLDER_MAX} files`, () => {
  const all = globSync('**/*.{ts,tsx,css}', { cwd: SRC })
  const counted = all.filter((file) => !file.includes('.test.') && !file.includes('/generated/'))
  const sizes = [...Map.groupBy(counted, (file) => dirname(file))].map(([folder, of]) => ({
    folder,
    files: of.length,
  }))
  expect(sizes.filter((folder) => folder.files > FILES_PER_FOLDER_MAX)).toEqual([])
})

test('a file imports only from its own layer and from lower layers', () => {
  expect(imports.filter(({ from, to }) => rank(from) < rank(to))).toEqual([])
})

test('a page never imports another page', () => {
  const crossing = imports.filter(({ from, to }) => page(from) && page(to) && page(from) !== page(to))
  expect(crossing).toEqual([])
})

test('lib does not import React, Mantine or TanStack, and ui does not import TanStack or the business texts of lib', () => {
  expect(files.filter((file) => FORBIDDEN_IMPORTS[layer(file)]?.test(source(file)))).toEqual([])
})

test('ui contains no business term', () => {
  const inUi = globSync('ui/**/*.{ts,tsx,css}', { cwd: SRC })
  expect(inUi.length).toBeGreaterThan(50)
  expect(
    inUi.filter((file) => BUSINESS_NOUNS.test(file) || BUSINESS_NOUNS.test(withoutComments(file))),
  ).toEqual([])
})

test('routes.tsx imports from each page except the shell only its routes.ts', () => {
  const pages = imports.filter(({ from, to }) => from === 'routes.tsx' && page(to) && page(to) !== 'shell')
  expect(pages.length).toBeGreaterThan(10)
  expect(pages.filter(({ to }) => !to.endsWith('/routes.ts'))).toEqual([])
})

test('no module of lib or shared has a single page as its only importer', () => {
  const importers = Map.groupBy(
    imports.filter(({ from }) => from !== 'routes.tsx'),
    ({ to }) => to,
  )
  const ofOnePage = files.filter((file) => {
    const users = new Set(importers.get(file)?.map(({ from }) => page(from) ?? 'common'))
    return ['lib', 'shared'].includes(layer(file)) && users.size === 1 && !users.has('common')
  })
  expect(ofOnePage).toEqual([])
})

/** Returns the texts of `lib/i18n` that a file imports or, if it belongs to `lib/i18n`, declares. */
function textNames(file: string): { text: string; alias: string }[] {
  const own = file.startsWith('lib/i18n/')
    ? [...source(file).matchAll(/^export (?:const|function) (\w+)/gm)].map(([, alias = '']) => ({
        text: `${file} ${alias}`,
        alias,
      }))
    : []
  const imported = [...source(file).matchAll(/import \{([^}]*)\} from '(\.[^']+)'/g)]
    .map(([, names = '', path = '']) => ({ names, from: join(dirname(file), path) }))
    .filter(({ from }) => from.startsWith('lib/i18n/'))
    .flatMap(({ names, from }) =>
      names.split(',').map((specifier) => {
        const [name = '', alias = name] = specifier.trim().split(' as ')
        return { text: `${from} ${name}`, alias }
      }),
    )
  return [...own, ...imported.filter(({ alias }) => alias !== '')]
}

test('no translated text of lib is used by one page only', () => {
  const uses = files.flatMap((file) => {
    const code = source(file).replaceAll(/^import [^']*'[^']*'$|^export (const|function) \w+/gm, '')
    return textNames(file).flatMap(({ text, alias }) =>
      [...code.matchAll(new RegExp(`(?<![\\w.])${alias}\\b(\\.\\w+)?`, 'g'))].map(([, member = '']) => ({
        text,
        member,
        user: page(file) ?? 'common',
      })),
    )
  })
  const byText = Map.groupBy(uses, ({ text }) => text)
  const ofOnePage = uses.filter(({ text, member }) => {
    const ofMember =
      byText.get(text)?.filter((use) => member === '' || [member, ''].includes(use.member)) ?? []
    const users = new Set(ofMember.map(({ user }) => user))
    return users.size === 1 && !users.has('common')
  })
  expect(byText.size).toBeGreaterThan(30)
  expect(new Set(ofOnePage.map(({ text, member, user }) => `${text}${member}: ${user}`))).toEqual(new Set())
})

test('only four modules of lib create Intl formatters, and only lib/time/clock.ts reads the system clock', () => {
  expect(
    outside(/new Intl\.DateTimeFormat|toLocale(Date|Time)?String/, ['lib/time/day.ts', 'lib/time/when.ts']),
  ).toEqual([])
  expect(outside(/new Intl\.NumberFormat/, ['lib/values/money.ts', 'lib/text.ts'])).toEqual([])
  expect(outside(/Date\.now|new Date\(\)/, ['lib/time/clock.ts'])).toEqual([])
})

test('every list on a page has an export', () => {
  const showing = files.filter((file) => page(file) && /<(List|ListFrame|Sessions)\s/.test(source(file)))
  expect(showing.length).toBeGreaterThan(12)
  expect(showing.filter((file) => !source(file).includes('<ExportList'))).toEqual([])
})

test('lists are declared in *.list.tsx', () => {
  const declaring = files.filter((file) => /\bdefineList\(/.test(source(file)))
  expect(declaring.length).toBeGreaterThan(12)
  expect(declaring.filter((file) => !file.endsWith('.list.tsx') && file !== 'api/define-list.ts')).toEqual([])
})

test('only ActionForm and four forms outside dialogs contain a form element', () => {
  const pageForms = [
    'pages/charges/ChargeFilters.tsx',
    'ui/filters/TextFilter.tsx',
    'ui/filters/AmountFilter.tsx',
    'pages/sign-in/PasswordForm.tsx',
  ]
  expect(outside(/<form\b/, ['ui/forms/ActionForm.tsx', ...pageForms])).toEqual([])
})

test('no page, Actions file or root file statically imports the form and schema libraries, directly or through other modules', () => {
  const loading = new Set(files.filter((file) => /from '(zod\/mini|@mantine\/form)'/.test(source(file))))
  for (const file of loading)
    for (const { from, to } of imports)
      if (
        to === file &&
        new RegExp(`^(?!import type ).*from '[^']*/${basename(to)}'`, 'm').test(source(from))
      )
        loading.add(from)
  expect(loading).toContain('pages/charges/actions/RefundForm.tsx')
  expect(
    [...loading].filter((file) => /Page\.tsx$|Actions\.tsx$/.test(file) || layer(file) === 'root'),
  ).toEqual([])
})

test('only ui/notices.ts shows notifications, and no button uses the disabled attribute', () => {
  expect(outside(/notifications\.show/, ['ui/notices.ts'])).toEqual([])
  expect(outside(/<(Button|ActionIcon|button)\b[^<]*?\sdisabled\b/, [])).toEqual([])
})

test('no files import each other in a cycle', () => {
  const next = Map.groupBy(imports, ({ from }) => from)
  const circles: string[][] = []
  const walk = (file: string, path: string[]) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file])
    else if (!done.has(file)) for (const { to } of next.get(file) ?? []) walk(to, [...path, file])
    done.add(file)
  }
  const done = new Set<string>()
  for (const file of files) walk(file, [])
  expect(circles).toEqual([])
})
