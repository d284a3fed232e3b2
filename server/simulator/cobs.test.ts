import { parsePix } from 'pix-utils'
import { expect, test } from 'vitest'
import { KEY, createTestNetwork, TXID, aCobBody, type Body } from './testing/test-network.ts'

const path = `/cob/${TXID}`

test('PUT creates a charge and returns its location and copy-and-paste text', async () => {
  const { api } = await createTestNetwork({ merchantName: 'Loja Única', merchantCity: 'Maceió' })
  const { status, body } = await api('PUT', path, aCobBody())
  expect(status).toBe(201)
  const location = `pix.example/qr/v2/${TXID}`
  const criacao = '2026-11-20T12:00:00.000Z'
  expect(body).toEqual({
    calendario: { criacao, expiracao: 3600 },
    txid: TXID,
    revisao: 0,
    loc: { id: 1, location, tipoCob: 'cob', criacao },
    location,
    status: 'ATIVA',
    devedor: { cpf: '12345678909', nome: 'José da Silva' },
    valor: { original: '19.90' },
    chave: KEY,
    solicitacaoPagador: 'Pedido 1234',
    pixCopiaECola: expect.any(String),
  })
  expect(parsePix(String(body['pixCopiaECola']))).toMatchObject({
    url: location,
    merchantName: 'Loja Unica',
    merchantCity: 'Maceio',
  })
})

test('with copyAndPaste false, a created charge has a location but no copy-and-paste text', async () => {
  const { api } = await createTestNetwork({ copyAndPaste: false })
  const { body } = await api('PUT', path, aCobBody())
  expect(body).toMatchObject({ location: `pix.example/qr/v2/${TXID}` })
  expect(body).not.toHaveProperty('pixCopiaECola')
})

test('the default expiry of a charge is one day', async () => {
  const { api } = await createTestNetwork()
  const { body } = await api('PUT', path, aCobBody({ calendario: {} }))
  expect(body['calendario']).toMatchObject({ expiracao: 86_400 })
})

test.each<[string, Body, string]>([
  ['no amount', { valor: undefined }, 'cob.valor'],
  ['an amount of one decimal', { valor: { original: '8.9' } }, 'cob.valor.original'],
  [
    'an amount of eleven digits before the point',
    { valor: { original: '12345678901.00' } },
    'cob.valor.original',
  ],
  ['an amount of zero', { valor: { original: '0.00' } }, 'cob.valor.original'],
  ['an amount that is a number', { valor: { original: 19.9 } }, 'cob.valor.original'],
  [
    'an unknown modalidadeAlteracao',
    { valor: { original: '1.00', modalidadeAlteracao: 2 } },
    'cob.valor.modalidadeAlteracao',
  ],
  ['no calendar', { calendario: undefined }, 'cob.calendario'],
  ['an expiry of zero', { calendario: { expiracao: 0 } }, 'cob.calendario.expiracao'],
  ['an expiry as text', { calendario: { expiracao: '3600' } }, 'cob.calendario.expiracao'],
  ['no key', { chave: undefined }, 'cob.chave'],
  ['a key of 78 characters', { chave: 'k'.repeat(78) }, 'cob.chave'],
  ['a CPF of ten digits', { devedor: { cpf: '1234567890', nome: 'Ana' } }, 'cob.devedor'],
  ['a CNPJ in lower case', { devedor: { cnpj: 'a2345678000195', nome: 'Ana' } }, 'cob.devedor'],
  ['CPF and CNPJ', { devedor: { cpf: '12345678909', cnpj: '12345678000195', nome: 'Ana' } }, 'cob.devedor'],
  ['a payer without a name', { devedor: { cpf: '12345678909' } }, 'cob.devedor'],
  ['a name of 201 characters', { devedor: { cpf: '12345678909', nome: 'x'.repeat(201) } }, 'cob.devedor'],
  ['a message of 141 characters to the payer', { solicitacaoPagador: 'x'.repeat(141) }, 'solicitacaoPagador'],
  ['information without a value', { infoAdicionais: [{ nome: 'Loja' }] }, 'infoAdicionais'],
  ['a location id', { loc: { id: 7 } }, 'cob.loc.id'],
])('a charge with %s is refused with 400, and nothing is stored', async (_, changes, propriedade) => {
  const { api, network } = await createTestNetwork()
  const { status, type, body } = await api('PUT', path, aCobBody(changes))
  expect([status, type]).toEqual([400, 'application/problem+json'])
  expect(body).toMatchObject({
    type: 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida',
    status: 400,
    violacoes: [{ propriedade, razao: expect.any(String) }],
  })
  expect(network.cob(TXID).cob).toBeNull()
})

