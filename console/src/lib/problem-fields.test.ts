import { expect, test } from 'vitest'
import { Problem } from './problem.ts'
import { fieldRefusals, refusedFields } from './problem-fields.ts'

const refusalOf = (...paths: string[]) => refusalFor(null, ...paths)

const refusalFor = (reason: string | null, ...paths: string[]) =>
  new Problem('x', {
    code: 'validation_error',
    reason,
    fields: Object.fromEntries(paths.map((path) => [path, 'format'])),
  })

test('the name of a refused field is the last segment of its path in camel case', () => {
  expect(refusedFields(refusalOf('url', 'terms.feePercentBps', 'refund.amount_cents'))).toEqual([
    'url',
    'feePercentBps',
    'amountCents',
  ])
})

test('refusedFields returns no field for an error that names no field', () => {
  expect(refusedFields(new Problem('x', { code: 'conflict' }))).toEqual([])
  expect(refusedFields(new Error('x'))).toEqual([])
})

const GENERIC = ['O servidor recusou os dados enviados.', 'The server refused the data sent.']
const OWN = { url: ['Endereço', 'Address'] } as const
const texts = (error: unknown) => fieldRefusals(error, OWN).byField.map(({ text }) => text)

test('the text of the reason is shown at the refused field, unless the refusal names several fields', () => {
  const one = refusalFor('ssrf_blocked', 'url')
  expect(texts(one)[0]?.[1]).toBe('This address is private or local and was refused.')
  expect(fieldRefusals(one, OWN).isExplained).toBe(true)

  const two = refusalFor('document_in_view', 'name', 'search.q')
  expect(texts(two)).toEqual([GENERIC, GENERIC])
  expect(fieldRefusals(two, OWN).isExplained).toBe(false)
})

test('the field texts explain a refusal without a reason if every refused field has its own text', () => {
  expect(texts(refusalOf('url'))).toEqual([OWN.url])
  expect(fieldRefusals(refusalOf('url'), OWN).isExplained).toBe(true)
  expect(texts(refusalOf('url', 'purpose'))).toEqual([OWN.url, GENERIC])
  expect(fieldRefusals(refusalOf('url', 'purpose'), OWN).isExplained).toBe(false)
  expect(fieldRefusals(refusalFor('new_reason', 'url'), OWN).isExplained).toBe(false)
})

test('field texts do not explain an error that names no field', () => {
  expect(fieldRefusals(new Problem('x', { code: 'conflict' }))).toEqual({ byField: [], isExplained: false })
})
