import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../kernel/database/sql.ts'
import { drainInbox } from '../../payments/drain-inbox.ts'
import type { RestClient } from '../../testing/clients/rest-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { createCharge, type ChargeJson } from '../../testing/fixtures/charges.ts'
import { TestMoveTools } from '../../testing/move-tools.ts'
import { MovingWorld, statusOf } from '../../testing/moving-world.ts'
import { abortMove } from './abort-move.ts'
import type { MoveStep } from './connections.sql.ts'

let cells: MovingWorld
beforeAll(async () => {
  cells = await MovingWorld.start()
})
afterAll(() => cells.stop())

/** Waits until the calls of a merchant are served. Every other answer must be 503 with `Retry-After: 1`. */
async function untilServed(rest: RestClient): Promise<void> {
  const refused = new Set<string>()
  await eventually(async () => {
    const { status, headers } = await rest.get('/v1/balance')
    if (status !== 200) refused.add(`${status} ${headers.get('retry-after')}`)
    expect(status).toBe(200)
  })
  expect(Array.from(refused).filter((answer) => answer !== '503 1')).toEqual([])
}

/** Pays a charge at the PSP `a`, and runs the jobs of both cells that record the payment. */
async function payAtA({ pix }: ChargeJson): Promise<void> {
  cells.network('a').pay({ txid: pix?.txid ?? '' })
  await cells.network('a').idle()
  for (const id of ['a', 'b']) await drainInbox(cells.context(id), 100)
}

// The command `pnpm scale move` kills a move at every step, under load.
test.each<[step: MoveStep, cell: string]>([
  ['hide', 'a'],
  ['copy_rest', 'a'],
  ['switch', 'a'],
  ['show', 'b'],
  ['open', 'b'],
  ['delete', 'b'],
])(
  'after a command ended before the step %s, the cell %s soon serves the merchant, and a repeated command completes the move',
  async (last, cell) => {
    const { merchantId, rest } = await cells.merchantIn('a')
    const paid = await cells.pay(rest, 'a')
    const { body: open } = await createCharge(rest)
    await cells.moveUntil(last, merchantId)
    await untilServed(rest)
    expect(cells.cells.directory.placeOf(merchantId).cellId).toBe(cell)
    expect(await statusOf(rest, paid)).toBe('paid')
    await payAtA(open)
    const { body: created } = await createCharge(rest)
    expect([await statusOf(rest, open), await statusOf(rest, created)]).toEqual(['paid', 'pending'])

    await cells.move({ merchantId, to: 'b' })
    expect(await Promise.all([paid, open, created].map((one) => statusOf(rest, one)))).toEqual([
      'paid',
      'paid',
      'pending',
    ])
    expect(await cells.countRows('a', 'charge', merchantId)).toBe(0)
    expect(await cells.countRows('b', 'charge', merchantId)).toBe(3)
    expect(await cells.findings('b', merchantId)).toEqual([])
    expect([await cells.hidingTables('a'), await cells.hidingTables('b')]).toEqual([0, 0])
  },
)

// A paused command neither hides rows nor switches the merchant in a freeze that another process has ended.
test.each<MoveStep>(['hide', 'copy_rest', 'finish_copy', 'switch'])(
  'a command that was paused before the step %s until the freeze was over copies the later changes, too',
  async (last) => {
    const { merchantId, rest } = await cells.merchantIn('a')
    const paid = await cells.pay(rest, 'a')
    const paused = Promise.withResolvers<void>()
    const resumed = Promise.withResolvers<void>()
    let isFirst = true
    await using run = new TestMoveTools(cells.world, async (step) => {
      if (step !== last || !isFirst) return
      isFirst = false
      paused.resolve()
      await resumed.promise
    })
    const moving = cells.moveWith(run, { merchantId, to: 'b' })
    await paused.promise
    // From here on, the process knows of the freeze. So it serves a call only after the end of the freeze.
    await cells.cells.directory.refresh()
    await untilServed(rest)
    const later = await cells.pay(rest, 'a')
    resumed.resolve()
    expect((await moving).givenUpFreezes).toBeGreaterThan(0)
    expect([await statusOf(rest, paid), await statusOf(rest, later)]).toEqual(['paid', 'paid'])
    expect(await cells.countRows('b', 'charge', merchantId)).toBe(2)
    expect(await cells.findings('b', merchantId)).toEqual([])
  },
)

test('a freeze lasts until the target can show the rows of the merchant', async () => {
  const { merchantId, rest } = await cells.merchantIn('a')
  const paid = await cells.pay(rest, 'a')
  await cells.moveUntil('show', merchantId)
  const blocking = await cells.lockMoveIn('b', merchantId)
  await eventually(async () => {
    const [row] = await sql<{ n: number }>(
      cells.context('b'),
      `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and query like '%show_merchant%'`,
    )
    expect(row?.n).toBeGreaterThan(0)
  })
  expect((await rest.get('/v1/balance')).status).toBe(503)
  await blocking.release()
  await untilServed(rest)
  expect(await statusOf(rest, paid)).toBe('paid')
  await cells.move({ merchantId, to: 'b' })
})

test.each<MoveStep>(['hide', 'switch'])(
  'the abort of a move that ended before the step %s leaves all rows in the source',
  async (last) => {
    const { merchantId, rest } = await cells.merchantIn('a')
    const paid = await cells.pay(rest, 'a')
    await cells.moveUntil(last, merchantId)
    await using run = new TestMoveTools(cells.world)
    expect(await abortMove(run.tools, merchantId)).toBe('a')
    await cells.cells.directory.refresh()
    expect(await statusOf(rest, paid)).toBe('paid')
    expect(await cells.countRows('b', 'charge', merchantId)).toBe(0)
    expect(await cells.findings('a', merchantId)).toEqual([])
    expect([await cells.hidingTables('a'), await cells.hidingTables('b')]).toEqual([0, 0])
  },
)

test('a move whose merchant was switched cannot be aborted', async () => {
  const { merchantId, rest } = await cells.merchantIn('a')
  const paid = await cells.pay(rest, 'a')
  await cells.moveUntil('show', merchantId)
  await using run = new TestMoveTools(cells.world)
  const decided = { details: { reason: 'move_is_decided' } }
  await expect(abortMove(run.tools, merchantId)).rejects.toMatchObject(decided)
  await untilServed(rest)
  expect(await statusOf(rest, paid)).toBe('paid')
  await cells.move({ merchantId, to: 'b' })
})
