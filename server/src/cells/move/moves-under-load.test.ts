import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepReceived } from '../../inbox/sweep-received.ts'
import { systemClock } from '../../kernel/clock.ts'
import type { RestAnswer } from '../../testing/clients/rest-client.ts'
import { aChargeBody, anIdempotencyKey, type ChargeJson } from '../../testing/fixtures/charges.ts'
import { eventually } from '../../testing/eventually.ts'
import { MovingWorld } from '../../testing/moving-world.ts'
import { drainInbox } from '../../payments/drain-inbox.ts'
import { moveToFeed } from '../../webhooks/feed/sequence-events.sql.ts'

const MOVES = ['b', 'a']
const PAUSE_MS = 300
const CALLERS = 2

interface FeedJson {
  items: { feed_seq: number; id: string }[]
  next_cursor: string
}

let cells: MovingWorld
beforeAll(async () => {
  cells = await MovingWorld.start()
})
afterAll(() => cells.stop())

/** Pays a charge at the PSP that has it. */
function payAtItsPsp(txid: string): void {
  for (const id of ['a', 'b'])
    try {
      cells.network(id).pay({ txid })
      return
    } catch {
      // The charge is at the other PSP.
    }
  throw new Error(`BUG: no PSP has the charge ${txid}`)
}

/** Repeats a call while it is refused with 503 and `Retry-After: 1`. */
async function untilServed<T>(call: () => Promise<RestAnswer<T>>): Promise<RestAnswer<T>> {
  for (;;) {
    const answer = await call()
    if (answer.status !== 503) return answer
    expect(answer.headers.get('retry-after')).toBe('1')
    await systemClock.sleep(20)
  }
}

async function runJobs(): Promise<void> {
  for (const id of ['a', 'b']) {
    await drainInbox(cells.context(id), 100)
    await moveToFeed(cells.context(id), 100)
  }
}

/** Waits for the payments. A callback that failed is repeated later, and the sweep finds its payment. */
const untilRecorded = (merchantId: string, count: number): Promise<void> =>
  eventually(async () => {
    cells.world.clock.advance(60_000)
    for (const id of ['a', 'b']) {
      await cells.network(id).idle()
      await sweepReceived(cells.context(id))
    }
    await runJobs()
    expect(await cells.countRows('a', 'payment', merchantId)).toBe(count)
  })

test('while a merchant moves, every call gets the right answer or 503, and no payment or event is lost', async () => {
  const { merchantId, rest } = await cells.merchantIn('a')
  const moving = new AbortController()
  const { signal } = moving
  const paid: string[] = []
  const [seqs, events]: [number[], string[]] = [[], []]
  let cursor: string | undefined

  const charge = async (): Promise<void> => {
    while (!signal.aborted) {
      const [body, key] = [aChargeBody(), anIdempotencyKey()]
      const create = () => rest.post<ChargeJson>('/v1/pix/charges', body, { 'idempotency-key': key })
      const created = await untilServed(create)
      // A refused creation may have been committed, and its repetition then answers 200.
      expect([201, 200]).toContain(created.status)
      expect(created.body.status).toBe('pending')
      payAtItsPsp(created.body.pix?.txid ?? '')
      paid.push(created.body.id)
      const read = await untilServed(() => rest.get<ChargeJson>(`/v1/pix/charges/${created.body.id}`))
      expect([read.status, read.body.amount_cents]).toEqual([200, created.body.amount_cents])
      const repeated = await untilServed(create)
      expect([repeated.status, repeated.body.id]).toEqual([200, created.body.id])
      await systemClock.sleep(PAUSE_MS)
    }
  }
  const readFeed = async (): Promise<void> => {
    const after = cursor === undefined ? '' : `&after=${cursor}`
    const { status, body } = await untilServed(() => rest.get<FeedJson>(`/v1/events/feed?limit=200${after}`))
    expect(status).toBe(200)
    seqs.push(...body.items.map((item) => item.feed_seq))
    events.push(...body.items.map((item) => item.id))
    cursor = body.next_cursor
  }
  const repeat = async (work: () => Promise<void>): Promise<void> => {
    while (!signal.aborted) {
      await work()
      await systemClock.sleep(150)
    }
  }
  const running = Promise.all([...Array.from({ length: CALLERS }, charge), repeat(readFeed), repeat(runJobs)])
  try {
    for (const to of MOVES) await cells.move({ merchantId, to })
  } finally {
    moving.abort()
    await running
  }

  await untilRecorded(merchantId, paid.length)
  expect(await cells.countRows('b', 'payment', merchantId)).toBe(0)
  await readFeed()
  expect(await cells.countRows('a', 'webhook_event', merchantId)).toBe(events.length)
  expect(seqs).toEqual(seqs.map((_, index) => index + 1))
  expect(new Set(events).size).toBe(events.length)
  expect(await cells.findings('a', merchantId)).toEqual([])
  expect(await cells.findings('b')).toEqual([])
})
