import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBacklogs } from '../jobs/read-backlogs.ts'
import { withAccount } from '../kernel/pool/account-scope.ts'
import { verifyLedger } from '../ledger/verify/verify-ledger.ts'
import { ROUTES } from '../routes.ts'
import { TestConsole, type ConsoleClient } from '../testing/clients/console-client.ts'
import type { RestClient } from '../testing/clients/rest-client.ts'
import { deliverDue } from '../testing/deliver-due.ts'
import { startReceiver, type Receiver } from '../testing/fakes/webhook-receiver.ts'
import { anIdempotencyKey, createCharge, type ChargeJson } from '../testing/fixtures/charges.ts'
import { sandboxOf, testClient } from '../testing/fixtures/sandbox-fixture.ts'
import { inParallel } from '../testing/in-parallel.ts'
import { QUERIES } from '../testing/suites/console-query-limits.ts'
import { World } from '../testing/world.ts'

const ENVIRONMENTS = ['live', 'test'] as const
type Environment = (typeof ENVIRONMENTS)[number]

/** One merchant in one environment, with a client and the texts that identify its data. */
interface Account {
  merchantId: string
  rest: Record<Environment, RestClient>
  charges: Record<Environment, ChargeJson[]>
}

let world: World
let receiver: Receiver
let testConsole: TestConsole
let staff: ConsoleClient
const accounts: Account[] = []
/** For each environment, the texts that only its data contains. */
const marks: Record<Environment, Set<string>> = { live: new Set(), test: new Set() }

beforeAll(async () => {
  receiver = await startReceiver()
  world = await World.start({
    hasSandbox: true,
    settings: { WEBHOOK_ALLOW_PRIVATE: receiver.host, WEBHOOK_CA_FILE: receiver.caFile },
  })
  testConsole = await TestConsole.start(world.kit)
  staff = await testConsole.signedIn('admin')
  const other = await world.anotherMerchant({ writeRate: 100_000, readRate: 100_000, searchRate: 100_000 })
  for (const { merchantId, rest: live } of [{ merchantId: world.merchantId, rest: world.rest }, other]) {
    const rest = { live, test: await testClient(world, merchantId) }
    for (const environment of ENVIRONMENTS)
      await rest[environment].post('/v1/webhooks/endpoints', { url: receiver.url(`/${environment}`) })
    accounts.push({ merchantId, rest, charges: { live: [], test: [] } })
  }
})
afterAll(async () => {
  await testConsole.stop()
  await world.stop()
  await receiver.close()
})

type Act = (account: Account, environment: Environment) => Promise<unknown>

const lastOf = ({ charges }: Account, environment: Environment) => charges[environment].at(-1)

const create: Act = async ({ rest, charges }, environment) => {
  const reference = `${environment}-${anIdempotencyKey()}`
  const { body } = await createCharge(rest[environment], { order_reference: reference })
  charges[environment].push(body)
  for (const mark of [reference, body.id, body.pix?.txid ?? body.id]) marks[environment].add(mark)
}

const pay: Act = async (account, environment) => {
  const charge = lastOf(account, environment)
  if (!charge) return
  if (environment === 'test') {
    await account.rest.test.post(`/v1/test/charges/${charge.id}/pay`)
    return
  }
  world.network.pay({ txid: charge.pix?.txid ?? '' })
  await world.settleInbox()
}

const onLast =
  (action: string, body: object = {}): Act =>
  async (account, environment) => {
    const charge = lastOf(account, environment)
    if (!charge) return
    const path = `/v1/pix/charges/${charge.id}/${action}`
    return account.rest[environment].post(path, body, { 'idempotency-key': anIdempotencyKey() })
  }

const advance: Act = ({ rest }, environment) =>
  environment === 'test'
    ? rest.test.post('/v1/test/clock/advance', { seconds: 86_400 })
    : deliverDue(world.context(), 100)

const ACTS = { create, pay, refund: onLast('refunds'), cancel: onLast('cancel'), advance }

