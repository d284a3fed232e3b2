import { afterAll, beforeAll, expect, test } from 'vitest'
import { afterCommit, transaction, type Context } from './kernel/context.ts'
import { entities } from './kernel/database/entities.ts'
import { sql } from './kernel/database/sql.ts'
import { Merchant } from './merchants/merchant.entity.ts'
import { World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

test('an unsaved change to an entity in one context is not visible in another context', async () => {
  const [one, other] = [world.context(), world.context()]
  const loaded = await one.em.findOneOrFail(Merchant, world.merchantId)
  const { name } = loaded
  loaded.name = 'never kept'
  expect((await other.em.findOneOrFail(Merchant, world.merchantId)).name).toBe(name)
  expect(await one.em.findOneOrFail(Merchant, world.merchantId)).toBe(loaded)
})

test('a query for entities sees the changes of its own transaction and of other, committed transactions', async () => {
  const ctx = world.context()
  const nameIn = async (of: Context) => (await entities(of).findOneOrFail(Merchant, world.merchantId)).name
  const before = await nameIn(ctx)
  await transaction(ctx, async (tx) => {
    await sql(tx, `update merchant set name = 'Changed' where id = $1`, [world.merchantId])
    expect(await nameIn(tx)).toBe('Changed')
    expect(await nameIn(ctx)).toBe(before)
  })
  expect(await nameIn(ctx)).toBe('Changed')
})

const roleOf = (ctx: Context) => sql<{ role: string }>(ctx, 'select current_user::text as role')

test("a context created during a transaction of another pool uses its own pool's role", async () => {
  const application = await roleOf(world.kit.context('test'))
  const staff = await roleOf(world.kit.consoleContext('test'))
  await transaction(world.kit.consoleContext('test'), async (tx) => {
    expect(await roleOf(tx)).not.toEqual(application)
    expect(await roleOf(world.kit.context('test'))).toEqual(application)
  })
  await transaction(world.kit.context('test'), async (tx) => {
    expect(await roleOf(tx)).toEqual(application)
    expect(await roleOf(world.kit.consoleContext('test'))).toEqual(staff)
  })
})

test('SQL statements in the outer context of a transaction run outside the transaction', async () => {
  const ctx = world.context()
  await transaction(ctx, async (tx) => {
    await sql(tx, 'select pg_advisory_xact_lock(20261122)')
    const held = `select count(*)::integer as locks from pg_locks
      where locktype = 'advisory' and objid = 20261122 and pid = pg_backend_pid()`
    expect(await sql(tx, held)).toEqual([{ locks: 1 }])
    expect(await sql(ctx, held)).toEqual([{ locks: 0 }])
  })
})

test('a function registered with afterCommit runs once after the commit, and never after a rollback', async () => {
  const ctx = world.context()
  const nameOf = () =>
    sql<{ name: string }>(ctx, 'select name from merchant where id = $1', [world.merchantId])
  const seen: unknown[] = []
  const rename = (name: string, error?: Error) =>
    transaction(ctx, async (tx) => {
      await sql(tx, 'update merchant set name = $2 where id = $1', [world.merchantId, name])
      afterCommit(tx, () => seen.push(nameOf()))
      expect(seen).toEqual([])
      if (error) throw error
    })
  await expect(rename('rolled back', new Error('example'))).rejects.toThrow('example')
  await rename('committed')
  expect(await Promise.all(seen)).toEqual([[{ name: 'committed' }]])
})
