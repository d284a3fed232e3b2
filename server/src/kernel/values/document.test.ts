import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasCheckDigits, isDocument, readDocument } from './document.ts'
import { containsDocument } from './contains-document.ts'

const SEED = 20260701
const DIGITS = Array.from('0123456789')
const ALPHABET = [...DIGITS, ...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')]

/** The weights published by Receita Federal and Serpro, from left to right. */
const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]
const CPF_WEIGHTS = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]

/**
 * Appends the two check digits. Finds each check digit by trying all digits: the digit that makes the weighted sum a
 * multiple of 11, or 0 if no digit does.
 */
function withCheckDigits(body: string, published: readonly number[]): string {
  const append = (characters: string): string => {
    const weights = [...published.slice(published.length - characters.length), 1]
    const isValidDigit = (digit: number): boolean => {
      const values = [...Array.from(characters, (one) => ALPHABET.indexOf(one) + (one >= 'A' ? 7 : 0)), digit]
      return values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0) % 11 === 0
    }
    const digit = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].find(isValidDigit)
    return `${characters}${digit ?? 0}`
  }
  return append(append(body))
}

const bodyOf = (length: number, alphabet: readonly string[]) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length })
const letteredBody = bodyOf(12, ALPHABET).filter((body) => /[A-Z]/.test(body))
const wrongBy = fc.integer({ min: 1, max: 99 })

const shifted = (document: string, by: number): string =>
  document.slice(0, -2) + String((Number(document.slice(-2)) + by) % 100).padStart(2, '0')

describe('hasCheckDigits', () => {
  test.each(['12ABC34501DE35', '11222333000181', '11444777000161', '52998224725'])(
    'the check digits of %s are valid',
    (known) => {
      expect(hasCheckDigits(known)).toBe(true)
    },
  )

  test('the check digits of a CNPJ with letters match the published weights, and no other pair is accepted', () => {
    fc.assert(
      fc.property(letteredBody, wrongBy, (body, by) => {
        const document = withCheckDigits(body, CNPJ_WEIGHTS)
        expect([isDocument(document), isDocument(shifted(document, by))]).toEqual([true, false])
      }),
      { seed: SEED, numRuns: 2_000 },
    )
  })

  test.each([
    ['CPF', 9, CPF_WEIGHTS],
    ['CNPJ', 12, CNPJ_WEIGHTS],
  ])(
    'the check digits of a numeric %s match the published weights, but isDocument does not verify them',
    (_, length, weights) => {
      fc.assert(
        fc.property(bodyOf(length, DIGITS), wrongBy, (body, by) => {
          const document = withCheckDigits(body, weights)
          const wrong = shifted(document, by)
          expect([document, wrong].map(hasCheckDigits)).toEqual([true, false])
          expect([document, wrong].map(isDocument)).toEqual([true, true])
        }),
        { seed: SEED, numRuns: 500 },
      )
    },
  )
})

test('a CNPJ is parsed with any common punctuation and in either letter case', () => {
  fc.assert(
    fc.property(letteredBody, fc.boolean(), fc.constantFrom('', '.', ' '), (body, isLower, mark) => {
      const document = withCheckDigits(body, CNPJ_WEIGHTS)
      const groups = [
        [0, 2],
        [2, 5],
        [5, 8],
      ].map(([from, to]) => document.slice(from, to))
      const end = [document.slice(8, 12), document.slice(12)].join(mark === '.' ? '-' : mark)
      const marked = [groups.join(mark), end].join(mark === '.' ? '/' : mark)
      const typed = isLower ? marked.toLowerCase() : marked
      expect(readDocument(` ${typed} `)).toBe(document)
      expect(containsDocument(`CNPJ: ${typed}?`)).toBe(true)
    }),
    { seed: SEED, numRuns: 500 },
  )
})

test.each([
  ['', 'nothing'],
  ['1234567890', 'ten digits'],
  ['123456789012', 'twelve digits'],
  ['12ABC34501DE36', 'wrong check digits'],
  ['12ABC34501DE3X', 'a letter among the check digits'],
  ['12ÁBC34501DE35', 'a letter with an accent'],
  ['PEDIDO12345678', 'a reference of 14 characters'],
  ['１２ABC34501DE35', 'wide digits'],
])('«%s» is neither a CPF nor a CNPJ: %s', (text) => {
  expect(readDocument(text)).toBeUndefined()
})
