import { afterAll, beforeAll, expect, test } from 'vitest'
import { isolateAccounts } from '../../migrations/sandbox/isolate-accounts.ts'
import { sql } from '../kernel/database/sql.ts'
import { withAccount } from '../kernel/pool/account-scope.ts'
import { refuseSharedDatabase } from '../kernel/settings/sandbox-config.ts'
import { captureLog } from '../testing/captured-log.ts'
import { createCharge, type ChargeJson } from '../testing/fixtures/charges.ts'
import { advance, DAY_SECONDS, sandboxOf, testClient } from '../testing/fixtures/sandbox-fixture.ts'
import { moveToFeed } from '../webhooks/feed/sequence-events.sql.ts'
import { World } from '../testing/world.ts'
import { makeIsolationCheck } from './account-isolation.ts'

let world: World
beforeAll(async () => {
  world = await World.start({ hasSandbox: true })
})
afterAll(() => world.stop())

test('SQL statements in the sandbox database see only the rows of the test account for which they run', async () => {
  await createCharge(await testClient(world))
  const { merchantId } = await world.anotherMerchant()
  await createCharge(await testClient(world, merchantId))
  const ctx = sandboxOf(world).tools.context('test')
  const owners = () => sql<{ merchant_id: string }>(ctx, 'select merchant_id from charge')
  expect(await owners()).toEqual([])
  expect(await withAccount(merchantId, owners)).toEqual([{ merchant_id: merchantId }])
  expect(await withAccount(world.merchantId, owners)).toEqual([{ merchant_id: world.merchantId }])
  const insert = () =>
    sql(
      ctx,
      `insert into job_failure (job, subject_id, merchant_id, failures_count, last_error, failed_at, retry_at)
      values ('expiry', '${merchantId}', '${merchantId}', 1, 'x', now(), now())`,
    )
  await expect(withAccount(world.merchantId, insert)).rejects.toThrow(/row-level security/)
})

test('the event feed of a test account contains only events of this test account', async () => {
  const { merchantId } = await world.anotherMerchant()
  const ids = await Promise.all(
    [world.merchantId, merchantId].map(async (id) => {
      const rest = await testClient(world, id)
      const { body } = await createCharge(rest)
      expect((await rest.post(`/v1/test/charges/${body.id}/pay`)).status).toBeLessThan(300)
      return { rest, chargeId: body.id }
    }),
  )
  while ((await moveToFeed(sandboxOf(world).tools.context('job:feed'), 100)) > 0);
  for (const { rest, chargeId } of ids) {
    const { body } = await rest.get<{ items: { data: { charge_id?: string } }[] }>('/v1/events/feed')
    expect(new Set(body.items.flatMap(({ data }) => data.charge_id ?? []))).toEqual(new Set([chargeId]))
  }
  const live = await world.rest.get<{ items: object[] }>('/v1/events/feed')
  expect(live.body.items).toEqual([])
})

test('in the sandbox database, only the listed tables with an account or merchant id have no row security', async () => {
  const unprotected = await sql<{ name: string }>(
    sandboxOf(world).tools.context('test'),
    `select c.relname as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname in ('merchant_id', 'account_id') and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and not c.relrowsecurity
      group by c.relname order by c.relname`,
  )
  expect(unprotected.map(({ name }) => name)).toEqual([
    'api_key',
    'audit_entry',
    'event_feed',
    'event_feed_head',
    'event_unsequenced',
    'request_log',
    'sandbox_account',
  ])
})

test('a database with production merchants cannot become the sandbox database', async () => {
  await expect(isolateAccounts(world.database.ownerUrl)).rejects.toThrow(/merchants of the production/)
})

test('calls with a test key get 503 while the database does not isolate its test accounts', async () => {
  const { log } = captureLog()
  const check = makeIsolationCheck()
  await expect(check({ ...world.context(), log })).rejects.toMatchObject({
    details: { reason: 'sandbox_unavailable' },
  })
  const sandbox = { ...sandboxOf(world).tools.context('test'), log }
  const unmigrated = makeIsolationCheck(() => Promise.resolve(false))
  await expect(unmigrated(sandbox)).rejects.toMatchObject({ details: { reason: 'sandbox_unavailable' } })
  await expect(check(sandbox)).resolves.toBeUndefined()
})

test('the test environment must not have the same database as production', () => {
  const DATABASE_URL = 'postgresql://pix_app:a@db.internal/pix'
  const SANDBOX_DATABASE_URL = 'postgresql://pix_test:b@db.internal:5432/pix'
  expect(() => refuseSharedDatabase({ DATABASE_URL, SANDBOX_DATABASE_URL })).toThrow(/a database of its own/)
  const other = `${SANDBOX_DATABASE_URL}_sandbox`
  expect(() => refuseSharedDatabase({ DATABASE_URL, SANDBOX_DATABASE_URL: other })).not.toThrow()
})

test('a past day of a test account can be reconciled, and its statement is also available as CSV', async () => {
  const { merchantId } = await world.anotherMerchant()
  const client = await testClient(world, merchantId)
  // At 15:00 UTC it is noon in São Paulo, so the whole test is far from the end of the day.
  const secondsOfDay = Math.floor(Date.now() / 1_000) % DAY_SECONDS
  await advance(client, DAY_SECONDS + 15 * 3_600 - secondsOfDay)
  const { body } = await createCharge(client)
  const paid = await client.post<ChargeJson>(`/v1/test/charges/${body.id}/pay`)
  await advance(client, 2 * DAY_SECONDS)
  const path = `/v1/reconciliation/${paid.body.paid_at?.slice(0, 10)}`
  const day = await client.get<{ kind: string }[]>(path)
  expect([day.status, new Set(day.body.map(({ kind }) => kind))]).toEqual([
    200,
    new Set(['journal', 'network']),
  ])
  const lines = await client.get<{ items: unknown[] }>('/v1/statement')
  const csv = await fetch(`${world.baseUrl}/v1/statement`, {
    headers: { authorization: `Bearer ${client.key}`, accept: 'text/csv' },
  })
  expect((await csv.text()).trimEnd().split('\n')).toHaveLength(lines.body.items.length + 1)
  await advance(client, 40 * DAY_SECONDS)
  expect((await client.get(path)).body).toEqual(day.body)
})

test('a dispute can be decided only while it is open, and a payment can be disputed only once', async () => {
  const rest = await testClient(world)
  const { body } = await createCharge(rest)
  const path = `/v1/test/charges/${body.id}/dispute`
  const reasonOf = async (change: object) => {
    const answer = await rest.post(path, change)
    return answer.status === 200 ? 'done' : answer.body.error.details.reason
  }
  expect(await reasonOf({})).toBe('charge_not_disputable')
  await rest.post(`/v1/test/charges/${body.id}/pay`)
  expect(await reasonOf({ result: 'rejected' })).toBe('dispute_not_open')
  expect(await reasonOf({})).toBe('done')
  expect(await reasonOf({})).toBe('charge_not_disputable')
  expect(await reasonOf({ result: 'rejected' })).toBe('done')
  expect(await reasonOf({ result: 'rejected' })).toBe('dispute_not_open')
})
