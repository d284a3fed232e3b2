import { expect, test } from 'vitest'
import {
  aCobBody,
  createTestNetwork,
  KEY,
  TXID,
  WEBHOOK_URL,
  type TestNetwork,
} from './testing/test-network.ts'

const DAY_MS = 86_400_000

interface Disputed extends TestNetwork {
  endToEndId: string
  /** The notices that the receiver has received, oldest first. */
  notices: Record<string, unknown>[]
  /** Opens a MED with a notice. Returns its id. */
  open: (body?: Record<string, unknown>) => Promise<string>
  status: (id: string) => Promise<unknown>
  /** The amounts of the returns of the payment. */
  returned: () => Promise<unknown[]>
}

/** Creates a simulated network with a paid charge of R$ 19,90. */
async function aDisputed(cpf = '12345678909'): Promise<Disputed> {
  const notices: Record<string, unknown>[] = []
  const testNetwork = await createTestNetwork({
    deliver: async (url, body) => {
      if (url === `${WEBHOOK_URL}/infracoes`) notices.push(...JSON.parse(body).infracoes)
      return { status: 200 }
    },
  })
  const { api, call, network } = testNetwork
  await api('PUT', `/cob/${TXID}`, aCobBody({ devedor: { cpf, nome: 'Ana' } }))
  const endToEndId = network.pay({ txid: TXID })[0]?.endToEndId ?? ''
  await network.idle()
  const open = async (body: Record<string, unknown> = {}) => {
    const med = await call('POST', '/simulator/med', { txid: TXID, notice: true, ...body })
    expect([med.status, med.body['notified']]).toEqual([201, true])
    await network.idle()
    return String(med.body['id'])
  }
  const status = async (id: string) => (await call('GET', `/simulator/med/${id}`)).body['status']
  const returned = async () => {
    const { devolucoes = [] } = (await api('GET', `/pix/${endToEndId}`)).body
    return Array.isArray(devolucoes) ? devolucoes.map(({ valor }) => valor) : []
  }
  return { ...testNetwork, endToEndId, notices, open, status, returned }
}

test('the notice of a MED contains the deadline, and at the deadline the network decides for the payer', async () => {
  const { open, notices, clock, network, endToEndId, status, returned } = await aDisputed()
  const id = await open({ description: 'Golpe', amount_cents: 1_000 })
  const opening = {
    id,
    endToEndId,
    valor: '10.00',
    natureza: 'MED_FRAUDE',
    descricao: 'Golpe',
    prazo: '2026-11-27T12:00:00.000Z',
    horario: { abertura: '2026-11-20T12:00:00.000Z' },
  }
  expect(notices).toEqual([{ ...opening, status: 'ABERTA' }])
  await clock.advance(7 * DAY_MS - 1)
  expect([await status(id), await returned()]).toEqual(['open', []])
  await clock.advance(1)
  await network.idle()
  expect([await status(id), await returned()]).toEqual(['returned', ['10.00']])
  const decisao = '2026-11-27T12:00:00.000Z'
  expect(notices.at(-1)).toEqual({
    ...opening,
    status: 'ACEITA',
    valorAceito: '10.00',
    horario: { ...opening.horario, decisao },
  })
})

test('the network can decide a MED 39 days after the deadline of the MED', async () => {
  const { open, clock, network, notices, status } = await aDisputed()
  const id = await open({ outcome: 'closed', deadline_ms: DAY_MS, delay_ms: 40 * DAY_MS })
  for (let day = 0; day < 39; day += 1) await clock.advance(DAY_MS)
  expect(await status(id)).toBe('open')
  await clock.advance(DAY_MS)
  await network.idle()
  expect(notices.map((notice) => notice['status'])).toEqual(['ABERTA', 'REJEITADA'])
})

test('a decision that is due waits for a pending return of the receiver', async () => {
  const { open, api, clock, endToEndId, status, returned } = await aDisputed()
  const id = await open({ deadline_ms: 100 })
  await api('PUT', `/pix/${endToEndId}/devolucao/own1`, { valor: '19.90' })
  await clock.advance(100)
  expect(await status(id)).toBe('open')
  await clock.advance(300)
  await clock.advance(300)
  expect([await status(id), await returned()]).toEqual(['returned', ['19.90']])
})

