import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction, type Tx } from '../../kernel/context.ts'
import { eventually } from '../../testing/eventually.ts'
import { usedConnections } from '../../kernel/pool/bound-pool.ts'
import { aBalanceEvent, recordTestEvents } from '../../testing/fixtures/events.ts'
import { inParallel } from '../../testing/in-parallel.ts'
import type { RestClient } from '../../testing/clients/rest-client.ts'
import { itNeedsScope } from '../../testing/suites/it-needs-scope.ts'
import { World } from '../../testing/world.ts'
import { recordEvents } from '../events/record-events.ts'
import { forgetFeed } from './forget-feed.ts'
import { MERCHANT_WAITERS_MAX } from './feed-waiters.ts'
import { moveToFeed } from './sequence-events.sql.ts'
import { sequenceEvents } from './sequence-events.ts'

interface FeedJson {
  items: { feed_seq: number; id: string; type: string; data: object }[]
  next_cursor: string
}

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

const aMerchant = () => world.anotherMerchant({ readRate: 100_000 })

/** Records an event that is newer than all earlier ones. */
const record = async (merchantId: string): Promise<string> => {
  world.clock.advance(1)
  const [id = ''] = await recordTestEvents(world.context(), merchantId, [aBalanceEvent(merchantId)])
  return id
}

const move = async (): Promise<void> => {
  while ((await moveToFeed(world.context(), 7)) > 0);
}

async function read(rest: RestClient, query = ''): Promise<FeedJson> {
  const { status, body } = await rest.get<FeedJson>(`/v1/events/feed?${query}`)
  expect(status).toBe(200)
  return body
}

/** Reads the feed from a cursor to its end. */
async function readAll(rest: RestClient, after?: string): Promise<FeedJson> {
  const items: FeedJson['items'] = []
  for (let cursor = after; ;) {
    const page = await read(rest, `limit=3${cursor === undefined ? '' : `&after=${cursor}`}`)
    items.push(...page.items)
    cursor = page.next_cursor
    if (page.items.length === 0) return { items, next_cursor: cursor }
  }
}

const seqs = (page: FeedJson): number[] => page.items.map((item) => item.feed_seq)
const ids = (page: FeedJson): string[] => page.items.map((item) => item.id)
const oneTo = (n: number): number[] => Array.from({ length: n }, (_, index) => index + 1)

itNeedsScope(() => world, { method: 'get', path: '/v1/events/feed' }, 'webhooks:read')

test('the feed has the sequenced events of the merchant in order, and its cursor is never null', async () => {
  const { merchantId, rest } = await aMerchant()
  const empty = await read(rest)
  expect(empty.items).toEqual([])
  const recorded: string[] = []
  for (let n = 0; n < 5; n++) recorded.push(await record(merchantId))
  expect((await read(rest)).items).toEqual([])
  await move()
  const all = await readAll(rest, empty.next_cursor)
  expect(seqs(all)).toEqual(oneTo(5))
  expect(ids(all)).toEqual(recorded)
  expect(await read(rest, `after=${all.next_cursor}`)).toEqual({ items: [], next_cursor: all.next_cursor })
  expect((await readAll((await aMerchant()).rest)).items).toEqual([])
  const [listed] = (await rest.get<FeedJson>('/v1/webhooks/events?limit=1')).body.items
  expect(all.items[4]).toMatchObject({ id: listed?.id, type: 'balance.available', data: listed?.data })
  const latest = await read(rest, 'after=latest')
  expect(latest.items).toEqual([])
  const next = await record(merchantId)
  await move()
  expect(ids(await read(rest, `after=${latest.next_cursor}`))).toEqual([next])
})

test('an invalid cursor, wait or limit is refused, and so is a cursor of another merchant', async () => {
  const { rest } = await aMerchant()
  const foreign = (await read((await aMerchant()).rest)).next_cursor
  for (const [query, path] of [
    ['after=', 'after'],
    ['after=x', 'after'],
    [`after=${foreign}`, 'after'],
    ['wait=21', 'wait'],
    ['wait=-1', 'wait'],
    ['limit=201', 'limit'],
  ] as const) {
    const { status, body } = await rest.get(`/v1/events/feed?${query}`)
    expect([query, status, body.error.details.fields?.map((field) => field.path)]).toEqual([
      query,
      422,
      [path],
    ])
  }
})

test('an event is not skipped if its transaction commits after the transaction of a later event', async () => {
  const { merchantId, rest } = await aMerchant()
  const commit = Promise.withResolvers<void>()
  const recorded = Promise.withResolvers<string>()
  const slow = transaction(world.context(), async (tx: Tx) => {
    const [event] = await recordEvents(tx, merchantId, [aBalanceEvent(merchantId)], world.clock.now())
    recorded.resolve(event?.id ?? '')
    await commit.promise
  })
  const early = await recorded.promise
  const late = await record(merchantId)
  await move()
  const before = await readAll(rest)
  expect([ids(before), seqs(before)]).toEqual([[late], [1]])
  commit.resolve()
  await slow
  await move()
  const after = await readAll(rest, before.next_cursor)
  expect([ids(after), seqs(after)]).toEqual([[early], [2]])
})

