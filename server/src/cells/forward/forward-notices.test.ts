import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyNotices } from '../../disputes/notices/apply-notices.ts'
import type { RestClient } from '../../testing/clients/rest-client.ts'
import type { ChargeJson } from '../../testing/fixtures/charges.ts'
import type { DisputeJson } from '../../testing/fixtures/disputes.ts'
import { MovingWorld } from '../../testing/moving-world.ts'

let cells: MovingWorld
beforeAll(async () => {
  cells = await MovingWorld.start()
})
afterAll(() => cells.stop())

/** Creates a merchant in the cell `a` with a paid charge. Returns the id of the payment at the PSP of `a`. */
async function paidInA(): Promise<{ merchantId: string; rest: RestClient; endToEndId: string }> {
  const { merchantId, rest } = await cells.merchantIn('a')
  const { id } = await cells.pay(rest, 'a')
  const { body } = await rest.get<ChargeJson>(`/v1/pix/charges/${id}`)
  return { merchantId, rest, endToEndId: body.end_to_end_id ?? '' }
}

/** Opens a MED at the PSP of `a`, which notifies the cell `a` twice. Returns the id of the MED. */
async function openMed(endToEndId: string): Promise<string> {
  const notice = { callback: 'duplicate' } as const
  const { id } = cells.network('a').openMed({ endToEndId, amountCents: 6_000n, outcome: 'open', notice })
  await cells.network('a').idle()
  return id
}

/** Ends a MED without a return at the PSP of `a`, which notifies the cell `a`. */
async function closeMed(id: string): Promise<void> {
  cells.network('a').endMed(id, 'closed')
  await cells.network('a').idle()
}

/** Runs the job of both cells that forwards and applies notices. */
async function apply(): Promise<void> {
  for (const id of ['a', 'b']) await applyNotices(cells.context(id), 10)
}

/** Returns the state and the amount of each dispute of a merchant. */
const disputesOf = async (rest: RestClient): Promise<string[]> =>
  (await rest.get<{ items: DisputeJson[] }>('/v1/disputes')).body.items.map(
    ({ status, amount_cents: cents }) => `${status} ${cents}`,
  )

test('the old cell forwards the notice of a dispute of a moved charge, and later the decision', async () => {
  const { merchantId, rest, endToEndId } = await paidInA()
  await cells.move({ merchantId, to: 'b' })
  const id = await openMed(endToEndId)
  await apply()
  expect(await disputesOf(rest)).toEqual(['open 6000'])
  await closeMed(id)
  await apply()
  expect(await disputesOf(rest)).toEqual(['closed 6000'])
  expect(await cells.countRows('a', 'dispute', merchantId)).toBe(0)
  expect(await cells.findings('b', merchantId)).toEqual([])
})

test('a dispute that was opened before the move can be decided after the move', async () => {
  const { merchantId, rest, endToEndId } = await paidInA()
  const id = await openMed(endToEndId)
  await apply()
  await cells.move({ merchantId, to: 'b' })
  expect(await disputesOf(rest)).toEqual(['open 6000'])
  await closeMed(id)
  await apply()
  expect(await disputesOf(rest)).toEqual(['closed 6000'])
  expect(await cells.findings('b', merchantId)).toEqual([])
})

test('a decision that was not yet forwarded is applied after the merchant has moved back to its first cell', async () => {
  const { merchantId, rest, endToEndId } = await paidInA()
  await cells.move({ merchantId, to: 'b' })
  const id = await openMed(endToEndId)
  await apply()
  await closeMed(id)
  await cells.move({ merchantId, to: 'a' })
  expect(await disputesOf(rest)).toEqual(['open 6000'])
  await apply()
  expect(await disputesOf(rest)).toEqual(['closed 6000'])
  expect(await cells.findings('a', merchantId)).toEqual([])
})

// A new notice belongs to no merchant yet. The hiding of a merchant's rows must not prevent storing such a notice.
test('a notice about another merchant is stored and applied while a merchant is hidden in the cell', async () => {
  const { rest, endToEndId } = await paidInA()
  const moving = await paidInA()
  await cells.moveUntil('show', moving.merchantId)
  await openMed(endToEndId)
  await apply()
  expect(await disputesOf(rest)).toEqual(['open 6000'])
  await cells.move({ merchantId: moving.merchantId, to: 'b' })
})

test('a notice about a hidden merchant waits, and opens the dispute after the move', async () => {
  const { merchantId, rest, endToEndId } = await paidInA()
  await cells.moveUntil('show', merchantId)
  await openMed(endToEndId)
  await apply()
  await cells.move({ merchantId, to: 'b' })
  expect(await disputesOf(rest)).toEqual([])
  await apply()
  expect(await disputesOf(rest)).toEqual(['open 6000'])
})
