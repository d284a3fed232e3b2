import { afterAll, beforeAll, expect, test } from 'vitest'
import { lastLedgerVerdict } from '../ledger/verify/verdict.queries.ts'
import { operatorEnv, runCommand, type CommandResult } from '../testing/clients/command-line.ts'
import { aBankAccount } from '../testing/fixtures/bank-accounts.ts'
import { aPaidCharge } from '../testing/fixtures/charges.ts'
import { balanceOf, settleEverything } from '../testing/fixtures/ledger.ts'
import { World } from '../testing/world.ts'

let world: World
let env: Record<string, string>
beforeAll(async () => {
  world = await World.start({ terms: { feePercentBps: 0 } })
  env = operatorEnv(world)
  await aPaidCharge(world, { amount_cents: 10_000 })
  await settleEverything(world)
})
afterAll(async () => {
  await world.stop()
})

const cli = (args: string[]): Promise<CommandResult> => runCommand(args, env)

test('`payout record` records a payout once, and refuses the same reference a second time', async () => {
  const record = [
    ...'payout record --amount 2500 --reference TED-9 --paid-at 2026-01-02T10:00:00-03:00 --json'.split(' '),
    '--account',
    world.merchantId,
  ]
  const { status, stdout } = await cli(record)
  expect({ status, ...JSON.parse(stdout) }).toMatchObject({
    status: 0,
    gateway_id: world.merchantId,
    amount_cents: '2500',
    external_reference: 'TED-9',
    paid_at: '2026-01-02T13:00:00.000Z',
  })
  const again = await cli(record)
  expect(again.status).toBe(1)
  expect(JSON.parse(again.stderr)).toMatchObject({ error: { message: 'external_reference_in_use' } })
})

test('`payout reserve` reserves money, `payout settle` records the transfer of reserved money, and `payout release` makes reserved money available again', async () => {
  await aBankAccount(world, world.merchantId)
  const payout = async (args: string) => {
    const { stdout, stderr } = await cli([
      'payout',
      ...args.split(' '),
      '--account',
      world.merchantId,
      '--json',
    ])
    return JSON.parse(stdout || stderr)
  }
  const paid = await payout('reserve --amount 300 --idempotency-key transfer-1')
  const released = await payout('reserve --amount 400 --idempotency-key transfer-2')
  expect(await payout('reserve --amount 400 --idempotency-key transfer-2')).toEqual(released)
  expect(await payout('reserve --amount 401 --idempotency-key transfer-2')).toMatchObject({
    error: { code: 'idempotency_conflict' },
  })
  expect(paid).toMatchObject({ state: 'reserved', amount_cents: '300', external_reference: null })
  expect(await balanceOf(world.rest)).toMatchObject({ payout_reserved_cents: '700' })
  const paidAt = '--paid-at 2026-01-02T10:00:00-03:00'
  expect(await payout(`settle --id ${paid.id} --reference TED-10 ${paidAt}`)).toMatchObject({
    state: 'paid',
    external_reference: 'TED-10',
  })
  expect(await payout(`release --id ${released.id} --reason fechada`)).toMatchObject({ state: 'given_back' })
  expect(await payout(`release --id ${paid.id} --reason fechada`)).toMatchObject({
    error: { message: 'payout_not_reserved' },
  })
  expect(await balanceOf(world.rest)).toMatchObject({ payout_reserved_cents: '0' })
})

test('`ledger verify` reports a sound ledger and stores the verdict for the console', async () => {
  const { status, stdout } = await cli(['ledger', 'verify'])
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^The ledger is sound: 2 accounts, \d+ entries\.\n$/),
  })
  expect(await lastLedgerVerdict(world.context())).toMatchObject({ sound: true, requestedBy: 'cli' })
  const one = await cli(['ledger', 'verify', '--account', world.merchantId, '--json'])
  expect(JSON.parse(one.stdout)).toMatchObject({ sound: true, accounts: 1, findings: [] })
  expect((await cli(['ledger', 'verify', '--account', 'x'])).status).toBe(1)
})

const change = (by: number): string =>
  `update journal_line set debit_cents = debit_cents + ${by} where entry_seq = 1 and debit_cents > 0`

test('`ledger verify` names an altered entry and ends with status 1', async () => {
  await world.database.asSuperuser(
    `alter table journal_line drop constraint journal_line_check; ${change(5)}`,
  )
  const { status, stdout } = await cli(['ledger', 'verify'])
  expect(status).toBe(1)
  expect(stdout).toMatch(/NOT sound/)
  expect(stdout).toContain(`10 chain_is_whole  account ${world.merchantId}, entry 1, `)
  await world.database.asSuperuser(change(-5))
  expect((await cli(['ledger', 'verify'])).status).toBe(0)
})