const operation = fc.record({
  environment: fc.constantFrom(...ENVIRONMENTS),
  account: fc.nat({ max: 1 }),
  act: fc.constantFrom('create', 'create', 'pay', 'pay', 'refund', 'cancel', 'advance'),
})

const LISTS = ROUTES.filter(({ method, path }) => method === 'get' && !path.includes(':'))

/** Reads every list of the merchant API, and searches it for the marks of the other environment. */
async function readMerchantApi(
  { rest }: Account,
  environment: Environment,
  foreign: string[],
): Promise<string> {
  const lists = LISTS.filter(({ isTestOnly }) => environment === 'test' || !isTestOnly).map(
    ({ path }) => path,
  )
  const searches = foreign.map((mark) => `/v1/pix/charges?q=${encodeURIComponent(mark)}`)
  const read = (path: string) => rest[environment].get<{ items?: object[] }>(path)
  for (const found of await inParallel(searches, 2, read))
    expect([found.status, found.body.items]).toEqual([200, []])
  return JSON.stringify((await inParallel(lists, 2, read)).map(({ body }) => body))
}

/** Reads the pages and exports of staff, the backlogs of the metrics and the verification of the ledger. */
async function readStaff(foreign: string[]): Promise<string> {
  const ask = async (name: string, variables: object = {}) => {
    const { data, errors } = await staff.send<object>(QUERIES.get(name) ?? '', { ...variables })
    expect([name, errors]).toEqual([name, []])
    return data
  }
  const pages = await Promise.all([
    ask('Charges', { first: 100 }),
    ask('Cases', { first: 100 }),
    ask('WebhookFleet', { first: 100 }),
    ask('MerchantList', { first: 100 }),
    ...foreign.map((text) => ask('Search', { text })),
  ])
  const exported = await staff.export({ list: 'charges', format: 'csv', filter: {}, zone: 'UTC' })
  expect(exported.status).toBe(200)
  const backlogs = await readBacklogs(world.context())
  const verdict = await verifyLedger(world.context())
  expect(verdict.sound).toBe(true)
  return JSON.stringify([pages, await exported.text(), backlogs], (_key, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}

/** Returns some marks of the newest charge of an environment. */
const newest = (environment: Environment): string[] => Array.from(marks[environment]).slice(-3)

const marksIn = (text: string, environment: Environment): string[] =>
  Array.from(marks[environment]).filter((mark) => text.includes(mark))

test('no response, webhook, page, export or verification of one environment contains data of the other', async () => {
  const operations = fc.array(operation, { minLength: 12, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(operations, async (chosen) => {
      const prefix = ENVIRONMENTS.map((environment) => ({ environment, account: 0, act: 'create' as const }))
      for (const { environment, account, act } of [...prefix, ...chosen]) {
        const of = accounts[account]
        if (of) await ACTS[act](of, environment)
      }
      await deliverDue(world.context(), 100)
      for (const account of accounts) {
        await account.rest.test.post('/v1/test/clock/advance', { seconds: 1 })
        const live = await readMerchantApi(account, 'live', newest('test'))
        const tested = await readMerchantApi(account, 'test', newest('live'))
        expect([marksIn(live, 'test'), marksIn(tested, 'live')]).toEqual([[], []])
        expect(live).not.toContain('"sandbox"')
        expect(tested).not.toContain('"production"')
        const sandbox = sandboxOf(world).tools.context('test')
        const verdict = await withAccount(account.merchantId, () => verifyLedger(sandbox))
        expect(verdict.sound).toBe(true)
      }
      const shown = await readStaff(newest('test'))
      expect(marksIn(shown, 'test')).toEqual([])
      expect(marksIn(shown, 'live').length).toBeGreaterThan(0)
    }),
    { numRuns: 2, endOnFailure: true },
  )
  const received = Map.groupBy(receiver.calls, ({ path }) => path)
  for (const environment of ENVIRONMENTS) {
    const bodies = (received.get(`/${environment}`) ?? []).map(({ body }) => body).join()
    expect(marksIn(bodies, environment).length).toBeGreaterThan(0)
    expect(marksIn(bodies, environment === 'live' ? 'test' : 'live')).toEqual([])
  }
})
