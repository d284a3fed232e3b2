import * as fc from 'fast-check'
import { createDynamicPix, hasError, isDynamicPix, parsePix } from 'pix-utils'
import { describe, expect, test } from 'vitest'
import { crc16, readBrCode, writeBrCode } from './br-code.ts'

const LOCATION = 'pix.example.com/qr/9d36b84fc70b478fb95c12729b90ca25'
const shop = { location: LOCATION, merchantName: 'Padaria São João & Filhos Ltda', merchantCity: 'São Paulo' }
const written = (code = shop): string => writeBrCode(code) ?? ''
/** Replaces the CRC of a modified code with the correct one. */
const sealed = (text: string): string => text.slice(0, -4) + crc16(text.slice(0, -4))

const pathChars = fc.string({
  unit: fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyzABCDEFXYZ0123456789-_.')),
  minLength: 1,
  maxLength: 50,
})
const locations = fc
  .tuple(fc.constantFrom('pix.example.com', 'qr.psp.com.br', '127.0.0.1:3001', 'a.br'), pathChars)
  .map(([host, path]) => `${host}/qr/${path}`)
const names = fc.string({ unit: 'grapheme', maxLength: 60 })

describe('CRC', () => {
  test('crc16 returns the published values of CRC16-CCITT-FALSE', () => {
    expect(crc16('123456789')).toBe('29B1')
    expect(crc16('')).toBe('FFFF')
    expect(crc16('A')).toBe('B915')
  })
})

describe('writing a BR Code', () => {
  test('a written BR Code has the fields of the BR Code manual', () => {
    expect(written()).toBe(
      `00020101021226730014br.gov.bcb.pix2551${LOCATION}` +
        '5204000053039865802BR5925Padaria Sao Joao Filhos L6009Sao Paulo62070503***6304' +
        written().slice(-4),
    )
  })

  test('the library pix-utils can read a written BR Code with any merchant name and city', () => {
    fc.assert(
      fc.property(locations, names, names, (location, merchantName, merchantCity) => {
        const code = writeBrCode({ location, merchantName, merchantCity }) ?? ''
        const pix = parsePix(code)
        if (hasError(pix) || !isDynamicPix(pix)) throw new Error(`pix-utils cannot read ${code}`)
        expect(pix.url).toBe(location)
        expect(pix.merchantName).toMatch(/^[A-Za-z0-9][A-Za-z0-9 ]{0,24}$/)
        expect(pix.merchantCity).toMatch(/^[A-Za-z0-9][A-Za-z0-9 ]{0,14}$/)
        expect(code.length).toBeLessThanOrEqual(203)
        expect(readBrCode(code)?.location).toBe(location)
      }),
    )
  })

  test('a written BR Code equals the BR Code that the library pix-utils writes', () => {
    fc.assert(
      fc.property(locations, (url) => {
        const theirs = createDynamicPix({
          url,
          merchantName: 'LOJA DO ZE',
          merchantCity: 'RECIFE',
          oneTime: true,
        })
        if (hasError(theirs)) throw new Error('pix-utils wrote no code')
        expect(writeBrCode({ location: url, merchantName: 'LOJA DO ZE', merchantCity: 'RECIFE' })).toBe(
          theirs.toBRCode(),
        )
      }),
    )
  })

  test('a written BR Code contains the location without its scheme', () => {
    expect(written({ ...shop, location: `https://${LOCATION}` })).toBe(written())
  })

  test('name and city are shortened to ASCII text, and a name without ASCII letters becomes PIX', () => {
    const code = written({ ...shop, merchantName: '  ★ ', merchantCity: 'Vila Bela da Santíssima Trindade' })
    expect(readBrCode(code)).toMatchObject({ merchantName: 'PIX', merchantCity: 'Vila Bela da Sa' })
  })

  test.each([
    '',
    'pix.example.com',
    'with space.com/qr',
    `a.br/${'x'.repeat(73)}`,
    'ftp://a.br/x',
    'á.br/qr',
  ])('writeBrCode returns undefined for the invalid location %j', (location) => {
    expect(writeBrCode({ ...shop, location })).toBeUndefined()
  })

  test('a written BR Code may have a location of exactly 77 characters', () => {
    const location = `a.br/${'x'.repeat(72)}`
    expect(readBrCode(written({ ...shop, location }))?.location).toBe(location)
  })
})

