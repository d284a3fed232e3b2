import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../kernel/database/sql.ts'
import { aPaidCharge } from '../testing/fixtures/charges.ts'
import { World } from '../testing/world.ts'
import { lastLedgerVerdict } from './verify/verdict.queries.ts'
import { verifyNightly } from './verify-nightly.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

const verdicts = async () => {
  const [row] = await sql<{ n: bigint }>(world.context(), 'select count(*) as n from ledger_verdict')
  return row?.n
}

test('concurrent workers verify the ledger only once a night, and record the verdict', async () => {
  expect(await lastLedgerVerdict(world.context())).toBeNull()
  await aPaidCharge(world)
  const ran = await Promise.all([1, 2, 3].map(() => verifyNightly(world.context('job:ledger-verify'))))
  expect(ran.filter(Boolean)).toHaveLength(1)
  const verdict = await lastLedgerVerdict(world.context())
  expect(verdict).toMatchObject({
    sound: true,
    merchantsCount: 2,
    entriesCount: 1n,
    findings: [],
    requestedBy: 'job:ledger-verify',
  })
  expect(await verifyNightly(world.context())).toBe(false)
  world.clock.advance(86_400_000)
  expect(await verifyNightly(world.context())).toBe(true)
  expect(await verdicts()).toBe(2n)
})

test('a verification that fails to run is repeated after ten minutes, not in the next night', async () => {
  world.clock.advance(86_400_000)
  const broken = { ...world.context(), ids: { ...world.context().ids, uuid: () => 'no uuid' } }
  await expect(verifyNightly(broken)).rejects.toThrow('uuid')
  expect(await verifyNightly(world.context())).toBe(false)
  world.clock.advance(11 * 60_000)
  expect(await verifyNightly(world.context())).toBe(true)
})
