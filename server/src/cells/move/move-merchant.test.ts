import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyWithAnchor } from '../../ledger/anchors/verify-with-anchor.ts'
import type { Finding } from '../../ledger/checks/findings.ts'
import { SERVICE_MERCHANT_ID } from '../../merchants/merchant.entity.ts'
import { createCharge } from '../../testing/fixtures/charges.ts'
import { TestMoveTools } from '../../testing/move-tools.ts'
import { MovingWorld, statusOf } from '../../testing/moving-world.ts'
import { abortMove } from './abort-move.ts'
import type { MoveStep } from './connections.sql.ts'

let cells: MovingWorld
beforeAll(async () => {
  cells = await MovingWorld.start()
})
afterAll(() => cells.stop())

test('after a move, the new cell serves the charges of the merchant, and the old cell has none of them', async () => {
  const { merchantId, rest } = await cells.merchantIn('a')
  const paid = await cells.pay(rest, 'a')
  const open = (await createCharge(rest)).body
  const balance = async () => ({ ...(await rest.get('/v1/balance')).body, as_of: '' })
  const before = await balance()
  const report = await cells.move({ merchantId, to: 'b' })
  expect(report).toMatchObject({ from: 'a', to: 'b' })
  expect(report.pauseMs).toBeGreaterThan(0)
  expect(await balance()).toEqual(before)
  expect([await statusOf(rest, paid), await statusOf(rest, open)]).toEqual(['paid', 'pending'])
  expect([
    await cells.countRows('a', 'charge', merchantId),
    await cells.countRows('b', 'charge', merchantId),
  ]).toEqual([0, 2])
  expect(await cells.findings('a')).toEqual([])
  expect(await cells.findings('b', merchantId)).toEqual([])
  expect([await cells.hidingTables('a'), await cells.hidingTables('b')]).toEqual([0, 0])
  const created = await cells.pay(rest, 'b')
  expect(await statusOf(rest, created)).toBe('paid')
  expect(await cells.findings('b', merchantId)).toEqual([])
  await expect(cells.move({ merchantId, to: 'b' })).rejects.toMatchObject({
    details: { reason: 'same_cell' },
  })
})

// The name of a payer may contain a word several times. The copy reads and writes batches of 1000 rows, so the test
// inserts more words than one batch contains.
test('the words of a payer’s name are copied, also those that are added during the move', async () => {
  const { merchantId, rest } = await cells.merchantIn('a')
  const { id } = (await createCharge(rest)).body
  await cells.addNameWords('a', { merchantId, chargeId: id, count: 1_500 })
  const counts: number[] = []
  await cells.move({ merchantId, to: 'b' }, async (step) => {
    if (step !== 'catch_up') return
    counts.push(await cells.countRows('b', 'charge_name_word', merchantId))
    await cells.addNameWords('a', { merchantId, chargeId: id, count: 1 })
  })
  counts.push(await cells.countRows('b', 'charge_name_word', merchantId))
  expect(counts).toEqual([counts[0], (counts[0] ?? 0) + 1])
  expect(counts[0]).toBeGreaterThan(1_500)
})

test('the ledger of a returned merchant matches the anchors from before and during the absence', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pix-move-'))
  const file = join(folder, 'anchors')
  const { merchantId, rest } = await cells.merchantIn('a')
  await cells.pay(rest, 'a')
  const verify = async (): Promise<Finding[]> =>
    (await verifyWithAnchor(cells.context('a'), file, { create: true })).verdict.findings
  expect(await verify()).toEqual([])
  await cells.moveUntil('verify', merchantId)
  expect(await verify()).toEqual([])
  await cells.move({ merchantId, to: 'b' })
  expect(await verify()).toEqual([])
  await cells.pay(rest, 'b')
  await cells.move({ merchantId, to: 'a' })
  expect(await verify()).toEqual([])
  expect(await verify()).toEqual([])
  rmSync(folder, { recursive: true })
})

function failAtSwitch(step: MoveStep): void {
  if (step === 'switch') throw new Error('the switch fails')
}

test('two merchants can move at the same time while a third merchant in the target gets charges and payments', async () => {
  const [first, second, third] = [
    await cells.merchantIn('a'),
    await cells.merchantIn('a'),
    await cells.merchantIn('b'),
  ]
  const paid = [await cells.pay(first.rest, 'a'), await cells.pay(second.rest, 'a')]
  const moves = [first, second].map(({ merchantId }) => cells.move({ merchantId, to: 'b' }))
  const other = await cells.pay(third.rest, 'b')
  await Promise.all(moves)
  expect([
    await statusOf(first.rest, paid[0] ?? other),
    await statusOf(second.rest, paid[1] ?? other),
    await statusOf(third.rest, other),
  ]).toEqual(['paid', 'paid', 'paid'])
  expect(await cells.findings('b')).toEqual([])
  expect([await cells.hidingTables('a'), await cells.hidingTables('b')]).toEqual([0, 0])
})

test('after a move that fails during the freeze, the source cell serves the merchant again, and a second move succeeds', async () => {
  const { merchantId, rest } = await cells.merchantIn('a')
  const paid = await cells.pay(rest, 'a')
  await expect(cells.move({ merchantId, to: 'b' }, failAtSwitch)).rejects.toThrow('the switch fails')
  await cells.cells.directory.refresh()
  expect(await statusOf(rest, paid)).toBe('paid')
  await cells.move({ merchantId, to: 'b' })
  expect(await statusOf(rest, paid)).toBe('paid')
})

test('a move that has not begun cannot be aborted, and the merchant of the service cannot move', async () => {
  const { merchantId } = await cells.merchantIn('a')
  await using run = new TestMoveTools(cells.world)
  await expect(abortMove(run.tools, merchantId)).rejects.toMatchObject({
    details: { reason: 'merchant_is_not_moving' },
  })
  await expect(cells.move({ merchantId: SERVICE_MERCHANT_ID, to: 'b' })).rejects.toMatchObject({
    details: { reason: 'service_merchant' },
  })
})
