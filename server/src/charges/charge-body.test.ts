import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aChargeBody, anIdempotencyKey } from '../testing/fixtures/charges.ts'
import { World } from '../testing/world.ts'
import { sql } from '../kernel/database/sql.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

const post = (body: unknown, key = anIdempotencyKey()) =>
  world.rest.post('/v1/pix/charges', body, { 'idempotency-key': key })
const chargesCount = async () => (await sql(world.context(), 'select id from charge')).length

const payer = { name: 'A', document: '12345678909', email: 'a@b.co', phone: '11987654321' }
const ofDocument = (document: string) => ({ payer: { ...payer, document } })
const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 'v']))

describe.each<[string, Record<string, unknown>]>([
  ['order_reference of 1 character', { order_reference: '~' }],
  ['order_reference of 120 emoji, counted as code points', { order_reference: '😀'.repeat(120) }],
  ['amount_cents 1', { amount_cents: 1 }],
  ['amount_cents at the largest safe integer', { amount_cents: Number.MAX_SAFE_INTEGER }],
  ['amount_cents of 18 digits', { amount_cents: '9'.repeat(18) }],
  ['amount_cents with leading zeros', { amount_cents: '000000000000000001' }],
  ['description empty', { description: '' }],
  ['description of 500 characters', { description: 'é'.repeat(500) }],
  ['payer.name of 200 characters', { payer: { ...payer, name: 'n'.repeat(200) } }],
  ['payer.document with a CNPJ', { payer: { ...payer, document: '12345678000195' } }],
  [
    'payer.document with a numeric CNPJ with wrong check digits',
    { payer: { ...payer, document: '12345678000100' } },
  ],
  ['payer.document with an alphanumeric CNPJ', { payer: { ...payer, document: '12ABC34501DE35' } }],
  [
    'payer.email of the maximum length',
    { payer: { ...payer, email: `${'l'.repeat(64)}@${'d'.repeat(125)}.${'s'.repeat(63)}` } },
  ],
  ['payer.phone of 10 digits', { payer: { ...payer, phone: '1133334444' } }],
  ['payer.phone with + and 13 digits', { payer: { ...payer, phone: '+5511987654321' } }],
  ['a payer with empty members', { payer: { name: '', document: '', email: '', phone: '' } }],
  ['no payer at all', { payer: undefined }],
  ['expires_in_seconds 60', { expires_in_seconds: 60 }],
  ['expires_in_seconds 604800', { expires_in_seconds: 604_800 }],
  [
    'metadata of 20 pairs, with a key of 60 and a value of 500 characters',
    { metadata: { ...pairs(19), ['k'.repeat(60)]: 'v'.repeat(500) } },
  ],
  ['currency BRL', { currency: 'BRL' }],
])('a charge with %s', (_, changes) => {
  test('the charge is created with 201', async () => {
    expect((await post(aChargeBody(changes))).status).toBe(201)
  })
})

