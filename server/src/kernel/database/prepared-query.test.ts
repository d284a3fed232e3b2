import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from '../context.ts'
import { sql } from './sql.ts'
import { World } from '../../testing/world.ts'
import { isOneOf, preparedQuery, type Given } from './prepared-query.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

const findMerchant = preparedQuery((compiler, given: Given<{ ids: string[]; now: Date; limit: number }>) =>
  compiler
    .selectFrom('merchant')
    .select(['id', 'fee_fixed_cents as feeFixedCents'])
    .where(isOneOf('id', given('ids')))
    .where('created_at', '<=', given('now'))
    .where('updated_at', '<=', given('now'))
    .where('environment', 'in', ['production', 'sandbox'])
    .limit(given('limit')),
)

test('each run of a prepared query takes its parameters by name', async () => {
  const ctx = world.context()
  const now = ctx.clock.now()
  const ids = [world.merchantId]
  expect(await findMerchant(ctx, { ids, now, limit: 1 })).toEqual([
    { id: world.merchantId, feeFixedCents: expect.any(BigInt) },
  ])
  expect(await findMerchant(ctx, { ids, now: new Date(0), limit: 1 })).toEqual([])
  expect(await findMerchant(ctx, { ids: [], now, limit: 1 })).toEqual([])
})

test('a prepared query is a named statement that contains its constants as literals', async () => {
  const ctx = world.context()
  await findMerchant(ctx, { ids: [], now: ctx.clock.now(), limit: 1 })
  const [statement] = await sql<{ statement: string }>(
    ctx,
    `select statement from pg_prepared_statements where statement like 'select "id", "fee_fixed_cents"%'`,
  )
  expect(statement?.statement).toContain(`"environment" in ('production', 'sandbox') limit $4`)
})

test('a prepared query uses its generic plan, even for a single id', async () => {
  const ctx = world.context()
  const parameters = { ids: [world.merchantId], now: ctx.clock.now(), limit: 1 }
  await transaction(ctx, async (tx) => {
    // PostgreSQL chooses between custom plans and the generic plan only after five executions.
    for (let n = 0; n < 8; n++) await findMerchant(tx, parameters)
    const [statement] = await sql<{ generic: bigint }>(
      tx,
      `select generic_plans as generic from pg_prepared_statements where statement like 'select "id", "fee_fixed_cents"%'`,
    )
    expect(Number(statement?.generic)).toBeGreaterThan(0)
  })
})
