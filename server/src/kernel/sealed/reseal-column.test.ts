import type { EntityManager } from '@mikro-orm/postgresql'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { interceptQueries, queriesOf } from '../../testing/suites/intercept-queries.ts'
import { World } from '../../testing/world.ts'
import { transaction, type Context } from '../context.ts'
import { sql } from '../database/sql.ts'
import { systemIds } from '../ids.ts'
import { makeVault, type EncryptionKey } from '../vault.ts'
import { countKeys } from './count-keys.ts'
import { resealColumn } from './reseal-column.ts'
import type { SealedColumn } from './sealed-column.ts'

const COLUMN: SealedColumn = {
  table: 'merchant_bank_account',
  key: ['merchant_id', 'id'],
  box: 'box',
  keyId: 'key_id',
  owner: (id) => `test:${id}`,
}
const OLD = { id: 'old', key: systemIds.bytes(32) }
const NEW = { id: 'new', key: systemIds.bytes(32) }

let world: World
beforeAll(async () => {
  world = await World.start()
})
beforeEach(async () => {
  const client = new Client({ connectionString: world.database.ownerUrl })
  await client.connect()
  await client.query('delete from merchant_bank_account')
  await client.end()
})
afterAll(() => world.stop())

/** Returns a context with these keys. The first key encrypts new values. */
function contextWith(...keys: EncryptionKey[]): Context {
  const { cursorSecret, fingerprintSecret } = world.kit.secrets
  return { ...world.context(), vault: makeVault(systemIds, { keys, cursorSecret, fingerprintSecret }) }
}

/** Inserts rows of a merchant, encrypted with the first key of `ctx`. Returns their ids. */
async function insert(ctx: Context, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => systemIds.uuid(world.clock.now()))
  const sealed = ids.map((id) => ctx.vault.seal(`text of ${id}`, COLUMN.owner(id)))
  await sql(
    ctx,
    `insert into merchant_bank_account (merchant_id, id, shown, box, key_id, created_at, created_by)
     select $1, id, '{}', box, key_id, now(), 'test'
     from unnest($2::uuid[], $3::bytea[], $4::text[]) as given (id, box, key_id)`,
    [world.merchantId, ids, sealed.map(({ box }) => box), sealed.map(({ keyId }) => keyId)],
  )
  return ids
}

/** Stores a new text, as a use case that changes the value does. */
async function write(ctx: Context, id: string, text: string): Promise<void> {
  const { box, keyId } = ctx.vault.seal(text, COLUMN.owner(id))
  await sql(ctx, 'update merchant_bank_account set box = $2, key_id = $3 where id = $1', [id, box, keyId])
}

/** Returns the decrypted texts by id. */
async function readTexts(ctx: Context): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; box: Buffer; keyId: string }>(
    ctx,
    'select id, box, key_id as "keyId" from merchant_bank_account',
  )
  return new Map(rows.map(({ id, ...sealed }) => [id, ctx.vault.open(sealed, COLUMN.owner(id))]))
}

const textsOf = (ids: readonly string[]) => new Map(ids.map((id) => [id, `text of ${id}`]))

test('every value is re-encrypted with the first key and keeps its text, in tables of several batches', async () => {
  const ids = await insert(contextWith(OLD), 1_234)
  const during = contextWith(NEW, OLD)
  const progress: number[] = []
  const result = await resealColumn(during, COLUMN, (changed) => progress.push(changed))
  expect(result).toEqual({ changed: 1_234, unreadable: 0 })
  expect(progress).toEqual([500, 1_000, 1_234])
  expect(await readTexts(contextWith(NEW))).toEqual(textsOf(ids))
  expect(await resealColumn(during, COLUMN)).toEqual({ changed: 0, unreadable: 0 })
})

