import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '../../src/api-keys/create-api-key.ts'
import { runReturns } from '../../src/jobs/run-returns.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { SCOPES } from '../../src/kernel/scopes.ts'
import { createMerchant } from '../../src/merchants/create-merchant.ts'
import { drainInbox } from '../../src/payments/drain-inbox.ts'
import { requestReturns } from '../../src/returns/request-returns.ts'
import { eventually } from '../../src/testing/eventually.ts'
import { World } from '../../src/testing/world.ts'
import { Load } from './generate.ts'
import type { History } from './history.ts'
import { describeJudgement, judgeHistory } from './judge-history.ts'
import type { Edit } from './merchant-client.ts'
import { TERMS } from './money.ts'
import { PLANTED } from './planted.ts'

const CLIENTS = 3
const CALLS = 80
const CALLS_WITH_PLANTED = 6
const PAUSE_MS = 5

let world: World
let jobs: Promise<void>
const stopping = new AbortController()
beforeAll(async () => {
  world = await World.start()
  jobs = runJobs()
})
afterAll(async () => {
  stopping.abort()
  await jobs
  await world.stop()
})

/** Runs the jobs that record payments and complete returns, again and again, while clients make calls. */
async function runJobs(): Promise<void> {
  const ctx = world.context('job')
  while (!stopping.signal.aborted) {
    await drainInbox(ctx, CALLS)
    await runReturns(ctx, CALLS)
    await requestReturns(ctx, CALLS)
    await systemClock.sleep(PAUSE_MS)
  }
}

async function record(seed: number, calls: number, edit?: Edit): Promise<History> {
  const ctx = world.context()
  const { id } = await createMerchant(ctx, { name: 'Loja', document: '11444777000161', terms: TERMS })
  const { key } = await createApiKey(ctx, id, { name: 'loja', scopes: SCOPES })
  const load = new Load({
    merchantId: id,
    apiKey: key,
    seed,
    clients: CLIENTS,
    calls,
    edit,
    origin: () => world.baseUrl,
    pay: async ({ txid, endToEndId }) => world.network.pay({ txid, endToEndId }),
    backOff: () => systemClock.sleep(PAUSE_MS),
    until: (what, condition) =>
      eventually(async () => {
        if (!(await condition())) throw new Error(`not reached yet: ${what}`)
      }),
  })
  return load.run()
}

test('the model explains every answer that concurrent clients get', async () => {
  const judgement = judgeHistory(await record(1, CALLS))
  expect(describeJudgement(judgement)).toEqual(['linearizable'])
})

test.each(Object.entries(PLANTED))('the planted violation is found: %s', async (name, makeEdit) => {
  const history = await record(2 + Object.keys(PLANTED).indexOf(name), CALLS_WITH_PLANTED, makeEdit())
  expect(judgeHistory(history).verdict.kind).toBe('violation')
})
