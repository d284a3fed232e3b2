import { buffer } from 'node:stream/consumers'
import readWorkbook from 'read-excel-file/node'
import { expect, test } from 'vitest'
import type { Value } from './table.ts'
import { SHEET_ROWS_MAX, xlsx } from './xlsx.ts'

const column = { id: 'n', kind: 'count', header: 'Número', labels: new Map() } as const
const TABLE = { columns: [column], title: 'Extrato de tudo o que houve no ano', zone: 'UTC' }

/** Yields `rows` rows in pages of `pageRows`. */
async function* counted(rows: number, pageRows: number): AsyncGenerator<Value[][]> {
  for (let from = 0; from < rows; from += pageRows)
    yield await Promise.resolve(
      Array.from({ length: Math.min(pageRows, rows - from) }, (_, n): Value[] => [from + n]),
    )
}

test.each([
  [0, [0]],
  [9, [9]],
  [10, [10]],
  [11, [10, 1]],
  [30, [10, 10, 10]],
  [35, [10, 10, 10, 5]],
])(
  '%i rows with at most ten per sheet are split into sheets of %j rows, each with the heading',
  async (rows, of) => {
    for (const pageRows of [1, 4, 10, 100]) {
      const book = await readWorkbook(await buffer(xlsx(TABLE, counted(rows, pageRows), 11)))
      expect(book.map(({ data }) => data.length - 1)).toEqual(of)
      expect(book.map(({ data }) => data[0])).toEqual(of.map(() => ['Número']))
      expect(book.flatMap(({ data }) => data.slice(1).flat())).toEqual(
        Array.from({ length: rows }, (_, n) => n),
      )
      expect(new Set(book.map(({ sheet }) => sheet)).size).toBe(of.length)
      expect(book.filter(({ sheet }) => sheet.length > 31)).toEqual([])
    }
  },
)

test('a list with more rows than a sheet allows continues on a second sheet', async () => {
  const file = await buffer(xlsx({ ...TABLE, columns: [] }, counted(SHEET_ROWS_MAX, 50_000)))
  expect([2, 3].map((n) => file.includes(`xl/worksheets/sheet${n}.xml`))).toEqual([true, false])
})

async function* failing(): AsyncGenerator<Value[][]> {
  yield* counted(5, 5)
  throw new Error('the database is unavailable')
}

test('an error while reading rows destroys the stream of the file', async () => {
  await expect(buffer(xlsx(TABLE, failing(), 4))).rejects.toThrow('the database is unavailable')
})
