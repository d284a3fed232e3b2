import { expect, test } from 'vitest'
import { KEY, createTestNetwork, TXID, aCobBody, type TestNetwork } from './testing/test-network.ts'

const ID = 'b'.repeat(32)

/** Creates a simulated Pix network with a paid charge of R$ 19,90. */
async function withPix(): Promise<TestNetwork & { endToEndId: string; path: string }> {
  const testNetwork = await createTestNetwork()
  await testNetwork.api('PUT', `/cob/${TXID}`, aCobBody())
  const endToEndId = testNetwork.network.pay({ txid: TXID })[0]?.endToEndId ?? ''
  await testNetwork.network.idle()
  testNetwork.callbacks.splice(0)
  return { ...testNetwork, endToEndId, path: `/pix/${endToEndId}/devolucao` }
}

test('a return is first EM_PROCESSAMENTO, then DEVOLVIDO with a callback', async () => {
  const { api, clock, network, path, endToEndId, callbacks } = await withPix()
  const requested = await api('PUT', `${path}/${ID}`, { valor: '7.89', descricao: 'Troca' })
  expect(requested.status).toBe(201)
  expect(requested.body).toEqual({
    id: ID,
    rtrId: expect.stringMatching(/^D99999003202611201200[0-9A-Za-z]{11}$/),
    valor: '7.89',
    natureza: 'ORIGINAL',
    descricao: 'Troca',
    horario: { solicitacao: '2026-11-20T12:00:00.000Z' },
    status: 'EM_PROCESSAMENTO',
  })
  expect((await api('GET', `${path}/${ID}`)).body).toEqual(requested.body)
  await clock.advance(300)
  const done = { status: 'DEVOLVIDO', horario: { liquidacao: '2026-11-20T12:00:00.300Z' } }
  expect((await api('GET', `${path}/${ID}`)).body).toMatchObject(done)
  await network.idle()
  expect(callbacks).toMatchObject([
    { pix: [{ endToEndId, valor: '19.90', devolucoes: [{ id: ID, ...done }] }] },
  ])
  expect((await api('GET', `/cob/${TXID}`)).body).toMatchObject({
    status: 'CONCLUIDA',
    pix: [{ devolucoes: [done] }],
  })
})

test('a return id can be used only once for each payment', async () => {
  const { api, path } = await withPix()
  await api('PUT', `${path}/${ID}`, { valor: '1.00' })
  const { status, body } = await api('PUT', `${path}/${ID}`, { valor: '1.00' })
  expect(status).toBe(400)
  expect(body).toMatchObject({
    type: expect.stringMatching(/PixDevolucaoInvalida$/),
    violacoes: [{ propriedade: 'id' }],
  })
})

test('the returns of a payment cannot exceed its amount, and failed returns do not count', async () => {
  const { api, clock, network, path, callbacks } = await withPix()
  network.setFault({ on: 'devolucao', mode: 'nao_realizado', count: 1 })
  expect((await api('GET', `${path}/a1`)).status).toBe(404)
  expect((await api('PUT', `${path}/a1`, { valor: '19.90' })).body).toMatchObject({
    status: 'EM_PROCESSAMENTO',
  })
  expect((await api('PUT', `${path}/a2`, { valor: '0.01' })).status).toBe(400)
  await clock.advance(300)
  await network.idle()
  expect(callbacks).toMatchObject([
    { pix: [{ devolucoes: [{ id: 'a1', status: 'NAO_REALIZADO', motivo: expect.any(String) }] }] },
  ])
  expect((await api('PUT', `${path}/a3`, { valor: '19.89' })).status).toBe(201)
  expect((await api('PUT', `${path}/a4`, { valor: '0.02' })).status).toBe(400)
  expect((await api('PUT', `${path}/a5`, { valor: '0.01' })).status).toBe(201)
})

test('a return is accepted until 90 days after the payment, and refused later', async () => {
  const { api, clock, path } = await withPix()
  await clock.advance(90 * 86_400_000)
  expect((await api('PUT', `${path}/a1`, { valor: '0.01' })).status).toBe(201)
  await clock.advance(1)
  const { status, body } = await api('PUT', `${path}/a2`, { valor: '0.01' })
  expect([status, body['violacoes']]).toMatchObject([400, [{ razao: expect.stringContaining('90 dias') }]])
})

