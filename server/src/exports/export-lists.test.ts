import { expect, test } from 'vitest'
import { LISTS } from './lists.ts'

test('export-lists.json contains every exported list with its columns', async () => {
  const lists = [...LISTS].map(([name, { columns }]) => [
    name,
    Object.fromEntries(columns.map(({ id, kind }) => [id, kind])),
  ])
  const text = `${JSON.stringify(Object.fromEntries(lists), null, 2)}\n`
  await expect(text).toMatchFileSnapshot('../../export-lists.json')
})
