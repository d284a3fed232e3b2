import { beforeEach, expect, test } from 'vitest'
import { logInto } from '../testing/fakes/fake-pix-provider.ts'
import { CALLBACK_ITEMS_MAX, readCallback } from './callback.ts'

let lines: string[]

beforeEach(() => {
  lines = []
})

const read = (body: unknown) => readCallback(body, logInto(lines))
const first = (item: Record<string, unknown>) => read({ pix: [item] })?.items[0]

const pix = {
  endToEndId: 'E12345678202009091221abcdef12345',
  txid: 'cd1fe328c875481285a6f233ae41b662',
  valor: '100.00',
  horario: '2020-09-10T13:03:33.902Z',
  infoPagador: 'Reforma da casa',
}
const devolucao = {
  id: '000AAA111',
  rtrId: 'D12345678202009091000abcde123456',
  valor: '11.00',
  horario: { solicitacao: '2020-09-10T13:03:33.902Z' },
  status: 'EM_PROCESSAMENTO',
}

test('the example payment of the API Pix standard is read with its return, and `raw` contains the original', () => {
  const item = { ...pix, devolucoes: [devolucao] }
  expect(read({ pix: [item] })).toEqual({
    unreadable: 0,
    items: [
      {
        endToEndId: pix.endToEndId,
        txid: pix.txid,
        amountCents: 10_000n,
        paidAt: new Date('2020-09-10T13:03:33.902Z'),
        returns: [
          {
            id: '000AAA111',
            returnId: 'D12345678202009091000abcde123456',
            amountCents: 1_100n,
            nature: 'ORIGINAL',
            status: 'EM_PROCESSAMENTO',
            reason: undefined,
            settledAt: undefined,
            raw: devolucao,
          },
        ],
        raw: item,
      },
    ],
  })
})

test('unknown fields of a payment are accepted and kept in `raw`', () => {
  const item = { ...pix, pagador: { cpf: '12345678909' }, chave: 'k', componentesValor: {}, novidade: [1] }
  expect(first(item)?.raw).toEqual(item)
})

test('an unreadable payment is skipped and logged without its content, and the other payments are kept', () => {
  const broken = { ...pix, valor: '100', pagador: { nome: 'Maria Payer', cpf: '12345678909' } }
  const body = { pix: [pix, broken, { ...pix, endToEndId: 'E'.repeat(32) }] }
  const callback = read(body)
  expect(callback?.items.map((item) => item.endToEndId)).toEqual([pix.endToEndId, 'E'.repeat(32)])
  expect(callback?.unreadable).toBe(1)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('valor')
  expect(lines[0]).not.toMatch(/Maria|12345678909|Reforma|abcdef12345/)
})

test.each([
  ['no end-to-end id', { endToEndId: undefined }],
  ['a short end-to-end id', { endToEndId: 'E123' }],
  ['an end-to-end id with a space', { endToEndId: `${'E'.repeat(31)} ` }],
  ['an amount of zero', { valor: '0.00' }],
  ['an amount with one decimal', { valor: '8.9' }],
  ['an amount below zero', { valor: '-1.00' }],
  ['an amount that is a number', { valor: 100 }],
  ['no time', { horario: undefined }],
  ['an impossible time', { horario: '2020-13-41T25:00:00Z' }],
  ['a day without a time', { horario: '2020-09-10' }],
  ['the year 0', { horario: '0000-01-01T00:00:00Z' }],
  ['a time after the year 9999 in UTC', { horario: '9999-12-31T23:59:59-03:00' }],
])('a payment with %s is unreadable', (_, change) => {
  expect(read({ pix: [{ ...pix, ...change }] })).toEqual({ items: [], unreadable: 1 })
})

test.each([null, 7, 'text', [], undefined])('the callback item %j is unreadable', (item) => {
  expect(read({ pix: [item] })).toEqual({ items: [], unreadable: 1 })
})

test('an end-to-end id may be any 32 visible ASCII characters', () => {
  const endToEndId = 'd-0000_0000.2020:09/10+abcdef1234'.slice(0, 32)
  expect(first({ ...pix, endToEndId })?.endToEndId).toBe(endToEndId)
})

