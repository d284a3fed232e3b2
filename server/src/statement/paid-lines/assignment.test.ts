import { afterAll, beforeAll, expect, test } from 'vitest'
import { completePayout } from '../../payouts/complete-payout.ts'
import { reservePayout } from '../../payouts/reserve-payout.ts'
import { captureLog } from '../../testing/captured-log.ts'
import { anIdempotencyKey } from '../../testing/fixtures/charges.ts'
import { refuseRows } from '../../testing/suites/it-isolates-failing-merchant.ts'
import { sql } from '../../kernel/database/sql.ts'
import { verifyLedger } from '../../ledger/verify/verify-ledger.ts'
import { addMissingBlocks, assignMissingLines } from '../../payouts/lines/payout-lines-jobs.ts'
import { reversePayout } from '../../payouts/reverse-payout.ts'
import {
  amountsOf,
  aTransfer,
  forgetLines,
  linesCsv,
  linesOf,
  linesPath,
  merchantWithLines,
  pay,
} from '../../testing/fixtures/payout-lines.ts'
import { World } from '../../testing/world.ts'

const captured = captureLog('error')
let world: World
beforeAll(async () => {
  world = await World.start({ log: captured.log, terms: { feePercentBps: 200, reserveBps: 0 } })
})
afterAll(() => world.stop())

const runJob = (limit = 10) => assignMissingLines(world.context('job:payout-lines'), limit)

const expectSound = async () => expect((await verifyLedger(world.context())).findings).toEqual([])

test('the job assigns statement lines to payouts that an earlier build recorded, to the oldest payout first, and only once', async () => {
  const { merchantId, rest } = await merchantWithLines(world, [100n, 50n, 50n])
  const oldest = await pay(world, merchantId, 60n)
  const old = await pay(world, merchantId, 60n)
  const recent = await pay(world, merchantId, 50n)
  for (const id of [oldest, old, recent]) await forgetLines(world, merchantId, id)
  for (const id of [oldest, old, recent]) {
    const { status, headers, body } = await rest.get(linesPath(id))
    expect([status, headers.get('retry-after')]).toEqual([503, '10'])
    expect(body.error).toMatchObject({
      code: 'service_unavailable',
      details: { reason: 'payout_lines_pending' },
    })
  }
  await expectSound()

  expect(await runJob(2)).toBe(2)
  expect(await amountsOf(rest, oldest)).toEqual([['60', '100']])
  expect(await amountsOf(rest, old)).toEqual([
    ['40', '100'],
    ['20', '50'],
  ])
  expect(await amountsOf(rest, recent)).toEqual([
    ['30', '50'],
    ['20', '50'],
  ])
  expect(await runJob(2)).toBe(0)
  await expectSound()
})

test('a payout gets its statement lines only after all older payouts have got their lines', async () => {
  const { merchantId, rest } = await merchantWithLines(world, [100n, 50n])
  const older = await pay(world, merchantId, 60n)
  await forgetLines(world, merchantId, older)
  const recent = await pay(world, merchantId, 50n)
  expect(await amountsOf(rest, older)).toEqual([['60', '100']])
  expect(await amountsOf(rest, recent)).toEqual([
    ['40', '100'],
    ['10', '50'],
  ])
})

test('while lines cannot be assigned or freed, payouts can be recorded, completed and reversed', async () => {
  const { merchantId, rest } = await merchantWithLines(world, [100n, 50n])
  const ctx = world.context()
  const reversed = await pay(world, merchantId, 30n)
  const accept = await refuseRows(world, 'payout_line_range', merchantId)
  captured.lines.length = 0

  await reversePayout(ctx, merchantId, reversed, 'Engano')
  const recorded = await pay(world, merchantId, 60n)
  const reservation = { amountCents: 60n, idempotencyKey: anIdempotencyKey() }
  const { id: completed } = await reservePayout(ctx, merchantId, reservation)
  await completePayout(ctx, merchantId, completed, aTransfer(world))
  for (const id of [recorded, completed]) expect((await rest.get(linesPath(id))).status).toBe(503)
  expect(captured.errors()).toEqual(Array(3).fill(expect.objectContaining({ merchant_id: merchantId })))
  expect(await runJob()).toBe(0)
  await expectSound()

  await accept()
  world.clock.advance(10_000)
  expect(await runJob()).toBe(3)
  expect(await amountsOf(rest, recorded)).toEqual([['60', '100']])
  expect(await amountsOf(rest, completed)).toEqual([
    ['40', '100'],
    ['20', '50'],
  ])
  await expectSound()
})

test('the job frees the lines of a payout that an earlier build reversed', async () => {
  const { merchantId, rest } = await merchantWithLines(world, [100n])
  const first = await pay(world, merchantId, 30n)
  const range = [merchantId, first]
  await reversePayout(world.context(), merchantId, first, 'Engano')
  await sql(
    world.context(),
    `update payout_line_range set payout_id = $2 where merchant_id = $1 and from_version = 1 and from_cents = 0`,
    range,
  )
  await sql(
    world.context(),
    `update payout set lines_assigned_at = paid_at where merchant_id = $1 and id = $2`,
    range,
  )
  await expectSound()
  await runJob()
  expect(await amountsOf(rest, await pay(world, merchantId, 50n))).toEqual([['50', '100']])
  await expectSound()
})

test('twenty concurrent payouts are assigned different lines', async () => {
  const { merchantId, rest } = await merchantWithLines(
    world,
    Array.from({ length: 30 }, () => 10n),
  )
  const ids = await Promise.all(Array.from({ length: 20 }, () => pay(world, merchantId, 15n)))
  const all = await Promise.all(ids.map((id) => linesOf(rest, id)))
  const paid = Map.groupBy(all.flat(), (line) => line.journal_id)
  const sums = Array.from(paid.values(), (parts) =>
    parts.reduce((sum, part) => sum + Number(part.amount_cents), 0),
  )
  expect(sums).toEqual(Array.from({ length: 30 }, () => 10))
  await expectSound()
})

test('with and without stored sums of blocks, payouts over thousands of lines end at the same lines', async () => {
  // The sum of the first lines rises to 1,999, falls to 999, and then rises again.
  const amounts = Array.from({ length: 4_500 }, (_, n) => (n < 1_999 ? 1n : n < 2_999 ? -1n : 2n))
  const payouts = [700n, 1n, 1_298n, 1_500n, 401n]
  const ends: string[][][] = []
  for (const withBlocks of [false, true]) {
    const { merchantId, rest } = await merchantWithLines(world, amounts)
    if (withBlocks) await addMissingBlocks(world.context('job:payout-line-blocks'), 10)
    const ids: string[] = []
    for (const cents of payouts) ids.push(await pay(world, merchantId, cents))
    const counts = ids.map(async (id) => {
      const { rows } = await linesCsv(rest, id)
      return [String(rows.length - 1), ...(rows.at(-1)?.slice(7, 9) ?? [])]
    })
    ends.push(await Promise.all(counts))
  }
  const expected = [
    ['700', '1', '1'],
    ['1', '1', '1'],
    ['1298', '1', '1'],
    ['2250', '2', '2'],
    ['201', '1', '2'],
  ]
  expect(ends).toEqual([expected, expected])
  expect(await addMissingBlocks(world.context('job:payout-line-blocks'), 10)).toBe(0)
  await expectSound()
})
