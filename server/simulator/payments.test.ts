import { expect, test } from 'vitest'
import { WEBHOOK_URL, KEY, createTestNetwork, TXID, aCobBody } from './testing/test-network.ts'

const OTHER = 'f'.repeat(32)

test('paying by the copy-and-paste text sends a callback to the webhook URL', async () => {
  const { api, call, network, callbacks } = await createTestNetwork()
  const { body: cob } = await api('PUT', `/cob/${TXID}`, aCobBody())
  const paid = await call('POST', '/simulator/pay', { qr_code: cob['pixCopiaECola'] })
  const endToEndId: unknown = paid.body['end_to_end_id']
  expect(endToEndId).toMatch(/^E99999004202611201200[0-9A-Za-z]{11}$/)
  const horario = '2026-11-20T12:00:00.000Z'
  const report = { end_to_end_id: endToEndId, txid: TXID, valor: '19.90', amount_cents: '1990', horario }
  expect(paid).toMatchObject({
    status: 200,
    body: { ...report, end_to_end_ids: [endToEndId], callback: 'normal', payments: [report] },
  })
  await network.idle()
  const pix = { endToEndId, txid: TXID, valor: '19.90', chave: KEY, horario }
  expect(callbacks).toEqual([{ url: `${WEBHOOK_URL}/pix`, pix: [pix] }])
  expect((await api('GET', `/pix/${String(endToEndId)}`)).body).toEqual(pix)
  expect((await api('GET', `/cob/${TXID}`)).body).toMatchObject({
    status: 'CONCLUIDA',
    revisao: 0,
    pix: [pix],
  })
})

test('an expired, removed or already paid charge can still be paid', async () => {
  const { api, network, clock } = await createTestNetwork()
  await api('PUT', `/cob/${TXID}`, aCobBody())
  await clock.advance(7_200_000)
  network.pay({ txid: TXID })
  network.pay({ txid: TXID })
  await api('PUT', `/cob/${OTHER}`, aCobBody())
  network.removeCob(OTHER)
  network.pay({ txid: OTHER })
  expect((await api('GET', `/cob/${TXID}`)).body).toMatchObject({ status: 'CONCLUIDA', pix: [{}, {}] })
  expect((await api('GET', `/cob/${OTHER}`)).body).toMatchObject({ status: 'REMOVIDA_PELO_PSP', pix: [{}] })
})

test('a payment of another amount is accepted and leaves the charge ATIVA', async () => {
  const { api, call } = await createTestNetwork()
  await api('PUT', `/cob/${TXID}`, aCobBody())
  const paid = await call('POST', '/simulator/pay', { txid: TXID, amount_cents: '1991' })
  expect(paid.body).toMatchObject({ valor: '19.91' })
  expect((await api('GET', `/cob/${TXID}`)).body).toMatchObject({
    status: 'ATIVA',
    pix: [{ valor: '19.91' }],
  })
  await call('POST', '/simulator/pay', { txid: TXID, amount_cents: 1990 })
  expect((await api('GET', `/cob/${TXID}`)).body).toMatchObject({ status: 'CONCLUIDA', pix: [{}, {}] })
})

test('a payment of any amount concludes a charge with modalidadeAlteracao 1', async () => {
  const { api, network } = await createTestNetwork()
  await api('PUT', `/cob/${TXID}`, aCobBody({ valor: { original: '19.90', modalidadeAlteracao: 1 } }))
  network.pay({ txid: TXID, amountCents: 5n })
  expect((await api('GET', `/cob/${TXID}`)).body).toMatchObject({ status: 'CONCLUIDA' })
})

test('several payments of one charge have different end-to-end ids', async () => {
  const { api, call, network, callbacks } = await createTestNetwork()
  await api('PUT', `/cob/${TXID}`, aCobBody())
  const { body } = await call('POST', '/simulator/pay', { txid: TXID, times: 3 })
  await network.idle()
  expect(new Set(callbacks.map(({ pix }) => pix[0]?.['endToEndId']))).toEqual(
    new Set(Object.values(body['end_to_end_ids'] ?? {})),
  )
  expect(callbacks).toHaveLength(3)
})

