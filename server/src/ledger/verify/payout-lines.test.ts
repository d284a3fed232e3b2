import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMissingBlocks } from '../../payouts/lines/payout-lines-jobs.ts'
import { reversePayout } from '../../payouts/reverse-payout.ts'
import { forgetLines, merchantWithLines, pay } from '../../testing/fixtures/payout-lines.ts'
import { World } from '../../testing/world.ts'
import { verifyLedger } from './verify-ledger.ts'

let world: World
let merchantId: string
let reversed: string
beforeAll(async () => {
  world = await World.start()
  const amounts = Array.from({ length: 1_100 }, (_, n) => (n % 4 === 3 ? -5n : 10n))
  merchantId = (await merchantWithLines(world, amounts)).merchantId
  reversed = await pay(world, merchantId, 15n)
  await pay(world, merchantId, 33n)
  await reversePayout(world.context(), merchantId, reversed, 'Engano')
  await pay(world, merchantId, 7n)
  await addMissingBlocks(world.context('job:payout-line-blocks'), 10)
})
afterAll(() => world.stop())

const findings = async () =>
  (await verifyLedger(world.context(), { merchantId })).findings.map(({ invariant, name, what }) => {
    expect([invariant, name]).toEqual([19, 'payouts_pay_their_lines'])
    return what.replaceAll(/[0-9a-f-]{36}/g, '<id>')
  })

/**
 * Runs `attack` as superuser with triggers disabled, collects the findings, then runs `repair`. Returns the findings.
 */
async function findingsAfter(attack: string, repair: string): Promise<string[]> {
  const superuser = new Client({ connectionString: world.database.superuserUrl })
  await superuser.connect()
  try {
    await superuser.query('set session_replication_role = replica')
    await superuser.query(attack)
    const found = await findings()
    await superuser.query(repair)
    return found
  } finally {
    await superuser.end()
    expect(await findings()).toEqual([])
  }
}

const ofMerchant = () => `merchant_id = '${merchantId}'`
/** Returns the SQL condition of the range that starts after 7 cents of the first line. */
const closed = () => `where ${ofMerchant()} and from_version = 1 and from_cents = 7`

/** Moves the start of the range of `closed` by `cents`. Returns the findings of a verification after the move. */
const findingsAfterMove = (cents: number) =>
  findingsAfter(
    `update payout_line_range set from_cents = from_cents + ${cents} ${closed()}`,
    `update payout_line_range set from_cents = 7
     where ${ofMerchant()} and from_version = 1 and from_cents = 7 + ${cents}`,
  )

test('a line that two payouts claim, and a gap between the lines of two payouts, are reported', async () => {
  const broken = 'the ranges of lines overlap or have a gap at version 1 and cent'
  expect(await findingsAfterMove(-2)).toContain(`${broken} 5`)
  expect(await findingsAfterMove(2)).toContain(`${broken} 9`)
})

test("a wrong sum of a payout's lines and a wrong sum of the lines that no payout has paid are reported", async () => {
  const found = await findingsAfter(
    `update payout_line_range set payout_id = '${reversed}' where ${ofMerchant()} and from_version = 1 and from_cents = 7`,
    `update payout_line_range set payout_id = null where payout_id = '${reversed}'`,
  )
  expect(found).toEqual([
    'payout <id> (reversed) of 15: the lines that it paid give 8',
    'the lines that no payout has paid sum to 6827, expected 6835',
  ])
})

test('wrong stored sums of a range or a block are reported', async () => {
  const range = `update payout_line_range set peak_cents = peak_cents`
  expect(await findingsAfter(`${range} + 1 ${closed()}`, `${range} - 1 ${closed()}`)).toEqual([
    'the range of lines from version 1 and cent 7 sums to 8 with a peak of 8, but stores other values',
  ])
  const block = `update payout_line_block set`
  for (const [attack, repair] of [
    ['sum_cents = sum_cents - 1', 'sum_cents = sum_cents + 1'],
    ['peak_cents = peak_cents + 1', 'peak_cents = peak_cents - 1'],
  ]) {
    const where = `where ${ofMerchant()}`
    expect(await findingsAfter(`${block} ${attack} ${where}`, `${block} ${repair} ${where}`)).toEqual([
      'block 0 of lines stores wrong sums',
    ])
  }
})

test('a line of the account `available` with a payout id is reported if no payout has posted it', async () => {
  const line = `where ${ofMerchant()} and account_code = 'available' and account_version = 500`
  const superuser = new Client({ connectionString: world.database.superuserUrl })
  await superuser.connect()
  await superuser.query('set session_replication_role = replica')
  await superuser.query(`update journal_line set payout_id = '${reversed}' ${line}`)
  const { findings: all } = await verifyLedger(world.context(), { merchantId })
  await superuser.query(`update journal_line set payout_id = null ${line}`)
  await superuser.end()
  expect(all.map(({ what }) => what)).toContain('line 1 has a wrong payout id, or has none')
  expect(await findings()).toEqual([])
})

test('a paid payout without lines is reported if the job has not assigned lines within a day', async () => {
  const late = await pay(world, merchantId, 5n)
  await forgetLines(world, merchantId, late)
  expect(await findings()).toEqual([])
  world.clock.advance(86_400_001)
  expect(await findings()).toEqual(['payout <id> (paid) of 5: the lines that it paid give nothing'])
})
