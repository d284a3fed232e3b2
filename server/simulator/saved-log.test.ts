import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSavedLog } from './saved-log.ts'
import { KEY, createTestNetwork, TXID, aCobBody, type TestNetwork } from './testing/test-network.ts'

let directory: string
let path: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'simulator-'))
  path = join(directory, 'network.jsonl')
})
afterEach(() => rmSync(directory, { recursive: true }))

/** Opens the log, creates a simulated Pix network from it, runs `work`, and closes both. */
async function session<T>(work: (testNetwork: TestNetwork) => Promise<T>): Promise<T> {
  const log = await openSavedLog(path)
  const testNetwork = await createTestNetwork({ saved: log.changes, save: log.save })
  try {
    return await work(testNetwork)
  } finally {
    testNetwork.network.close()
    await log.close()
  }
}

const lines = (): string[] => readFileSync(path, 'utf8').trimEnd().split('\n')

test('a charge created before a restart is unchanged after the restart and can be paid', async () => {
  const before = await session(async ({ api, network }) => {
    await api('PUT', `/cob/${TXID}`, aCobBody())
    await api('PUT', `/cob/${TXID}`, aCobBody({ valor: { original: '20.00' } }))
    network.pay({ txid: TXID, amountCents: 1n })
    return network.cob(TXID)
  })
  await session(async ({ api, network, callbacks }) => {
    expect(network.cob(TXID)).toEqual(before)
    expect((await api('GET', `/cob/${TXID}?revisao=0`)).body).toMatchObject({ valor: { original: '19.90' } })
    network.pay({ txid: TXID })
    await network.idle()
    expect(callbacks).toHaveLength(1)
    const { body } = await api('GET', '/pix?inicio=2026-11-20T00:00:00Z&fim=2026-11-21T00:00:00Z')
    expect(body['pix']).toMatchObject([{ valor: '0.01' }, { valor: '20.00' }])
  })
})

test('webhooks survive a restart, and deleted webhooks stay deleted', async () => {
  await session(async ({ api }) => {
    await api('PUT', '/webhook/a', { webhookUrl: 'https://a.exemplo' })
    await api('DELETE', `/webhook/${encodeURIComponent(KEY)}`)
  })
  const log = await openSavedLog(path)
  await log.close()
  expect(log.changes).toMatchObject([{ kind: 'webhook', webhook: { chave: 'a' } }])
})

test('after a restart, a pending return and a pending MED end, but a MED with the outcome open stays open', async () => {
  const endToEndId = await session(async ({ api, network }) => {
    await api('PUT', `/cob/${TXID}`, aCobBody())
    const paid = network.pay({ txid: TXID })[0]?.endToEndId ?? ''
    await api('PUT', `/pix/${paid}/devolucao/a1`, { valor: '1.00' })
    network.openMed({ endToEndId: paid, amountCents: 200n })
    network.openMed({ endToEndId: paid, amountCents: 300n, outcome: 'open' })
    return paid
  })
  await session(async ({ api, clock }) => {
    await clock.advance(1_000)
    expect((await api('GET', `/pix/${endToEndId}`)).body['devolucoes']).toMatchObject([
      { id: 'a1', valor: '1.00', status: 'DEVOLVIDO' },
      { valor: '2.00', status: 'DEVOLVIDO', natureza: 'MED_FRAUDE' },
    ])
  })
})

test('a truncated line of the log is dropped, and the lines before and after it are read', async () => {
  await session(({ api }) => api('PUT', `/cob/${TXID}`, aCobBody()))
  appendFileSync(path, '{"kind":"cob","cob":{"txid":"torn')
  const other = 'f'.repeat(32)
  await session(({ api }) => api('PUT', `/cob/${other}`, aCobBody()))
  expect(lines().filter((line) => !line.endsWith('}') || line.includes('torn'))).toEqual([])
  await session(async ({ api }) => {
    expect((await api('GET', `/cob/${TXID}`)).status).toBe(200)
    expect((await api('GET', `/cob/${other}`)).status).toBe(200)
  })
})

test('opening the log compacts repeated changes, and only the owner can read the file', async () => {
  await session(async ({ api }) => {
    for (let n = 1; n <= 50; n += 1)
      await api('PUT', `/cob/${TXID}`, aCobBody({ calendario: { expiracao: n } }))
  })
  expect(lines()).toHaveLength(51)
  await (await openSavedLog(path)).close()
  expect(lines()).toHaveLength(2)
  expect(statSync(path).mode & 0o777).toBe(0o600)
})
