import { expect, test } from 'vitest'
import { Problem } from './problem.ts'
import { refusedFields } from './problem-fields.ts'

const refusalOf = (...paths: string[]) =>
  new Problem('x', {
    code: 'validation_error',
    fields: Object.fromEntries(paths.map((path) => [path, 'format'])),
  })

test('a refused field has the last segment of its path as name, in camel case', () => {
  expect(refusedFields(refusalOf('url', 'terms.feePercentBps', 'refund.amount_cents'))).toEqual([
    'url',
    'feePercentBps',
    'amountCents',
  ])
})

test('an error without fields refuses no field', () => {
  expect(refusedFields(new Problem('x', { code: 'conflict' }))).toEqual([])
  expect(refusedFields(new Error('x'))).toEqual([])
})