test('a withdrawn MED returns nothing', async () => {
  const { open, call, network, notices, returned } = await aDisputed()
  const id = await open({ outcome: 'open' })
  expect((await call('POST', `/simulator/med/${id}`, { outcome: 'cancelled' })).body).toMatchObject({
    status: 'cancelled',
    devolucao_ids: [],
  })
  await network.idle()
  expect([notices.at(-1)?.['status'], await returned()]).toEqual(['CANCELADA', []])
})

test('the amount of a MED is returned in several parts, one after each interval', async () => {
  const { open, call, clock, network, notices, returned } = await aDisputed()
  const id = await open({ outcome: 'open', return_interval_ms: DAY_MS })
  const end = { outcome: 'returned', returns: [500, 400, 90] }
  expect((await call('POST', `/simulator/med/${id}`, end)).body).toMatchObject({ granted_cents: '990' })
  expect(await returned()).toEqual(['5.00'])
  await clock.advance(DAY_MS)
  expect(await returned()).toEqual(['5.00', '4.00'])
  await clock.advance(DAY_MS)
  await clock.advance(DAY_MS)
  expect(await returned()).toEqual(['5.00', '4.00', '0.90'])
  await network.idle()
  expect(notices.at(-1)).toMatchObject({ status: 'ACEITA', valorAceito: '9.90' })
})

test('a return that the notified receiver requests counts towards the amount of the MED', async () => {
  const { open, api, call, clock, endToEndId, returned } = await aDisputed()
  const id = await open({ outcome: 'open', amount_cents: 1_000 })
  await api('PUT', `/pix/${endToEndId}/devolucao/own1`, { valor: '6.00' })
  expect((await call('POST', `/simulator/med/${id}`, { outcome: 'returned' })).status).toBe(409)
  await clock.advance(1_000)
  expect((await call('POST', `/simulator/med/${id}`, { outcome: 'returned' })).body).toMatchObject({
    status: 'returned',
    granted_cents: '1000',
  })
  expect(await returned()).toEqual(['6.00', '4.00'])
})

test('a MED without a notice notifies nobody, and a payment with an open MED refuses a second notice', async () => {
  const { call, open, clock, network, notices } = await aDisputed()
  await call('POST', '/simulator/med', { txid: TXID, outcome: 'closed' })
  await clock.advance(1_000)
  await network.idle()
  expect(notices).toEqual([])
  const id = await open()
  expect((await call('POST', '/simulator/med', { txid: TXID, notice: true })).status).toBe(409)
  await call('POST', `/simulator/med/${id}`, { outcome: 'closed' })
  await open()
  expect((await call('GET', '/simulator/med?limit=2')).body).toMatchObject({
    total: 3,
    items: [{ status: 'open' }, { id, status: 'closed' }],
  })
})

test.each([
  ['more returns than the amount', { txid: TXID, returns: [1_990, 1] }],
  ['no payment', {}],
  ['a deadline without a notice', { txid: TXID, deadline_ms: 5 }],
  ['a decision after more than 90 days', { txid: TXID, delay_ms: 90 * DAY_MS + 1 }],
])('a MED with %s is refused', async (_, body) => {
  const { call } = await aDisputed()
  expect((await call('POST', '/simulator/med', body)).status).toBe(400)
})

test.each([
  ['88888888888', 7 * DAY_MS, 'ACEITA', ['19.90']],
  ['77777777777', 60_000, 'REJEITADA', []],
  ['66666666666', 60_000, 'CANCELADA', []],
  ['55555555555', 60_000, 'ACEITA', ['9.95', '4.97']],
])(
  'a payer with the CPF %s opens a MED that ends after %i ms as %s',
  async (cpf, delayMs, status, amounts) => {
    const { notices, clock, network, returned } = await aDisputed(cpf)
    expect(notices).toMatchObject([{ status: 'ABERTA', valor: '19.90' }])
    await clock.advance(delayMs)
    await clock.advance(1_000)
    await network.idle()
    expect([notices.at(-1)?.['status'], await returned()]).toEqual([status, amounts])
  },
)

test('a lost notice is never sent, and a notice to a key without a webhook is dropped', async () => {
  const { open, call, api, network, notices } = await aDisputed()
  const id = await open({ callback: 'lost', outcome: 'open' })
  expect(notices).toEqual([])
  await api('DELETE', `/webhook/${encodeURIComponent(KEY)}`)
  await call('POST', `/simulator/med/${id}`, { outcome: 'closed' })
  await network.idle()
  expect(notices).toEqual([])
})
