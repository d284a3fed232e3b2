import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fileColumns, type ExportedView, type ListName } from './api/define-list.ts'

type View = ExportedView<never, object, ListName>

const SERVER_LISTS: Record<string, object> = JSON.parse(
  readFileSync(new URL('../../server/export-lists.json', import.meta.url), 'utf8'),
)

const modules = import.meta.glob<Record<string, View | (() => View)>>('./pages/**/*.list.tsx', {
  eager: true,
})

/** All declared lists. A list that depends on its page is declared as a function. */
const lists = Object.values(modules).flatMap((module) =>
  Object.entries(module)
    .filter(([name]) => name.endsWith('List'))
    .map(([, list]): View => (typeof list === 'function' ? list() : list)),
)

const repeated = (texts: string[]) => texts.filter((text, index) => texts.indexOf(text) !== index)

test('each list that the server exports has exactly one declaration in the console', () => {
  expect(lists.map(({ name }) => name).toSorted()).toEqual(Object.keys(SERVER_LISTS).toSorted())
})

test.each(lists.map((list) => [list.name, list] as const))(
  'the list %s repeats no column, neither in the table nor in the exported file',
  (_name, { columns }) => {
    expect(repeated(columns.filter(({ cell }) => cell).map(({ header }) => header[0]))).toEqual([])
    expect(repeated(fileColumns(columns).map(({ id }) => id))).toEqual([])
  },
)
