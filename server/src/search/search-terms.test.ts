import { expect, test } from 'vitest'
import { interpretationsOf, searchTermsOf } from './search-terms.ts'

const ID = '01890000-0000-7000-8000-00000000000f'
const E2E = 'E12345678202611201530abcdEfghijk'
const E2E_UPPER = E2E.toUpperCase()

test.each([
  ['an id', ` ${ID.toUpperCase()} `, { uuid: ID }],
  ['an event id', 'evt_01HZX3Q9V6R8TJ2M4N5P7W8Y9A', { eventId: 'evt_01HZX3Q9V6R8TJ2M4N5P7W8Y9A' }],
  [
    'an event id in lower case',
    'EVT_01hzx3q9v6r8tj2m4n5p7w8y9a',
    { eventId: 'evt_01HZX3Q9V6R8TJ2M4N5P7W8Y9A' },
  ],
  ['an end-to-end id', E2E, { endToEndId: E2E }],
  ['an end-to-end id in lower case', E2E_UPPER.toLowerCase(), { endToEndId: expect.stringMatching(/^E/) }],
  [
    'the id of a return at the network',
    E2E.replace('E', 'D'),
    { returnIds: expect.arrayContaining([E2E.replace('E', 'D')]) },
  ],
  ['a txid (an id without dashes)', ID.replaceAll('-', ''), { uuid: ID }],
  ['the prefix of an API key', 'svc_live_abcdefABCDEF', { keyPrefix: 'svc_live_abcdefABCDEF' }],
  ['a CPF', '123.456.789-09', { document: '12345678909' }],
  ['a CPF without punctuation', '12345678909', { document: '12345678909' }],
  ['a CNPJ', '12.345.678/0001-95', { document: '12345678000195' }],
  ['a CNPJ with letters', '12.ABC.345/01DE-35', { document: '12ABC34501DE35' }],
  ['a CNPJ with letters in lower case', '12abc34501de35', { document: '12ABC34501DE35' }],
  ['an amount in reais and centavos', 'R$ 1.234,56', { amountCents: 123_456n }],
  ['an amount in whole reais', 'R$50', { amountCents: 5_000n }],
  ['an amount with a thousands separator', 'R$ 1.234', { amountCents: 123_400n }],
  ['an amount without a currency, with two decimals', '1234,56', { amountCents: 123_456n }],
  ['an amount with a decimal point', '1234.56', { amountCents: 123_456n }],
  ['an amount in English notation', 'BRL 1,234.56', { amountCents: 123_456n }],
  ['an amount with the currency in lower case and one decimal', 'r$1234,5', { amountCents: 123_450n }],
  ['a negative amount', '-R$\u00a010,00', { amountCents: 1_000n }],
  ['an amount with the word reais', '50 reais', { amountCents: 5_000n }],
  ['a prefix of an order reference', 'pedido-7', { reference: 'pedido-7' }],
  ['a name', 'Maria José', { name: 'maria jose' }],
])('%s is recognised in a search text', (_what, text, shape) => {
  expect(searchTermsOf(text)).toMatchObject(shape)
})

test('14 letters and digits with wrong check digits are not read as a CNPJ', () => {
  expect(searchTermsOf('PEDIDO12345678').document).toBeUndefined()
})

test('a whole number is not read as an amount, and a UUID is read only as an id', () => {
  expect(searchTermsOf('1234')).toEqual({ reference: '1234' })
  expect(searchTermsOf('1.234')).toEqual({ reference: '1.234' })
  expect(searchTermsOf('1234,5')).toEqual({ reference: '1234,5' })
  expect(searchTermsOf('R$ 9.999.999.999.999.999,00').amountCents).toBeUndefined()
  expect(Object.keys(searchTermsOf(ID))).toEqual(['uuid'])
})

test.each([
  `"${ID}"`,
  `“${ID}”,`,
  `\u200b${ID}\u200b`,
  `id: ${ID}.`,
  `https://console.example/charges/${ID}?merchant=all`,
  `/v1/pix/charges/${ID}/refunds`,
  ID.replaceAll('-', '').replace('7000', ' 7000 '),
])('the first interpretation of «%s» is the whole text, and the last one is the id in the text', (text) => {
  const interpretations = interpretationsOf(text)
  expect(interpretations.at(-1)).toEqual({ uuid: ID })
  expect(interpretations[0]?.reference ?? interpretations[0]?.uuid).toBeDefined()
})

test('white space within an id or a CPF is ignored, but not white space within words', () => {
  expect(interpretationsOf(`${E2E.slice(0, 9)} ${E2E.slice(9)}`).at(-1)).toEqual({
    endToEndId: E2E,
  })
  expect(interpretationsOf('123 456 789 09').at(-1)).toEqual({ document: '12345678909' })
  expect(interpretationsOf('Maria José')).toEqual([{ reference: 'Maria José', name: 'maria jose' }])
  expect(interpretationsOf('#pedido-7').at(-1)).toMatchObject({ reference: 'pedido-7' })
})

test('the search uses only the public prefix of an API key, and ignores a malformed key', () => {
  const secret = 'x'.repeat(49)
  expect(searchTermsOf(`svc_live_abcdefABCDEF_${secret}`)).toEqual({ keyPrefix: 'svc_live_abcdefABCDEF' })
  expect(searchTermsOf(`svc_live_abcdefABCDEF-${secret}`)).toEqual({})
  expect(interpretationsOf(`Bearer svc_live_abcdefABCDEF_${secret}`).at(-1)).toEqual({
    keyPrefix: 'svc_live_abcdefABCDEF',
  })
})

test.each(['', '   ', 'x', 'a\0b', '\ud800abc', 'y'.repeat(201)])('«%s» has no search terms', (text) => {
  expect(searchTermsOf(text)).toEqual({})
})