test('the time of a payment may have any offset, and without an offset it is read as UTC', () => {
  expect(first({ ...pix, horario: '2020-09-10T10:03:33-03:00' })?.paidAt).toEqual(
    new Date('2020-09-10T13:03:33Z'),
  )
  expect(first({ ...pix, horario: '2020-09-10T13:03:33.5' })?.paidAt).toEqual(
    new Date('2020-09-10T13:03:33.500Z'),
  )
})

test.each([undefined, null, '', 'x'.repeat(36), 12])(
  'a payment with the invalid txid %j is read as a payment without a txid',
  (txid) => {
    expect(first({ ...pix, txid })).toMatchObject({ txid: undefined, amountCents: 10_000n })
  },
)

test('a MED return keeps its nature, and its unknown status is read as other', () => {
  const item = {
    ...pix,
    devolucoes: [{ ...devolucao, natureza: 'MED_FRAUDE', status: 'AGENDADO', motivo: 'golpe' }],
  }
  expect(first(item)?.returns).toEqual([
    expect.objectContaining({ nature: 'MED_FRAUDE', status: 'other', reason: 'golpe' }),
  ])
})

test('a single return outside a list is read as a list of one return', () => {
  expect(first({ ...pix, devolucoes: devolucao })?.returns).toHaveLength(1)
})

test('an unreadable return is skipped, and the payment and its other returns are kept', () => {
  const item = { ...pix, devolucoes: [{ ...devolucao, id: '' }, devolucao, null] }
  expect(first(item)?.returns.map(({ id }) => id)).toEqual(['000AAA111'])
  expect(lines).toHaveLength(2)
})

test.each([
  ['a NUL', { infoPagador: 'a\0b' }],
  ['a lone surrogate', { infoPagador: 'a\ud83d' }],
  ['more than 16 KB', { infoPagador: 'x'.repeat(17_000) }],
  ['too deep nesting', { infoPagador: nested(100_000) }],
])('the `raw` of a payment with %s contains only the parsed fields', (_, change) => {
  const kept = first({ ...pix, ...change, devolucoes: [devolucao] })
  expect(kept?.raw).toEqual({
    endToEndId: pix.endToEndId,
    txid: pix.txid,
    valor: '100.00',
    horario: '2020-09-10T13:03:33.902Z',
    devolucoes: [
      {
        id: '000AAA111',
        rtrId: devolucao.rtrId,
        valor: '11.00',
        natureza: 'ORIGINAL',
        status: 'EM_PROCESSAMENTO',
      },
    ],
  })
  const { returns, ...payment } = first(kept?.raw ?? {}) ?? {}
  expect({ ...kept, returns: [] }).toEqual({ ...payment, returns: [] })
  expect(returns?.map(({ raw: _raw, ...parsed }) => parsed)).toEqual(
    kept?.returns.map(({ raw: _raw, ...parsed }) => parsed),
  )
})

test('the test call of a PSP is read as a callback without payments', () => {
  for (const evento of ['teste_webhook', 'outro_teste'])
    expect(read({ evento })).toEqual({ items: [], unreadable: 0 })
})

test.each([
  undefined,
  null,
  [],
  'text',
  {},
  { evento: 1 },
  { evento: 'x', tipo: 'x' },
  { pix: {} },
  { pix: 'x', evento: 'x' },
])('readCallback returns undefined for the body %j', (body) => {
  expect(read(body)).toBeUndefined()
})

test('readCallback accepts a callback with an empty list of payments', () => {
  expect(read({ pix: [] })).toEqual({ items: [], unreadable: 0 })
})

test('a callback of more than 1000 payments is refused as a whole', () => {
  expect(read({ pix: copies(CALLBACK_ITEMS_MAX) })?.items).toHaveLength(1000)
  expect(read({ pix: copies(CALLBACK_ITEMS_MAX + 1) })).toBeUndefined()
})

const copies = (count: number) => Array.from({ length: count }, () => pix)

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let n = 0; n < depth; n += 1) value = [value]
  return value
}