test('a repeated end-to-end id creates no payment, but sends the callback again', async () => {
  const { api, call, network, callbacks } = await createTestNetwork()
  await api('PUT', `/cob/${TXID}`, aCobBody())
  await api('PUT', `/cob/${OTHER}`, aCobBody())
  const payment = { txid: TXID, end_to_end_id: 'E12345678202611201159abcdefghijk' }
  expect((await call('POST', '/simulator/pay', payment)).body).toMatchObject(payment)
  expect((await call('POST', '/simulator/pay', payment)).status).toBe(200)
  await network.idle()
  expect(callbacks).toHaveLength(2)
  expect((await api('GET', `/cob/${TXID}`)).body['pix']).toHaveLength(1)
  expect((await call('POST', '/simulator/pay', { ...payment, txid: OTHER })).status).toBe(409)
  expect((await call('POST', '/simulator/pay', { ...payment, amount_cents: 7 })).status).toBe(409)
})

test('a back-dated payment has the given time, and its end-to-end id contains this time', async () => {
  const { api, call } = await createTestNetwork()
  await api('PUT', `/cob/${TXID}`, aCobBody())
  const { body } = await call('POST', '/simulator/pay', {
    txid: TXID,
    paid_at: '2026-11-19T23:59:59.999-03:00',
  })
  expect(body).toMatchObject({
    horario: '2026-11-20T02:59:59.999Z',
    end_to_end_id: expect.stringMatching(/^E99999004202611200259/),
  })
})

test("a payment that names only the receiver's Pix key, and no charge, sends no callback", async () => {
  const { api, call, network, callbacks } = await createTestNetwork()
  const { status, body } = await call('POST', '/simulator/pay', { chave: KEY, amount_cents: 100 })
  expect([status, body]).toMatchObject([200, { txid: null, valor: '1.00' }])
  await network.idle()
  expect(callbacks).toEqual([])
  expect((await api('GET', `/pix/${String(body['end_to_end_id'])}`)).body).not.toHaveProperty('txid')
})

test('one call pays many charges and sends a single callback for all of them', async () => {
  const { api, call, network, callbacks } = await createTestNetwork()
  const txids = Array.from({ length: 25 }, (_, n) => String(n).padStart(32, 'a'))
  for (const txid of txids) await api('PUT', `/cob/${txid}`, aCobBody())
  expect((await call('POST', '/simulator/pay', { txids })).body['payments']).toHaveLength(25)
  await network.idle()
  expect(callbacks.map(({ pix }) => pix.map(({ txid }) => txid))).toEqual([txids])
})

test.each([
  ['an unknown charge', { txid: OTHER }, 404],
  ['no charge', {}, 400],
  ['an invalid code', { qr_code: '0002010102' }, 400],
  ['an amount of zero', { txid: TXID, amount_cents: 0 }, 400],
  ['more than the maximum amount', { txid: TXID, amount_cents: '1000000000000' }, 400],
  ['a malformed amount', { txid: TXID, amount_cents: '19.90' }, 400],
  ['a short end-to-end id', { txid: TXID, end_to_end_id: 'E1' }, 400],
  ['one id for two payments', { txid: TXID, times: 2, end_to_end_id: 'E'.repeat(32) }, 400],
  ['too many payments', { txid: TXID, times: 101 }, 400],
  ['an unknown callback mode', { txid: TXID, callback: 'never' }, 400],
])('a payment with %s is refused', async (_, body, status) => {
  const { api, call, network } = await createTestNetwork()
  await api('PUT', `/cob/${TXID}`, aCobBody())
  const answer = await call('POST', '/simulator/pay', body)
  expect([answer.status, answer.type]).toEqual([status, 'application/problem+json'])
  expect(network.cob(TXID).cob).not.toHaveProperty('pix')
})