test('the refusal of an invalid charge names every violation', async () => {
  const { api } = await createTestNetwork()
  const { body } = await api('PUT', path, { chave: '', valor: { original: 'x' }, solicitacaoPagador: 1 })
  const violacoes: unknown = body['violacoes']
  expect(violacoes).toMatchObject([
    { propriedade: 'cob.calendario' },
    { propriedade: 'cob.valor.original' },
    { propriedade: 'cob.chave' },
    { propriedade: 'solicitacaoPagador' },
  ])
})

test.each(['x'.repeat(25), 'x'.repeat(36), '019abcde-f012-7abc-8def-0123456789ab'])(
  'a malformed txid is refused: %s',
  async (txid) => {
    const { api } = await createTestNetwork()
    const { status, body } = await api('PUT', `/cob/${txid}`, aCobBody())
    expect([status, body['violacoes']]).toMatchObject([400, [{ propriedade: 'txid' }]])
  },
)

test('lengths are counted in code points: 140 emoji are accepted', async () => {
  const { api } = await createTestNetwork()
  expect((await api('PUT', path, aCobBody({ solicitacaoPagador: '🎁'.repeat(140) }))).status).toBe(201)
})

test('a CNPJ with letters is accepted', async () => {
  const { api } = await createTestNetwork()
  const devedor = { cnpj: '12ABC34501DE35', nome: 'Empresa' }
  expect((await api('PUT', path, aCobBody({ devedor }))).body).toMatchObject({ devedor })
})

test('when the receiving keys are configured, a charge with another key is refused', async () => {
  const { api } = await createTestNetwork({ keys: [KEY] })
  const { status, body } = await api('PUT', path, aCobBody({ chave: 'outra@exemplo.com.br' }))
  expect([status, body['violacoes']]).toMatchObject([400, [{ propriedade: 'cob.chave' }]])
  expect((await api('PUT', path, aCobBody())).status).toBe(201)
})

test('a charge for a payer whom the risk analysis refuses gets 400 and is not stored', async () => {
  const { api, network } = await createTestNetwork()
  const { status, body } = await api('PUT', path, aCobBody({ devedor: { cpf: '00000000000', nome: 'Ana' } }))
  expect(status).toBe(400)
  expect(body['violacoes']).toEqual([
    { propriedade: 'cob.devedor', razao: 'O objeto cob.devedor foi recusado pela análise de risco.' },
  ])
  expect(network.cob(TXID)).toMatchObject({ cob: null, created: 0, calls: { PUT: 1 } })
})

test('for the CPF 99999999999, the first PUT stores the charge without an answer, and the second PUT is answered', async () => {
  const { api, network } = await createTestNetwork()
  const body = aCobBody({ devedor: { cpf: '99999999999', nome: 'Ana' } })
  const silence = Symbol('silence')
  const first = api('PUT', path, body)
  expect(await Promise.race([first, new Promise((resolve) => setImmediate(resolve, silence))])).toBe(silence)
  expect((await api('GET', path)).body).toMatchObject({ txid: TXID, status: 'ATIVA' })
  expect((await api('PUT', path, body)).status).toBe(201)
  expect(network.cob(TXID)).toMatchObject({ created: 1, calls: { PUT: 2, GET: 1, PATCH: 0 } })
})

