import { expect, test } from 'vitest'
import { common } from './i18n/common.ts'
import {
  amount,
  hidden,
  integer,
  matching,
  optionalText,
  requiredText,
  type TextSchema,
} from './form-schema.ts'
import { filters } from './i18n/search/filters.ts'

const LANGUAGE = { t: ([text]: readonly [string, string]) => text, language: 'pt-BR' } as const

/** Returns the parsed value, or the error message of the schema. */
const read = <Value>(schema: TextSchema<Value>, typed: string) => {
  const { data, error } = schema.safeParse(typed)
  return error ? error.issues.map(({ message }) => message).join() : data
}

test('a required text is trimmed, and a blank text is refused', () => {
  expect(read(requiredText('missing'), ' why ')).toBe('why')
  expect(read(requiredText('missing'), '  ')).toBe('missing')
})

test('a blank optional text and the text of a hidden field become null', () => {
  expect(read(optionalText, ' note ')).toBe('note')
  expect(read(optionalText, '  ')).toBeNull()
  expect(read(hidden, 'typed before')).toBeNull()
})

test('an amount is parsed into centavos, and an invalid, ambiguous or too large amount is refused', () => {
  const schema = amount(LANGUAGE, { max: '5000' })
  expect(read(schema, '50,00')).toBe('5000')
  expect(read(schema, '50,01')).toBe(filters.amountTooMuch('R$\u00a050,00')[0])
  expect(read(schema, '')).toBe(filters.amountInvalid[0])
  expect(read(schema, '1,2,3')).toBe(filters.amountInvalid[0])
  expect(read(schema, '1.000')).toBe(filters.amountAmbiguous[0])
})

test('an amount of zero is refused unless the option `zero` is `allowed`', () => {
  expect(read(amount(LANGUAGE), '0')).toBe(filters.amountZero[0])
  expect(read(amount(LANGUAGE, { zero: 'allowed' }), '0')).toBe('0')
})

test('an integer of at most six digits is accepted, and more digits or decimals are refused', () => {
  expect(read(integer(LANGUAGE), ' 250 ')).toBe(250)
  expect(read(integer(LANGUAGE), '1234567')).toBe(common.numberInvalid[0])
  expect(read(integer(LANGUAGE), '2,5')).toBe(common.numberInvalid[0])
})

test('matching applies its clean function to a text before it checks the text', () => {
  const ispb = matching('invalid', {
    clean: (text) => text.replaceAll(' ', ''),
    fits: (text) => /^\d{8}$/.test(text),
  })
  expect(read(ispb, '1234 5678')).toBe('12345678')
  expect(read(ispb, '1234')).toBe('invalid')
})