test('the feed has no gap and no duplicate, although sequencers run concurrently and crash before commits', async () => {
  const merchants = [await aMerchant(), await aMerchant(), await aMerchant()]
  const commits = inParallel(
    Array.from({ length: 120 }, (_, n) => n),
    8,
    async (n) => {
      const { merchantId } = merchants[n % 3] ?? { merchantId: '' }
      await transaction(world.context(), async (tx: Tx) => {
        await recordEvents(
          tx,
          merchantId,
          [aBalanceEvent(merchantId), aBalanceEvent(merchantId)],
          world.clock.now(),
        )
        if (n % 10 === 9) throw new Error('rolled back')
      }).catch(() => undefined)
    },
  )
  const done = new AbortController()
  const finished = commits.finally(() => done.abort())
  const sequencer = async (): Promise<void> => {
    while (!done.signal.aborted) {
      await moveToFeed(world.context(), 5)
      await transaction(world.context(), async (tx) => {
        await moveToFeed(tx, 5)
        throw new Error('the process crashed before the commit')
      }).catch(() => undefined)
    }
  }
  const reader = async ({ rest }: { rest: RestClient }): Promise<FeedJson['items']> => {
    const found: FeedJson['items'] = []
    let cursor: string | undefined
    for (let isLast = false; ; isLast = done.signal.aborted) {
      const page = await readAll(rest, cursor)
      cursor = page.next_cursor
      found.push(...page.items)
      if (!isLast) continue
      await move()
      return [...found, ...(await readAll(rest, cursor)).items]
    }
  }
  const [seen] = await Promise.all([Promise.all(merchants.map(reader)), sequencer(), sequencer(), finished])
  for (const items of seen) {
    expect(items.map((item) => item.feed_seq)).toEqual(oneTo(72))
    expect(new Set(items.map((item) => item.id)).size).toBe(72)
  }
})

test('a waiting call returns when an event is sequenced, and holds no database connection meanwhile', async () => {
  const { merchantId, rest } = await aMerchant()
  const waiting = read(rest, 'wait=20')
  await eventually(() => expect(world.kit.feedWaiters.size).toBe(1))
  await eventually(() => expect(usedConnections(world.kit.database.poolState())).toBe(0))
  const stop = new AbortController()
  const sequencing = sequenceEvents({ ...world.context(), signal: stop.signal })
  const id = await record(merchantId)
  expect(ids(await waiting)).toEqual([id])
  stop.abort()
  expect(await sequencing).toBe(1)
})

test('the number of waiting calls of a merchant is limited, and a disconnected client does not count', async () => {
  const { rest } = await aMerchant()
  const client = new AbortController()
  const calls = Array.from({ length: MERCHANT_WAITERS_MAX }, () =>
    fetch(`${world.baseUrl}/v1/events/feed?wait=20`, {
      headers: { authorization: `Bearer ${rest.key}` },
      signal: client.signal,
    }).catch(() => 'aborted'),
  )
  await eventually(() => expect(world.kit.feedWaiters.size).toBe(MERCHANT_WAITERS_MAX))
  const refused = await rest.get('/v1/events/feed?wait=20')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2'])
  expect((await rest.get('/v1/events/feed')).status).toBe(200)
  client.abort()
  await Promise.all(calls)
  await eventually(() => expect(world.kit.feedWaiters.size).toBe(0))
})

test('after a restore, a reader whose cursor is newer than the backup gets every event recorded after the restore', async () => {
  const { merchantId, rest } = await aMerchant()
  const kept = await record(merchantId)
  await move()
  const lost = [await record(merchantId), await record(merchantId)]
  await move()
  const before = await readAll(rest)
  expect(ids(before)).toEqual([kept, ...lost])
  const owner = new Client({ connectionString: world.database.ownerUrl })
  await owner.connect()
  // The simulated backup contains only the first event. Change the time of this event, so that it was added to the feed
  // an hour before the other events.
  await owner.query(
    `update event_feed set sequenced_at = sequenced_at - interval '1 hour' where merchant_id = $1 and feed_seq = 1`,
    [merchantId],
  )
  await owner.query('delete from event_feed where merchant_id = $1 and feed_seq > 1', [merchantId])
  await owner.query('update event_feed_head set last_seq = 1 where merchant_id = $1', [merchantId])
  await owner.end()
  const fresh = [await record(merchantId), await record(merchantId), await record(merchantId)]
  await move()
  const again = await readAll(rest, before.next_cursor)
  expect([ids(again), seqs(again)]).toEqual([fresh, [2, 3, 4]])
})

test('feed rows older than 90 days are deleted, and a reader whose cursor refers to a deleted row can continue', async () => {
  const { merchantId, rest } = await aMerchant()
  await record(merchantId)
  await move()
  const { next_cursor: cursor } = await readAll(rest)
  const kept = [await record(merchantId), await record(merchantId)]
  await move()
  const owner = new Client({ connectionString: world.database.ownerUrl })
  await owner.connect()
  await owner.query(
    `update event_feed set sequenced_at = sequenced_at - interval '91 days' where merchant_id = $1 and feed_seq = 1`,
    [merchantId],
  )
  await owner.end()
  expect(await forgetFeed(world.context())).toBe(1)
  expect(ids(await readAll(rest))).toEqual(kept)
  expect(ids(await readAll(rest, cursor))).toEqual(kept)
})
