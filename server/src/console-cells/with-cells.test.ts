import { expect, test } from 'vitest'
import { makeSchema } from '../schema.ts'
import { withCells } from './with-cells.ts'

test('with several cells, every operation has a cell', () => {
  expect(() => withCells(makeSchema())).not.toThrow()
})