describe.each<[string, Record<string, unknown>, string, string]>([
  ['no order_reference', { order_reference: undefined }, 'order_reference', 'required'],
  ['order_reference empty', { order_reference: '' }, 'order_reference', 'too_short'],
  ['order_reference of 121 characters', { order_reference: 'x'.repeat(121) }, 'order_reference', 'too_long'],
  ['order_reference as a number', { order_reference: 7 }, 'order_reference', 'type'],
  ['order_reference with NUL', { order_reference: 'a\0b' }, 'order_reference', 'format'],
  ['order_reference with half a surrogate pair', { order_reference: 'a\ud800' }, 'order_reference', 'format'],
  ['no amount', { amount_cents: undefined }, 'amount_cents', 'required'],
  ['amount 0', { amount_cents: 0 }, 'amount_cents', 'out_of_range'],
  ['amount "0"', { amount_cents: '0' }, 'amount_cents', 'out_of_range'],
  ['amount negative', { amount_cents: -1 }, 'amount_cents', 'out_of_range'],
  ['amount "-1"', { amount_cents: '-1' }, 'amount_cents', 'format'],
  ['amount with a fraction', { amount_cents: 10.5 }, 'amount_cents', 'type'],
  ['amount above safe integers', { amount_cents: 9_007_199_254_740_992 }, 'amount_cents', 'out_of_range'],
  ['amount of 19 digits', { amount_cents: '1'.repeat(19) }, 'amount_cents', 'format'],
  ['amount empty', { amount_cents: '' }, 'amount_cents', 'format'],
  ['amount with a blank', { amount_cents: ' 1' }, 'amount_cents', 'format'],
  ['amount as a boolean', { amount_cents: true }, 'amount_cents', 'type'],
  ['amount null', { amount_cents: null }, 'amount_cents', 'type'],
  ['another currency', { currency: 'USD' }, 'currency', 'not_allowed'],
  ['description of 501 characters', { description: 'x'.repeat(501) }, 'description', 'too_long'],
  ['description null', { description: null }, 'description', 'type'],
  ['payer as a string', { payer: 'Maria' }, 'payer', 'type'],
  ['payer with an unknown member', { payer: { ...payer, cpf: '1' } }, 'payer.cpf', 'unknown'],
  ['payer.name of 201 characters', { payer: { ...payer, name: 'n'.repeat(201) } }, 'payer.name', 'too_long'],
  [
    'payer.document of 12 digits',
    { payer: { ...payer, document: '1'.repeat(12) } },
    'payer.document',
    'format',
  ],
  [
    'payer.document with punctuation',
    { payer: { ...payer, document: '123.456.789-09' } },
    'payer.document',
    'format',
  ],
  ['payer.document with wrong CNPJ check digits', ofDocument('12ABC34501DE36'), 'payer.document', 'format'],
  ['payer.document with a lower-case CNPJ', ofDocument('12abc34501de35'), 'payer.document', 'format'],
  ['payer.document with a formatted CNPJ', ofDocument('12.ABC.345/01DE-35'), 'payer.document', 'format'],
  ['payer.document with a letter at the end', ofDocument('12ABC34501DE3A'), 'payer.document', 'format'],
  ['payer.email without a suffix', { payer: { ...payer, email: 'a@b' } }, 'payer.email', 'format'],
  ['payer.email with two @', { payer: { ...payer, email: 'a@b@c.co' } }, 'payer.email', 'format'],
  ['payer.email with a blank', { payer: { ...payer, email: 'a b@c.co' } }, 'payer.email', 'format'],
  [
    'payer.email with a local part of 65 characters',
    { payer: { ...payer, email: `${'l'.repeat(65)}@b.co` } },
    'payer.email',
    'format',
  ],
  ['payer.email with a one-letter suffix', { payer: { ...payer, email: 'a@b.c' } }, 'payer.email', 'format'],
  [
    'payer.email with a suffix of 64 characters',
    { payer: { ...payer, email: `a@b.${'s'.repeat(64)}` } },
    'payer.email',
    'format',
  ],
  ['payer.phone of 9 digits', { payer: { ...payer, phone: '1'.repeat(9) } }, 'payer.phone', 'format'],
  ['payer.phone of 14 digits', { payer: { ...payer, phone: '1'.repeat(14) } }, 'payer.phone', 'format'],
  ['expires_in_seconds 59', { expires_in_seconds: 59 }, 'expires_in_seconds', 'out_of_range'],
  ['expires_in_seconds 604801', { expires_in_seconds: 604_801 }, 'expires_in_seconds', 'out_of_range'],
  ['expires_in_seconds as a string', { expires_in_seconds: '60' }, 'expires_in_seconds', 'type'],
  ['metadata of 21 pairs', { metadata: pairs(21) }, 'metadata', 'too_long'],
  [
    'metadata with a key of 61 characters',
    { metadata: { ['k'.repeat(61)]: 'v' } },
    `metadata.${'k'.repeat(61)}`,
    'too_long',
  ],
  ['metadata with a value of 501 characters', { metadata: { a: 'v'.repeat(501) } }, 'metadata.a', 'too_long'],
  ['metadata with a number as value', { metadata: { a: 1 } }, 'metadata.a', 'type'],
  ['metadata as an array', { metadata: ['a'] }, 'metadata', 'type'],
  ['an unknown field', { amount: 1 }, 'amount', 'unknown'],
])('a charge with %s', (_, changes, path, code) => {
  test('the request is refused with 422 and the path of the field, and no charge is stored', async () => {
    const before = await chargesCount()
    const answer = await post(JSON.stringify(aChargeBody(changes)))
    expect(answer).toMatchObject({ status: 422, body: { error: { code: 'validation_error' } } })
    const fields = answer.body.error.details.fields ?? []
    expect(fields.map((field) => [field.path, field.code])).toEqual([[path, code]])
    expect(await chargesCount()).toBe(before)
  })
})

test('one response lists all invalid fields and the missing header, but not their values', async () => {
  const answer = await world.rest.post('/v1/pix/charges', {
    amount_cents: 'segredo',
    payer: { document: '1' },
    extra: 1,
  })
  expect(answer.body.error.details.fields?.map((field) => `${field.path} ${field.code}`)).toEqual([
    'Idempotency-Key required',
    'order_reference required',
    'amount_cents format',
    'payer.document format',
    'extra unknown',
  ])
  expect(JSON.stringify(answer.body)).not.toContain('segredo')
})

