import { expect, test } from 'vitest'
import { createTestNetwork, TXID, requestToken, aCobBody } from './testing/test-network.ts'

const path = `/cob/${TXID}`
const SILENCE = Symbol('silence')

/** Returns the result of `work`, or SILENCE if it is still pending after one turn of the event loop. */
const resultOrSilence = <T>(work: Promise<T>): Promise<T | typeof SILENCE> =>
  Promise.race([work, new Promise<typeof SILENCE>((resolve) => setImmediate(resolve, SILENCE))])

test.each([
  ['refuse', 503, 'ServicoIndisponivel'],
  ['http_503', 503, 'ServicoIndisponivel'],
  ['http_401', 401, 'NaoAutorizado'],
  ['http_403', 403, 'AcessoNegado'],
  ['http_500', 500, 'ErroInternoDoServidor'],
])('a call with the fault %s immediately gets %i and stores nothing', async (mode, status, type) => {
  const { api, call } = await createTestNetwork()
  expect((await call('POST', '/simulator/faults', { on: 'cob', mode })).status).toBe(201)
  const answer = await api('PUT', path, aCobBody())
  expect([answer.status, answer.type]).toEqual([status, 'application/problem+json'])
  expect(answer.body['type']).toBe(`https://pix.bcb.gov.br/api/v2/error/${type}`)
  expect((await call('GET', `/simulator/cobs/${TXID}`)).body).toMatchObject({ cob: null, calls: { PUT: 1 } })
})

test('timeout_before stores nothing, timeout_after stores the charge, and neither sends an answer', async () => {
  const { api, network } = await createTestNetwork()
  network.setFault({ on: 'cob', mode: 'timeout_before', count: 1 })
  network.setFault({ on: 'cob', mode: 'timeout_after', count: 1 })
  expect(await resultOrSilence(api('PUT', path, aCobBody()))).toBe(SILENCE)
  expect(network.cob(TXID).created).toBe(0)
  expect(await resultOrSilence(api('PUT', path, aCobBody()))).toBe(SILENCE)
  expect(network.cob(TXID)).toMatchObject({ created: 1, calls: { PUT: 2 } })
  expect((await api('GET', path)).status).toBe(200)
})

test('a call that a fault leaves unanswered stays open until its caller aborts it, even after the fault is removed', async () => {
  const { network } = await createTestNetwork()
  const headers = { authorization: `Bearer ${await requestToken(network)}` }
  network.setFault({ on: 'cob', mode: 'timeout_before' })
  const abort = new AbortController()
  const hanging = network.fetch(`http://bank.test${path}`, { headers, signal: abort.signal })
  expect(await resultOrSilence(hanging)).toBe(SILENCE)
  network.liftFaults()
  expect(await resultOrSilence(hanging)).toBe(SILENCE)
  abort.abort(new Error('enough'))
  await expect(hanging).rejects.toThrow('enough')
})

test('a dropped call is executed and its connection is reset', async () => {
  const { api, network } = await createTestNetwork()
  network.setFault({ on: 'cob', mode: 'drop', count: 1 })
  await expect(api('PUT', path, aCobBody())).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } })
  expect(network.cob(TXID).created).toBe(1)
})

test('a slow call is executed after its delay, by default three seconds', async () => {
  const { api, network, clock } = await createTestNetwork()
  network.setFault({ on: 'cob', mode: 'slow', count: 1 })
  network.setFault({ on: 'cob', mode: 'slow', delayMs: 50, count: 1 })
  for (const delayMs of [3_000, 50]) {
    const slow = api('PUT', path, aCobBody())
    expect(await resultOrSilence(slow)).toBe(SILENCE)
    await clock.advance(delayMs - 1)
    expect(await resultOrSilence(slow)).toBe(SILENCE)
    await clock.advance(1)
    expect((await slow).status).toBe(201)
  }
})

test('a fault applies to all routes of its own group and to no other group', async () => {
  const { api, network } = await createTestNetwork()
  await api('PUT', path, aCobBody())
  const endToEndId = network.pay({ txid: TXID })[0]?.endToEndId ?? ''
  const window = 'inicio=2026-11-20T00:00:00Z&fim=2026-11-21T00:00:00Z'
  const groups = {
    cob: [path, `/cob?${window}`],
    pix: [`/pix?${window}`, `/pix/${endToEndId}`],
    devolucao: [`/pix/${endToEndId}/devolucao/a1`],
    webhook: ['/webhook', '/webhook/x'],
  } as const
  for (const struck of ['cob', 'pix', 'devolucao', 'webhook'] as const) {
    network.setFault({ on: struck, mode: 'refuse' })
    for (const group of ['cob', 'pix', 'devolucao', 'webhook'] as const) {
      for (const where of groups[group]) {
        expect((await api('GET', where)).status === 503, `${struck} on ${where}`).toBe(struck === group)
      }
    }
    network.liftFaults(struck)
  }
})

test('with the fault `refuse` for the group `token`, a token request gets 503', async () => {
  const { network, call } = await createTestNetwork()
  network.setFault({ on: 'token', mode: 'refuse' })
  expect((await call('POST', '/oauth/token', 'grant_type=client_credentials')).status).toBe(503)
})

test('a fault with a count applies to that many matching calls', async () => {
  const { api, call, network } = await createTestNetwork()
  await call('POST', '/simulator/faults', { on: 'cob', mode: 'refuse', count: 2 })
  await api('GET', '/webhook')
  const statuses = []
  for (let n = 0; n < 4; n += 1) statuses.push((await api('GET', path)).status)
  expect(statuses).toEqual([503, 503, 404, 404])
  expect(network.cob(TXID).calls.GET).toBe(4)
})

test('a fault with a probability applies to that share of the matching calls', async () => {
  const { api, call } = await createTestNetwork()
  await call('POST', '/simulator/faults', { on: 'cob', mode: 'refuse', probability: 0.3 })
  let struck = 0
  for (let n = 0; n < 1000; n += 1) if ((await api('GET', path)).status === 503) struck += 1
  expect(struck).toBeGreaterThan(250)
  expect(struck).toBeLessThan(350)
})

test('GET /simulator/faults lists the faults, and DELETE removes all faults or the faults of one group', async () => {
  const { call } = await createTestNetwork()
  const cob = { on: 'cob', mode: 'slow', delay_ms: 10, count: 3, probability: 0.5 }
  const pix = { on: 'pix', mode: 'drop' }
  await call('POST', '/simulator/faults', cob)
  await call('POST', '/simulator/faults', pix)
  expect((await call('GET', '/simulator/faults')).body).toEqual({ items: [cob, pix] })
  expect((await call('DELETE', '/simulator/faults?on=cob')).body).toEqual({ lifted: 1 })
  expect((await call('DELETE', '/simulator/faults')).body).toEqual({ lifted: 1 })
  expect((await call('GET', '/simulator/faults')).body).toEqual({ items: [] })
})

test.each([
  { on: 'everything', mode: 'refuse' },
  { on: 'cob', mode: 'explode' },
  { on: 'cob', mode: 'refuse', probability: 2 },
  { on: 'cob', mode: 'refuse', count: 0 },
  { on: 'cob', mode: 'nao_realizado' },
])('an invalid fault is refused: %j', async (fault) => {
  const { call } = await createTestNetwork()
  expect((await call('POST', '/simulator/faults', fault)).status).toBe(400)
})