test.each([
  ['an amount that is a number', 'a1', { valor: 1 }, 'devolucao.valor'],
  ['an amount of zero', 'a1', { valor: '0.00' }, 'devolucao.valor'],
  ['a natureza of a MED', 'a1', { valor: '1.00', natureza: 'MED_FRAUDE' }, 'devolucao.natureza'],
  [
    'a description of 141 characters',
    'a1',
    { valor: '1.00', descricao: 'x'.repeat(141) },
    'devolucao.descricao',
  ],
  ['a dash in its id', 'a-1', { valor: '1.00' }, 'id'],
  ['an id of 36 characters', 'a'.repeat(36), { valor: '1.00' }, 'id'],
])('a return with %s is refused', async (_, id, body, propriedade) => {
  const { api, path } = await withPix()
  const answer = await api('PUT', `${path}/${id}`, body)
  expect([answer.status, answer.body['violacoes']]).toMatchObject([400, [{ propriedade }]])
})

test('an unknown payment and an unknown return get 404 with different problem types', async () => {
  const { api, path } = await withPix()
  const unknown = `/pix/E${'0'.repeat(31)}`
  for (const [method, where, type] of [
    ['GET', unknown, 'PixNaoEncontrado'],
    ['PUT', `${unknown}/devolucao/a1`, 'PixNaoEncontrado'],
    ['GET', `${path}/a1`, 'PixDevolucaoNaoEncontrada'],
  ] as const) {
    const { status, body } = await api(method, where, method === 'PUT' ? { valor: '1.00' } : undefined)
    expect([status, body['type']]).toEqual([404, `https://pix.bcb.gov.br/api/v2/error/${type}`])
  }
})

test('a MED ends with a return that the receiver did not request', async () => {
  const { api, call, clock, network, endToEndId, callbacks } = await withPix()
  const med = await call('POST', '/simulator/med', { end_to_end_id: endToEndId })
  expect(med).toMatchObject({
    status: 201,
    body: { status: 'open', amount_cents: '1990', natureza: 'MED_FRAUDE' },
  })
  expect((await api('GET', `/pix/${endToEndId}`)).body).not.toHaveProperty('devolucoes')
  await clock.advance(1_000)
  await network.idle()
  const devolucao = { natureza: 'MED_FRAUDE', valor: '19.90', status: 'DEVOLVIDO' }
  expect(callbacks).toMatchObject([{ pix: [{ endToEndId, devolucoes: [devolucao] }] }])
  const ended = await call('GET', `/simulator/med/${String(med.body['id'])}`)
  expect(ended.body).toMatchObject({ status: 'returned', devolucao_id: med.body['id'] })
})

test('a MED that ends as closed creates no return and no callback', async () => {
  const { api, call, clock, endToEndId, callbacks } = await withPix()
  const { body } = await call('POST', '/simulator/med', {
    end_to_end_id: endToEndId,
    outcome: 'closed',
    delay_ms: 5,
  })
  await clock.advance(5)
  expect((await call('GET', `/simulator/med/${String(body['id'])}`)).body).toMatchObject({ status: 'closed' })
  expect((await api('GET', `/pix/${endToEndId}`)).body).not.toHaveProperty('devolucoes')
  expect(callbacks).toEqual([])
})

test('POST /simulator/med/ID ends an open MED with a return of the remaining amount', async () => {
  const { api, call, clock, endToEndId, path } = await withPix()
  const open = {
    end_to_end_id: endToEndId,
    outcome: 'open',
    amount_cents: '1000',
    natureza: 'MED_OPERACIONAL',
  }
  const { body } = await call('POST', '/simulator/med', open)
  await clock.advance(86_400_000)
  await api('PUT', `${path}/${ID}`, { valor: '15.00' })
  const where = `/simulator/med/${String(body['id'])}`
  expect((await call('POST', where, { outcome: 'returned' })).body).toMatchObject({ status: 'returned' })
  expect((await api('GET', `/pix/${endToEndId}`)).body).toMatchObject({
    devolucoes: [{ valor: '15.00' }, { valor: '4.90', natureza: 'MED_OPERACIONAL' }],
  })
  expect((await call('POST', where, { outcome: 'closed' })).status).toBe(409)
})

test('a MED of more than the remaining amount or of an unknown payment is refused', async () => {
  const { call, endToEndId } = await withPix()
  expect(
    (await call('POST', '/simulator/med', { end_to_end_id: endToEndId, amount_cents: 1991 })).status,
  ).toBe(400)
  expect((await call('POST', '/simulator/med', { end_to_end_id: KEY })).status).toBe(404)
  expect((await call('GET', '/simulator/med/none')).status).toBe(404)
})
