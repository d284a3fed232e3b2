import { expect, test } from 'vitest'
import { z } from 'zod'
import { LISTS } from './lists.ts'

test('the console has columns for every exported list, and each column exists', async () => {
  const Columns = z.record(z.string(), z.array(z.array(z.unknown()).transform(([id]) => String(id))))
  const source = new URL('../../../console/src/lib/export-columns.ts', import.meta.url)
  const named = Columns.parse((await import(source.href)).EXPORT_COLUMNS)
  expect(Object.keys(named).toSorted()).toEqual([...LISTS.keys()].toSorted())
  for (const [list, columns] of Object.entries(named)) {
    const known = LISTS.get(list)?.columns.map(({ id }) => id) ?? []
    expect([list, columns.filter((id) => !known.includes(id))]).toEqual([list, []])
  }
})