describe('reading a BR Code', () => {
  test('readBrCode can read BR Codes that the library pix-utils has written', () => {
    fc.assert(
      fc.property(locations, fc.boolean(), (url, oneTime) => {
        const theirs = createDynamicPix({ url, merchantName: 'Zé', merchantCity: 'Maceió', oneTime })
        if (hasError(theirs)) throw new Error('pix-utils wrote no code')
        expect(readBrCode(theirs.toBRCode())).toEqual({
          location: url,
          amount: undefined,
          merchantName: 'ZE',
          merchantCity: 'MACEIO',
        })
      }),
    )
  })

  test('a BR Code with the GUI in capitals and an amount with two decimals can be read', () => {
    const code = written().replace('br.gov.bcb.pix', 'BR.GOV.BCB.PIX').replace('5802BR', '540519.905802BR')
    expect(readBrCode(sealed(code))).toMatchObject({ location: LOCATION, amount: '19.90' })
  })

  test('a BR Code in which any single character was changed is refused', () => {
    const code = written()
    fc.assert(
      fc.property(fc.nat(code.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, char) => {
        fc.pre(code[at] !== char)
        expect(readBrCode(code.slice(0, at) + char + code.slice(at + 1))).toBeUndefined()
      }),
    )
  })

  test('readBrCode returns undefined for a text that is not a BR Code, and does not throw', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => sealed(`${text}6304XXXX`)),
        ),
        (text) => {
          expect(readBrCode(text)).toBeUndefined()
        },
      ),
    )
  })

  test.each([
    [
      'a static code',
      () => replaced(`0014br.gov.bcb.pix2551${LOCATION}`, '0014br.gov.bcb.pix0151' + 'k'.repeat(51)),
    ],
    ['another GUI', () => replaced('br.gov.bcb.pix', 'br.gov.bcb.pax')],
    ['a second Pix account', () => replaced('52040000', '27290014br.gov.bcb.pix2507a.br/qr52040000')],
    ['an amount with one decimal', () => replaced('5802BR', '54038.95802BR')],
    ['another currency', () => replaced('5303986', '5303840')],
    ['another country', () => replaced('5802BR', '5802AR')],
    ['a location with a scheme', () => replaced(`2551${LOCATION}`, `2551https://${LOCATION.slice(0, 43)}`)],
    ['a repeated field', () => replaced('5802BR', '5802BR5802BR')],
    ['a field longer than the rest of the code', () => replaced('62070503***', '62990503***')],
    ['an empty field', () => replaced('5802BR', '5802BR6100')],
    ['a code that does not start with its format field', () => replaced('000201010212', '010212000201')],
    ['letters with accents', () => replaced('Sao Paulo', 'São Paulo')],
    ['a CRC in lower case', () => lowerCaseCrc()],
    ['more than 512 characters', () => replaced('62070503***', `62070503***${filler(4)}`)],
  ])('readBrCode returns undefined for a code with this fault: %s', (_, code) => {
    expect(readBrCode(code())).toBeUndefined()
  })
})

test('readBrCode accepts a BR Code of just under 512 characters', () => {
  expect(readBrCode(replaced('62070503***', `62070503***${filler(3)}`))).toMatchObject({ location: LOCATION })
})

/** Returns `count` additional templates of 103 characters each. */
const filler = (count: number): string =>
  Array.from({ length: count }, (_, n) => `${80 + n}99${'x'.repeat(99)}`).join('')

function replaced(part: string, by: string): string {
  const code = written()
  if (!code.includes(part)) throw new Error(`the code has no ${part}`)
  return sealed(code.replace(part, by))
}

/** Returns a code whose CRC contains a letter, written in lower case. */
function lowerCaseCrc(): string {
  const codes = Array.from({ length: 50 }, (_, n) => written({ ...shop, location: `a.br/${n}` }))
  const code = codes.find((text) => /[A-F]/.test(text.slice(-4))) ?? ''
  return code.slice(0, -4) + code.slice(-4).toLowerCase()
}