test('if resealColumn stops after a batch, the rows of this batch stay re-encrypted, and the next run re-encrypts only the other rows', async () => {
  const ids = await insert(contextWith(OLD), 700)
  const during = contextWith(NEW, OLD)
  const stopped = resealColumn(during, COLUMN, () => {
    throw new Error('stopped')
  })
  await expect(stopped).rejects.toThrow('stopped')
  expect(await countKeys(during, COLUMN)).toEqual(
    new Map([
      ['new', 500],
      ['old', 200],
    ]),
  )
  expect(await readTexts(during)).toEqual(textsOf(ids))
  expect(await resealColumn(during, COLUMN)).toEqual({ changed: 200, unreadable: 0 })
})

/** Returns a copy of the context that calls `work` before each SQL statement that stores re-encrypted values. */
function beforeReplace(ctx: Context, work: () => Promise<void>): Context {
  const em = new Proxy(ctx.em, {
    get(target: EntityManager, name) {
      if (name === 'getKysely')
        return () =>
          interceptQueries(queriesOf(target), async (query, run) => {
            if (query.sql.includes('skip locked')) await work()
            return run()
          })
      return Reflect.get(target, name)
    },
  })
  return { ...ctx, em }
}

test('a value that changes between the reading and the storing keeps its new text, which is re-encrypted later', async () => {
  const [id = ''] = await insert(contextWith(OLD), 1)
  const during = contextWith(NEW, OLD)
  let writes = 0
  const interrupted = beforeReplace(during, async () => {
    if (++writes === 1) await write(contextWith(OLD), id, 'changed meanwhile')
  })
  expect(await resealColumn(interrupted, COLUMN)).toEqual({ changed: 1, unreadable: 0 })
  expect(await readTexts(contextWith(NEW))).toEqual(new Map([[id, 'changed meanwhile']]))
})

test('a locked row delays no other row, and is re-encrypted after its lock is released', async () => {
  const [locked = '', ...others] = await insert(contextWith(OLD), 3)
  const during = contextWith(NEW, OLD)
  const free = Promise.withResolvers<void>()
  const isLocked = Promise.withResolvers<void>()
  const writer = transaction(contextWith(OLD), async (tx) => {
    await write(tx, locked, 'written under the lock')
    isLocked.resolve()
    await free.promise
  })
  await isLocked.promise
  const sleeps: Map<string, number>[] = []
  const clock = {
    now: () => world.clock.now(),
    async sleep() {
      sleeps.push(await countKeys(during, COLUMN))
      free.resolve()
      await writer
    },
  }
  expect(await resealColumn({ ...during, clock }, COLUMN)).toEqual({ changed: 3, unreadable: 0 })
  expect(sleeps.map((counts) => counts.get('new'))).toEqual([2])
  expect(await readTexts(contextWith(NEW))).toEqual(textsOf(others).set(locked, 'written under the lock'))
})

test('resealColumn skips the values that it cannot decrypt, and changes all others', async () => {
  const [moved = '', forged = '', unknown = '', good = ''] = await insert(contextWith(OLD), 4)
  await sql(
    world.context(),
    `update merchant_bank_account set box = (select box from merchant_bank_account where id = $2) where id = $1`,
    [moved, good],
  )
  await write(contextWith({ id: 'old', key: systemIds.bytes(32) }), forged, 'x')
  await write(contextWith({ id: 'unknown', key: systemIds.bytes(32) }), unknown, 'x')
  const during = contextWith(NEW, OLD)
  expect(await resealColumn(during, COLUMN)).toEqual({ changed: 1, unreadable: 2 })
  expect(await countKeys(during, COLUMN)).toEqual(
    new Map([
      ['new', 1],
      ['old', 2],
      ['unknown', 1],
    ]),
  )
})

test('countKeys counts the values of each key, even in a table with more rows than one SQL statement reads', async () => {
  await sql(
    world.context(),
    `insert into merchant_bank_account (merchant_id, id, shown, box, key_id, created_at, created_by)
     select $1, gen_random_uuid(), '{}', 'x', case n % 2 when 0 then 'even' else 'odd' end, now(), 'test'
     from generate_series(1, 40001) as n`,
    [world.merchantId],
  )
  expect(await countKeys(contextWith(NEW), COLUMN)).toEqual(
    new Map([
      ['even', 20_000],
      ['odd', 20_001],
    ]),
  )
})
