import { expect, test } from 'vitest'
import * as server from '../../../../server/src/kernel/values/document.ts'
import { formatDocument, hasCheckDigits, readDocument } from './document.ts'

test.each([
  ['52998224725', '529.982.247-25'],
  ['11222333000181', '11.222.333/0001-81'],
  ['12ABC34501DE35', '12.ABC.345/01DE-35'],
])(
  'the CPF or CNPJ %s is formatted as %s and parsed again in upper and lower case',
  (document, formatted) => {
    expect(formatDocument(document)).toBe(formatted)
    expect([formatted, formatted.toLowerCase(), ` ${document} `].map(readDocument)).toEqual(
      Array.from({ length: 3 }, () => document),
    )
  },
)

test.each(['', '1234567890', 'PEDIDO12345678', '12ABC34501DE36', '12ABC34501DE3X'])(
  '«%s» is neither a CPF nor a CNPJ',
  (text) => expect(readDocument(text)).toBeUndefined(),
)

test('the console and the server accept the same CPFs, CNPJs and check digits', () => {
  const known = ['52998224725', '11222333000181', '12ABC34501DE35', '12345678901', '12345678000100']
  // A body is a CNPJ without its two check digits. Each of the 26 bodies contains one letter, and is tested with all
  // 100 pairs of check digits, of which exactly one is valid.
  const bodies = Array.from(
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    (letter, at) => `${10_000_000_000 + at * 7_919}${letter}`,
  )
  const pairs = Array.from({ length: 100 }, (_, pair) => String(pair).padStart(2, '0'))
  const all = bodies.flatMap((body) => pairs.map((pair) => body + pair))
  for (const document of [...known, ...all]) {
    expect([document, hasCheckDigits(document)]).toEqual([document, server.hasCheckDigits(document)])
    expect([document, readDocument(document)]).toEqual([document, server.readDocument(document)])
  }
  expect(all.filter(hasCheckDigits)).toHaveLength(bodies.length)
})
