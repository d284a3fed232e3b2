import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'

/** From the ground up. A file may import its own layer and any layer on a lower floor. */
const FLOORS = ['lib', 'ui', 'api', 'parts', 'pages', 'root']

/** What each layer must not know of. */
const STRANGERS: Readonly<Record<string, RegExp>> = {
  lib: /from '(react|@mantine|@tanstack)/,
  ui: /from '@tanstack/,
}

const SRC = import.meta.dirname
const files = globSync('**/*.{ts,tsx}', { cwd: SRC }).filter((file) => !file.includes('.test.'))
const source = (file: string) => readFileSync(`${SRC}/${file}`, 'utf8')

const imports = files.flatMap((from) =>
  [...source(from).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+\.tsx?)'/g)].map(([, path = '']) => ({
    from,
    to: join(dirname(from), path),
  })),
)

const layer = (file: string) => (file.includes('/') ? (file.split('/')[0] ?? '') : 'root')
const floor = (file: string) => FLOORS.indexOf(layer(file))
const page = (file: string) => (layer(file) === 'pages' ? file.split('/')[1] : undefined)

const outside = (pattern: RegExp, allowed: string[]) =>
  files.filter((file) => pattern.test(source(file)) && !allowed.includes(file))

test('every file stands on a floor', () => {
  expect(files.length).toBeGreaterThan(50)
  expect(files.filter((file) => floor(file) < 0)).toEqual([])
})

test('imports run downward: lib, ui, api, parts of several pages, pages, root', () => {
  expect(imports.filter(({ from, to }) => floor(from) < floor(to))).toEqual([])
})

test('a page never imports another page', () => {
  const crossing = imports.filter(({ from, to }) => page(from) && page(to) && page(from) !== page(to))
  expect(crossing).toEqual([])
})

test('the pure layer knows no React, and parts of pages know neither router nor queries', () => {
  expect(files.filter((file) => STRANGERS[layer(file)]?.test(source(file)))).toEqual([])
})

test('money and moments are written in one place each', () => {
  expect(
    outside(/new Intl\.DateTimeFormat|toLocale(Date|Time)?String/, ['lib/day.ts', 'lib/when.ts']),
  ).toEqual([])
  expect(outside(/new Intl\.NumberFormat/, ['lib/money.ts', 'lib/i18n/text.ts'])).toEqual([])
  expect(outside(/Date\.now|new Date\(\)/, ['lib/clock.ts'])).toEqual([])
})

test('every list of a page can be had as a file', () => {
  const showing = imports.filter(
    ({ from, to }) => page(from) && ['ui/List.tsx', 'parts/Sessions.tsx'].includes(to),
  )
  expect(showing.length).toBeGreaterThan(12)
  expect(showing.filter(({ from }) => !source(from).includes('<ExportList'))).toEqual([])
})

test('a notice is told in one place, and a button that may not be pressed stays within reach', () => {
  expect(outside(/notifications\.show/, ['ui/notices.ts'])).toEqual([])
  expect(outside(/<(Button|ActionIcon|button)\b[^<]*?\sdisabled\b/, [])).toEqual([])
})

test('no circle runs through the files', () => {
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
