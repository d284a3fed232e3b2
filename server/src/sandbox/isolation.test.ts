import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBacklogs } from '../jobs/read-backlogs.ts'
import { withAccount } from '../kernel/pool/account-scope.ts'
import { verifyLedger } from '../ledger/verify/verify-ledger.ts'
import { readState } from '../metrics/read-state.ts'
import type { MetricsServer } from '../metrics/start-metrics.ts'
import { serveMetrics } from '../serve-metrics.ts'
import { TestConsole, type ConsoleClient } from '../testing/clients/console-client.ts'
import type { RestClient } from '../testing/clients/rest-client.ts'
import { deliverDue } from '../testing/deliver-due.ts'
import { startReceiver, type Receiver } from '../testing/fakes/webhook-receiver.ts'
import { anIdempotencyKey, createCharge, type ChargeJson } from '../testing/fixtures/charges.ts'
import { sandboxOf, testClient } from '../testing/fixtures/sandbox-fixture.ts'
import { scrape } from '../testing/clients/scrape.ts'
import { readExports, readPages, withoutTimes } from '../testing/console-reads.ts'
import { expectNothingFound, readEverything } from '../testing/merchant-reads.ts'
import { PATIENT_MS } from '../testing/test-clock.ts'
import { World } from '../testing/world.ts'

const ENVIRONMENTS = ['live', 'test'] as const
type Environment = (typeof ENVIRONMENTS)[number]

/** One merchant, with an API client and the created charges for each environment. */
interface Account {
  merchantId: string
  rest: Record<Environment, RestClient>
  charges: Record<Environment, ChargeJson[]>
}

let world: World
let receiver: Receiver
let testConsole: TestConsole
let staff: ConsoleClient
let metrics: MetricsServer | undefined
const accounts: Account[] = []
/** For each environment, the texts that occur only in the data of this environment. */
const marks: Record<Environment, Set<string>> = { live: new Set(), test: new Set() }

beforeAll(async () => {
  receiver = await startReceiver()
  world = await World.start({
    hasSandbox: true,
    settings: { WEBHOOK_ALLOW_PRIVATE: receiver.host, WEBHOOK_CA_FILE: receiver.caFile, METRICS_PORT: '0' },
  })
  metrics = await serveMetrics(world.kit)
  testConsole = await TestConsole.start(world.kit, { sandbox: world.sandbox })
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
  await metrics?.close()
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

/** Reads everything that a key may read, and searches for the newest charges of the other environment. */
async function readMerchantApi({ rest, charges }: Account, environment: Environment): Promise<string> {
  const other = environment === 'live' ? 'test' : 'live'
  await expectNothingFound(rest[environment], newest(other), charges[other].at(-1)?.id ?? '')
  return readEverything(rest[environment])
}

/** Writes the calls that the request log has collected, so that the console shows them. */
async function flushRequestLogs(): Promise<void> {
  expect(await world.kit.requestLog.flush()).toBe(true)
  expect(await sandboxOf(world).kit.requestLog.flush()).toBe(true)
}

/**
 * Returns as one text the console pages and exports of production, the backlogs and the metrics. Expects a sound
 * ledger.
 */
async function readLiveStaff(searches: string[]): Promise<string> {
  const reading = { merchantId: world.merchantId, account: null, searches }
  const pages = await readPages(staff, reading)
  const backlogs = await readBacklogs(world.context())
  const verdict = await verifyLedger(world.context())
  expect(verdict.sound).toBe(true)
  const { text } = await scrape(metrics?.port ?? 0)
  return toText([pages, await readExports(staff, reading), backlogs, text])
}

/** Returns as one text the console pages and exports of a merchant's test account. */
async function readTestStaff(account: string, searches: string[]): Promise<string> {
  const reading = { merchantId: account, account, searches }
  return toText([await readPages(staff, reading), await readExports(staff, reading)])
}

const toText = (value: unknown): string =>
  JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? String(part) : part))

/** Returns some identifying texts (`marks`) of the newest charge of an environment. */
const newest = (environment: Environment): string[] => Array.from(marks[environment]).slice(-3)

const marksIn = (text: string, environment: Environment): string[] =>
  Array.from(marks[environment]).filter((mark) => text.includes(mark))

/** Returns the ids of other test accounts, and of their charges, that a text contains. */
const foreignTestMarks = (text: string, { merchantId }: Account): string[] =>
  accounts
    .filter((other) => other.merchantId !== merchantId)
    .flatMap((other) => [other.merchantId, ...other.charges.test.map(({ id }) => id)])
    .filter((id) => text.includes(id))

test('no response, webhook, page, search, export, metric or verification of one environment contains data of the other', async () => {
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
        const live = await readMerchantApi(account, 'live')
        const tested = await readMerchantApi(account, 'test')
        expect([marksIn(live, 'test'), marksIn(tested, 'live')]).toEqual([[], []])
        expect(live).not.toContain('"sandbox"')
        expect(tested).not.toContain('"production"')
        const sandbox = sandboxOf(world).tools.context('test')
        const verdict = await withAccount(account.merchantId, () => verifyLedger(sandbox))
        expect(verdict.sound).toBe(true)
        await flushRequestLogs()
        const shownOfTest = await readTestStaff(account.merchantId, newest('live'))
        expect([marksIn(shownOfTest, 'live'), foreignTestMarks(shownOfTest, account)]).toEqual([[], []])
      }
      const shown = await readLiveStaff(newest('test'))
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

/**
 * Matches counters and histograms, except those of the process and its requests. The excepted metrics count both
 * environments.
 */
const COUNTS =
  /^(?!http_|pix_graphql_|process_|nodejs_|v8js_|db_client_|pix_pool_).*_(total|count|sum|bucket)$/

/**
 * Returns what production shows: the data of the console pages, the metrics, and the numbers of entries and merchants that
 * the ledger verification counted. The function reads the
 * values of the gauges itself, as of `now`, because a scrape may return values that are 15 s old.
 */
async function liveFigures(now: Date): Promise<unknown> {
  const { samples } = await scrape(metrics?.port ?? 0)
  const pages = await readPages(staff, { merchantId: world.merchantId, account: null })
  const { entriesCount, merchantsCount } = await verifyLedger(world.context())
  const counts = samples.filter(({ name }) => COUNTS.test(name))
  const ctx = world.context()
  const state = await readState(
    { ...ctx, clock: { sleep: (...given) => ctx.clock.sleep(...given), now: () => now } },
    PATIENT_MS,
  )
  return withoutTimes([counts, state, pages, entriesCount, merchantsCount])
}

test('calls in one environment change no figure, metric or ledger verification of the other environment', async () => {
  const [account] = accounts
  if (!account) throw new Error('BUG: the test has no test account')
  await flushRequestLogs()
  const now = world.clock.now()
  const live = await liveFigures(now)
  for (const act of [create, pay, onLast('refunds'), advance]) await act(account, 'test')
  await flushRequestLogs()
  expect(await liveFigures(now)).toEqual(live)

  const reading = { merchantId: account.merchantId, account: account.merchantId }
  const tested = withoutTimes(await readPages(staff, reading))
  for (const act of [create, pay, onLast('refunds'), advance]) await act(account, 'live')
  await flushRequestLogs()
  expect(withoutTimes(await readPages(staff, reading))).toEqual(tested)
  expect(await liveFigures(now)).not.toEqual(live)
})
