import { afterAll, beforeAll, expect, test } from 'vitest'
import { sqlState, transaction } from '../context.ts'
import { sql } from '../database/sql.ts'
import { eventually } from '../../testing/eventually.ts'
import { World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

const isWaiting = async () =>
  expect(
    await sql(
      world.context(),
      `select 1 from pg_stat_activity where query like '%pg_sleep(600%' and state = 'active'`,
    ),
  ).toHaveLength(2)

test('cancelStatements cancels SQL statements that have run too long and rolls their transactions back, but cancels no newer SQL statement', async () => {
  const sleeping = transaction(world.context(), async (tx) => {
    await sql(tx, `update merchant set name = 'changed' where id = $1`, [world.merchantId])
    await sql(tx, 'select pg_sleep(600)')
  }).catch(sqlState)
  await eventually(isWaiting)
  expect(await world.kit.database.cancelStatements(60_000)).toBe(0)
  expect(await world.kit.database.cancelStatements(0)).toBe(1)
  expect(await sleeping).toBe('57014')
  expect(await sql(world.context(), `select 1 from merchant where name = 'changed'`)).toEqual([])
})