test('repeating a PUT changes nothing, but a PUT with other terms creates a new revision of the charge', async () => {
  const { api, clock } = await createTestNetwork()
  const first = await api('PUT', path, aCobBody())
  await clock.advance(60_000)
  expect(await api('PUT', path, aCobBody())).toEqual(first)
  const { status, body } = await api('PUT', path, aCobBody({ valor: { original: '20.00' } }))
  expect(status).toBe(201)
  expect(body).toMatchObject({ revisao: 1, valor: { original: '20.00' } })
  expect(body['calendario']).toEqual(first.body['calendario'])
  expect((await api('GET', `${path}?revisao=0`)).body).toMatchObject({
    revisao: 0,
    valor: { original: '19.90' },
  })
  const unknown = await api('GET', `${path}?revisao=2`)
  expect([unknown.status, unknown.body]).toMatchObject([
    400,
    { type: expect.stringMatching(/CobConsultaInvalida$/) },
  ])
})

test('a paid charge refuses changes, but accepts the same PUT again', async () => {
  const { api, network } = await createTestNetwork()
  await api('PUT', path, aCobBody())
  network.pay({ txid: TXID })
  expect((await api('PUT', path, aCobBody())).body).toMatchObject({ status: 'CONCLUIDA', revisao: 0 })
  for (const [method, body] of [
    ['PUT', aCobBody({ valor: { original: '20.00' } })],
    ['PATCH', { valor: { original: '20.00' } }],
    ['PATCH', { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }],
  ] as const) {
    const answer = await api(method, path, body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ type: expect.stringMatching(/CobOperacaoInvalida$/) })
  }
})

test('PATCH changes only the given terms', async () => {
  const { api } = await createTestNetwork()
  await api('PUT', path, aCobBody())
  const { status, body } = await api('PATCH', path, { solicitacaoPagador: 'Outro texto' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ revisao: 1, solicitacaoPagador: 'Outro texto', valor: { original: '19.90' } })
})

test('PATCH removes a charge only once, and only if the request changes nothing else', async () => {
  const { api } = await createTestNetwork()
  await api('PUT', path, aCobBody())
  const status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR'
  expect((await api('PATCH', path, { status, solicitacaoPagador: 'x' })).status).toBe(400)
  expect((await api('PATCH', path, { status: 'CONCLUIDA' })).status).toBe(400)
  const removed = await api('PATCH', path, { status })
  expect([removed.status, removed.body]).toMatchObject([200, { status, revisao: 1 }])
  expect((await api('PATCH', path, { status })).status).toBe(400)
})

test('an expired charge stays ATIVA', async () => {
  const { api, clock } = await createTestNetwork()
  await api('PUT', path, aCobBody())
  await clock.advance(3_601_000)
  expect((await api('GET', path)).body).toMatchObject({ status: 'ATIVA' })
})

test('the control route that removes a charge sets its status to REMOVIDA_PELO_PSP', async () => {
  const { api, call } = await createTestNetwork()
  await api('PUT', path, aCobBody())
  expect((await call('POST', `/simulator/cobs/${TXID}/remove`)).status).toBe(200)
  expect((await api('GET', path)).body).toMatchObject({ status: 'REMOVIDA_PELO_PSP' })
})

test('a call for an unknown charge gets 404 and is counted', async () => {
  const { api, call } = await createTestNetwork()
  for (const [method, body] of [['GET'], ['PATCH', {}]] as const) {
    const answer = await api(method, path, body)
    expect([answer.status, answer.body]).toMatchObject([
      404,
      { type: expect.stringMatching(/CobNaoEncontrado$/) },
    ])
  }
  const before = await call('GET', `/simulator/cobs/${TXID}`)
  expect(before).toMatchObject({
    status: 404,
    body: { cob: null, created: 0, calls: { GET: 1, PATCH: 1, PUT: 0 } },
  })
  await api('PUT', path, aCobBody())
  const after = await call('GET', `/simulator/cobs/${TXID}`)
  expect(after).toMatchObject({
    status: 200,
    body: { cob: { txid: TXID }, created: 1, calls: { GET: 1, PUT: 1 } },
  })
})
