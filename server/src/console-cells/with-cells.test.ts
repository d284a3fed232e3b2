import { expect, test } from 'vitest'
import { makeSchema } from '../schema.ts'
import { withCells } from './with-cells.ts'

test('every operation of the console schema has a function that chooses its cells', () => {
  expect(() => withCells(makeSchema())).not.toThrow()
})
