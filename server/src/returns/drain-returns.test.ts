import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { storeReturns } from '../inbox/network-inbox.ts'
import { systemIds } from '../kernel/ids.ts'
import { sql } from '../kernel/database/sql.ts'
import { FailingMerchants } from '../kernel/jobs/failing-merchants.ts'
import { captureLog } from '../testing/captured-log.ts'
import { aPaidCharge } from '../testing/fixtures/charges.ts'
import { refuseRows } from '../testing/suites/it-isolates-failing-merchant.ts'
import { runBefore } from '../testing/suites/intercept-queries.ts'
import { World } from '../testing/world.ts'
import { drainReturns } from './drain-returns.ts'

/** The batch size of the job. */
const LIMIT = 50
const LOCK_MS = 300

const captured = captureLog('warn')
let world: World
beforeAll(async () => {
  world = await World.start({ log: captured.log, lockMs: LOCK_MS })
})
afterAll(() => world.stop())
beforeEach(() => {
  captured.lines.length = 0
})

async function aMerchantWithPayment(): Promise<{ merchantId: string; endToEndId: string }> {
  const { merchantId, rest } = await world.anotherMerchant()
  const merchant = { rest, network: world.network, settleInbox: () => world.settleInbox() }
  const { end_to_end_id: endToEndId } = await aPaidCharge(merchant, { amount_cents: 10_000 })
  return { merchantId, endToEndId: endToEndId ?? '' }
}

/** Stores MED returns of one centavo each, as if the PSP had reported them. */
async function receiveReturns({ endToEndId }: { endToEndId: string }, count: number): Promise<void> {
  const settledAt = world.clock.now()
  const returns = Array.from({ length: count }, () => {
    const returnId = `D${systemIds.bytes(16).toString('hex').slice(1)}`
    const id = returnId
    const horario = { solicitacao: settledAt.toISOString(), liquidacao: settledAt.toISOString() }
    return {
      id,
      returnId,
      amountCents: 1n,
      nature: 'MED_FRAUDE',
      status: 'DEVOLVIDO' as const,
      settledAt,
      reason: undefined,
      raw: { id, rtrId: returnId, valor: '0.01', natureza: 'MED_FRAUDE', status: 'DEVOLVIDO', horario },
    }
  })
  const pix = { endToEndId, txid: undefined, amountCents: 10_000n, paidAt: settledAt, returns, raw: {} }
  await storeReturns(world.context(), [pix], 'callback')
}

const recordedOf = async ({ merchantId }: { merchantId: string }): Promise<number> =>
  (await sql(world.context(), 'select from network_return where merchant_id = $1', [merchantId])).length

const messagesOf = ({ endToEndId }: { endToEndId: string }) =>
  sql<{ attempts: number; state: string; next: Date; error: string | null }>(
    world.context(),
    `select attempts, state, next_attempt_at as next, last_error as error
     from network_inbox where kind = 'devolucao' and end_to_end_id = $1`,
    [endToEndId],
  )

/** Returns the log lines about failures of the database. */
const waits = () => captured.lines.filter(({ err }) => err !== undefined)

/**
 * Locks the payments of a merchant, so that none of their returns can be recorded. Returns a function that unlocks the
 * payments.
 */
async function lockPayments(merchantId: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: world.database.superuserUrl })
  await client.connect()
  await client.query('begin')
  await client.query('select from payment where merchant_id = $1 for update', [merchantId])
  return () => client.end()
}

test('while the payments of a merchant are locked, only the first run waits for the lock', async () => {
  const locked = await aMerchantWithPayment()
  const healthy = await aMerchantWithPayment()
  await receiveReturns(locked, LIMIT)
  world.clock.advance(1)
  await receiveReturns(healthy, 1)
  const failing = new FailingMerchants()
  const run = () => drainReturns(world.context('job:returns'), LIMIT, failing)

  const unlock = await lockPayments(locked.merchantId)
  expect(await run()).toBe(1)
  expect(await recordedOf(healthy)).toBe(1)
  expect(waits()).toMatchObject([{ merchant_id: locked.merchantId, err: { code: '55P03' } }])
  await receiveReturns(locked, 1)
  expect(await run()).toBe(0)
  expect(waits()).toHaveLength(1)
  expect((await messagesOf(locked)).map(({ attempts }) => attempts)).toEqual(Array(LIMIT + 1).fill(0))

  await unlock()
  world.clock.advance(60_000)
  while ((await run()) > 0);
  expect(await recordedOf(locked)).toBe(LIMIT + 1)
})

const isRetry = (statement: string) => statement.startsWith('update "network_inbox"')

test('a process does not reschedule a return that another process has rescheduled after the first process read it', async () => {
  const merchant = await aMerchantWithPayment()
  await receiveReturns(merchant, 1)
  const accept = await refuseRows(world, 'network_return', merchant.merchantId)
  let rescheduled: unknown[] = []
  const ctx = runBefore(world.context('job:returns'), isRetry, async () => {
    await drainReturns(world.context('job:returns'), LIMIT)
    rescheduled = await messagesOf(merchant)
    world.clock.advance(1_000)
  })
  expect(await drainReturns(ctx, LIMIT)).toBe(0)
  expect(rescheduled).toMatchObject([{ attempts: 1, state: 'waiting', error: 'refused' }])
  expect(await messagesOf(merchant)).toEqual(rescheduled)
  await accept()
})

test('a process does not record or reschedule a return that another process is recording', async () => {
  const merchant = await aMerchantWithPayment()
  await receiveReturns(merchant, 1)
  const other = new Client({ connectionString: world.database.superuserUrl })
  await other.connect()
  await other.query('begin')
  await other.query('select from network_inbox where end_to_end_id = $1 for update', [merchant.endToEndId])
  expect(await drainReturns(world.context('job:returns'), LIMIT)).toBe(0)
  expect(captured.lines).toEqual([])
  await other.end()
  expect(await messagesOf(merchant)).toMatchObject([{ attempts: 0, state: 'waiting', error: null }])
  expect(await drainReturns(world.context('job:returns'), LIMIT)).toBe(1)
})