test('a member named __proto__ is an unknown field', async () => {
  const answer = await post(JSON.stringify(aChargeBody()).replace('{', '{"__proto__":{"amount_cents":1},'))
  expect(answer.body.error.details.fields).toMatchObject([{ path: '__proto__', code: 'unknown' }])
})

test.each([
  ['an empty body', '', 'required'],
  ['null', 'null', 'type'],
  ['an array', '[]', 'type'],
  ['a string', '"x"', 'type'],
])('%s is refused with a field error whose path is body', async (_, body, code) => {
  const answer = await post(body)
  expect([answer.status, answer.body.error.details.fields]).toMatchObject([422, [{ path: 'body', code }]])
})

test('a metadata key __proto__ is refused', async () => {
  const whole = JSON.stringify(aChargeBody({ metadata: { a: 'b' } }))
  const answer = await post(whole.replace('{"a":', '{"__proto__":"x","a":'))
  expect(answer.body.error.details.fields).toMatchObject([
    { path: 'metadata.__proto__', code: 'not_allowed' },
  ])
})

test('an amount beyond the range of a JavaScript number is refused with 422 for amount_cents', async () => {
  for (const amount of ['1e400', '-1e400', '9'.repeat(400), '1e-400', '-0']) {
    const body = JSON.stringify(aChargeBody({ amount_cents: 7 })).replace(':7', `:${amount}`)
    const { status, body: refused } = await post(body)
    expect([amount, status, refused.error.details.fields?.[0]?.path]).toEqual([amount, 422, 'amount_cents'])
  }
})

test.each([
  ['7 characters', 'x'.repeat(7), 'too_short'],
  ['201 characters', 'x'.repeat(201), 'too_long'],
  ['a blank', 'chave 12345', 'format'],
])('an Idempotency-Key with %s is refused', async (_, key, code) => {
  const answer = await post(aChargeBody(), key)
  expect(answer.body.error.details.fields).toMatchObject([{ path: 'Idempotency-Key', code }])
})

test.each([
  ['truncated JSON', '{"a":', 'application/json', 'invalid_json'],
  ['plain text', 'order', 'text/plain', 'unsupported_media_type'],
  ['a form', 'a=1', 'application/x-www-form-urlencoded', 'unsupported_media_type'],
])('a body of %s is refused with 422', async (_, body, type, reason) => {
  const answer = await world.rest.post('/v1/pix/charges', body, {
    'content-type': type,
    'idempotency-key': anIdempotencyKey(),
  })
  expect(answer).toMatchObject({ status: 422, body: { error: { details: { reason } } } })
})

test('a body over 64 KiB is refused with 413, and a body of 64 KiB is parsed', async () => {
  const over = await post(`{"x":"${'y'.repeat(64 * 1024)}"}`)
  expect(over).toMatchObject({ status: 413, body: { error: { code: 'payload_too_large' } } })
  const frame = '{"x":""}'.length
  const at = await post(`{"x":"${'y'.repeat(64 * 1024 - frame)}"}`)
  expect(at.status).toBe(422)
})

test('the message for an alphanumeric CNPJ with wrong check digits explains the fault', async () => {
  const { body } = await post(aChargeBody(ofDocument('12ABC34501DE36')))
  expect(body.error.details.fields).toEqual([
    {
      path: 'payer.document',
      code: 'format',
      message: 'Formato inválido. Os dígitos verificadores do CNPJ com letras não conferem.',
    },
  ])
})

test('each validation message names the accepted values', async () => {
  const answer = await post({
    ...aChargeBody({ expires_in_seconds: 5, currency: 'USD', amount_cents: 'dez' }),
    payer: { ...payer, document: '123' },
    order_reference: 'x'.repeat(121),
    metadata: [],
  })
  const messages = Object.fromEntries(
    (answer.body.error.details.fields ?? []).map((field) => [field.path, field.message]),
  )
  expect(messages).toEqual({
    order_reference: 'Maior que o máximo permitido. Máximo: 120 caracteres.',
    amount_cents: 'Formato inválido. Centavos: de 1 a 18 dígitos, sem ponto, vírgula ou sinal.',
    currency: 'Valor não permitido. Aceitos: BRL.',
    'payer.document':
      'Formato inválido. CPF com 11 dígitos ou CNPJ com 14 caracteres, sem pontuação e com letras maiúsculas.',
    expires_in_seconds: 'Fora do intervalo permitido. Mínimo: 60.',
    metadata: 'Tipo inválido. Esperado: um objeto ({}).',
  })
})
