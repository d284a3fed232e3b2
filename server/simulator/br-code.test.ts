import { assert, property, string, stringMatching } from 'fast-check'
import { parsePix } from 'pix-utils'
import { expect, test } from 'vitest'
import { crc16, encodeBrCode, locationOf } from './br-code.ts'

const code = {
  location: 'pix.example/qr/v2/019abcdef0127abc8def0123456789ab',
  valor: '19.90',
  merchantName: 'Padaria São João & Filhos Ltda',
  merchantCity: 'São Sebastião do Paraíso',
}

test('the checksum of a BR Code is CRC16-CCITT-FALSE', () => {
  expect(crc16('123456789')).toBe('29B1')
})

test('pix-utils parses the BR Code of a charge and accepts its checksum', () => {
  const read = parsePix(encodeBrCode(code))
  expect(read).toMatchObject({
    type: 'DYNAMIC',
    url: code.location,
    merchantName: 'Padaria Sao Joao Filhos L',
    merchantCity: 'Sao Sebastiao d',
    transactionCurrency: '986',
    countryCode: 'BR',
    merchantCategoryCode: '0000',
  })
})

test('for any merchant name, the BR Code has at most 203 characters, all ASCII, and pix-utils can parse it', () => {
  const texts = string({ unit: 'binary', maxLength: 60 })
  const paths = stringMatching(/^[a-z0-9./-]{1,77}$/)
  assert(
    property(texts, texts, paths, (merchantName, merchantCity, location) => {
      const text = encodeBrCode({ ...code, merchantName, merchantCity, location })
      expect(text).toMatch(/^[ -~]{1,203}$/)
      expect(parsePix(text)).toMatchObject({ type: 'DYNAMIC', url: location })
      expect(locationOf(text)).toBe(location)
    }),
  )
})

test('the largest amount of a charge fits into its BR Code', () => {
  expect(encodeBrCode({ ...code, valor: '9999999999.99' })).toContain('54139999999999.99')
})

test('a location longer than 77 characters throws a RangeError', () => {
  expect(() => encodeBrCode({ ...code, location: 'x'.repeat(78) })).toThrow(RangeError)
})

test('locationOf returns undefined for an altered BR Code, a static BR Code and other texts', () => {
  const text = encodeBrCode(code)
  for (const [at, letter] of Array.from(text).entries()) {
    const other = letter === '7' ? '8' : '7'
    expect(locationOf(text.slice(0, at) + other + text.slice(at + 1)), `position ${at}`).toBeUndefined()
  }
  const fixed =
    '00020126650014br.gov.bcb.pix0119nubank@thalesog.com0220Gerado por Pix-Utils' +
    '52040000530398654041.005802BR5914Thales Ogliari6009Sao Paulo62070503***63046069'
  expect(locationOf(fixed)).toBeUndefined()
  expect(locationOf('')).toBeUndefined()
  expect(locationOf('not a code')).toBeUndefined()
})
