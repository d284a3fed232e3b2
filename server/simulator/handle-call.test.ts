import { expect, test } from 'vitest'
import { createTestNetwork, TXID, aCobBody } from './testing/test-network.ts'

const path = `/cob/${TXID}`

test('a request body that is not a JSON object is refused with 400', async () => {
  const { api } = await createTestNetwork()
  for (const body of ['{', '[]', '"text"', '']) {
    const answer = await api('PUT', path, body)
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { type: expect.stringMatching(/RequisicaoInvalida$/) },
    ])
  }
})

test('unknown paths and methods are refused, and the prefix /api/v2 is accepted', async () => {
  const { api } = await createTestNetwork()
  expect((await api('GET', '/nothing')).status).toBe(404)
  expect((await api('DELETE', path)).status).toBe(405)
  expect((await api('PUT', `/api/v2${path}`, aCobBody())).status).toBe(201)
})

test('GET /simulator/calls counts the calls of each method and group', async () => {
  const { api, call } = await createTestNetwork()
  await api('PUT', path, aCobBody())
  await api('GET', path)
  await call('GET', path)
  expect((await call('GET', '/simulator/calls')).body).toEqual({
    'POST token': 1,
    'PUT webhook': 1,
    'PUT cob': 1,
    'GET cob': 2,
  })
})

test('the count of calls for an unknown charge is kept while 10,000 charges are created', async () => {
  const { api, network } = await createTestNetwork()
  await api('GET', path)
  for (let n = 0; n < 10_000; n += 1) await api('PUT', `/cob/${String(n).padStart(32, 'd')}`, aCobBody())
  expect(network.cob(TXID)).toMatchObject({ cob: null, calls: { GET: 1 } })
})
