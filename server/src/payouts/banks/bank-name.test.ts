import { expect, test } from 'vitest'
import { bankNameOf } from './bank-name.ts'

test('a known ISPB has the name of its institution, and an unknown ISPB has no name', () => {
  expect(bankNameOf('00000000')).toBe('Banco do Brasil S.A.')
  expect(bankNameOf('60701190')).toMatch(/Ita[uú] Unibanco/i)
  expect(bankNameOf('99999999')).toBeNull()
  expect(bankNameOf('toString')).toBeNull()
})
