import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from '../../kernel/database/sql.ts'
import { sweepReceived } from '../../inbox/sweep-received.ts'
import { operatorEnv, runCommand } from '../../testing/clients/command-line.ts'
import { aPaidCharge } from '../../testing/fixtures/charges.ts'
import { expectBalancedLedger } from '../../testing/fixtures/ledger.ts'
import { requestRefund, untilEnded, untilReturned } from '../../testing/fixtures/returns.ts'
import { World } from '../../testing/world.ts'
import { captureLog } from '../../testing/captured-log.ts'
import { warnWhileReturnsAreHeld } from '../../start-checks.ts'
import { getCase, listCases } from '../../cases/case.queries.ts'
import { requestReturns } from '../request-returns.ts'
import { findDueWork } from '../../jobs/find-due-work.ts'
import { runReturns } from '../../jobs/run-returns.ts'
import { holdReturns } from './hold-returns.ts'
import { releaseReturns } from './release-returns.ts'
import { getReturnHold } from './return-hold.queries.ts'

let world: World
beforeEach(async () => {
  world = await World.start()
})
afterEach(async () => {
  await expectBalancedLedger(world)
  await world.stop()
})

const operator = () => world.context('cli')

/** Simulates a restore: afterwards, `released_incarnation` differs from the incarnation of the running database. */
const asIfRestored = () =>
  sql(world.context(), "update return_hold set released_incarnation = '7000000000000000000/00000001'")

const requestsAtNetwork = (): number =>
  Object.entries(world.network.callTotals())
    .filter(([call]) => call.endsWith(' devolucao'))
    .reduce((sum, [, count]) => sum + count, 0)

/** Pays a charge twice, so that the service must return the second payment to its payer. */
async function aDuplicatePayment() {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  world.network.pay({ txid: charge.pix?.txid ?? '' })
  await world.settleInbox()
  const { items } = await listCases(
    world.context(),
    world.merchantId,
    { kind: ['held_payment'] },
    { limit: 5 },
  )
  const [held] = items
  if (!held) throw new Error('listCases returned no held payment, expected the second payment')
  return { charge, held }
}

/**
 * Runs the jobs of returns, advances the clock by a minute so that a refund is due, then requests the returns. Returns
 * the number of processed rows.
 */
async function runJobs(): Promise<number> {
  const created = await runReturns(world.context('job:returns'), 100)
  world.clock.advance(60_000)
  return created + (await requestReturns(world.context('job:ask-returns'), 100))
}

async function cli(...args: string[]): Promise<{ status: number; json: Record<string, unknown> }> {
  const { status, stdout, stderr } = await runCommand(['returns', ...args, '--json'], operatorEnv(world))
  return { status, json: JSON.parse(stdout + stderr) }
}

test('the service requests the returns of refunds and held payments only after the operator releases the hold', async () => {
  await holdReturns(operator(), 'restore of the database')
  const { charge, held } = await aDuplicatePayment()
  const { body: refund } = await requestRefund(world.rest, charge.id)
  expect(await runJobs()).toBe(0)
  expect(await findDueWork(world.context())).toEqual([])
  expect(requestsAtNetwork()).toBe(0)
  expect(refund.status).toBe('processing')

  await sweepReceived(world.context())
  await releaseReturns(operator(), { reason: 'the sweep is done', anyway: false })
  expect((await untilEnded(world, refund)).status).toBe('completed')
  await untilReturned(world, async () => {
    expect((await getCase(world.context(), world.merchantId, held.id)).status).toBe('returned')
  })
})

test('returns are held after a restore until an operator releases them for the restored database', async () => {
  await asIfRestored()
  const { held } = await aDuplicatePayment()
  expect(await runJobs()).toBe(0)
  expect(requestsAtNetwork()).toBe(0)
  expect(await getReturnHold(world.context())).toMatchObject({ heldBy: 'database_restored', heldSince: null })

  await releaseReturns(operator(), { reason: 'checked', anyway: true })
  expect(await getReturnHold(world.context())).toMatchObject({ heldBy: null })
  await untilReturned(world, async () => {
    expect((await getCase(world.context(), world.merchantId, held.id)).status).toBe('returned')
  })
})

test('a process logs a warning at its start if returns are held', async () => {
  const { log, lines } = captureLog()
  const start = () => warnWhileReturnsAreHeld({ context: (actor) => world.kit.context(actor), log })
  await start()
  expect(lines).toEqual([])
  await asIfRestored()
  await start()
  expect(lines).toMatchObject([{ alarm: 'returns_held', held_by: 'database_restored' }])
})

test('returns cannot be released before the sweep has read the payments of the network up to now', async () => {
  await holdReturns(operator(), 'restore')
  const release = () => releaseReturns(operator(), { reason: 'done', anyway: false })
  await expect(release()).rejects.toThrow('sweep_is_behind')
  await sweepReceived(world.context())
  world.clock.advance(10 * 60_000)
  await expect(release()).rejects.toThrow('sweep_is_behind')
  expect(await getReturnHold(world.context())).toMatchObject({ heldBy: 'operator', reason: 'restore' })
})

test('the commands `returns hold`, `returns status` and `returns release` print whether returns are held', async () => {
  const { held } = await aDuplicatePayment()
  expect(await cli('hold', '--reason', 'restore')).toMatchObject({ status: 0, json: { held: true } })
  expect((await cli('status')).json).toMatchObject({
    held_by: 'operator',
    reason: 'restore',
    waiting: [{ case_id: held.id, classification: 'duplicate', amount_cents: '10000' }],
  })
  expect(await cli('release', '--reason', 'done')).toMatchObject({
    status: 1,
    json: { error: { message: 'sweep_is_behind' } },
  })
  expect((await cli('release', '--reason', 'done', '--anyway')).json).toMatchObject({ held: false })
  const entries = await sql<{ action: string; reason: string }>(
    world.context(),
    "select action, reason from audit_entry where target_type = 'return_hold' order by occurred_at",
  )
  expect(entries).toEqual([
    { action: 'returns.hold', reason: 'restore' },
    { action: 'returns.release', reason: 'done' },
  ])
})
