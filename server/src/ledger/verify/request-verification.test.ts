import { beforeAll, expect, test } from 'vitest'
import { sql } from '../../kernel/database/sql.ts'
import { runClaimed } from '../../kernel/jobs/claim-run.ts'
import type { ConsoleClient } from '../../testing/clients/console-client.ts'
import { aPaidCharge } from '../../testing/fixtures/charges.ts'
import { startConsole } from '../../testing/fixtures/start-console.ts'
import { verifyNightly } from '../verify-nightly.ts'
import { VERIFY_JOB } from './request-verification.ts'
import { recordVerdict } from './verdict.queries.ts'
import { verifyLedger } from './verify-ledger.ts'

const { world, testConsole } = await startConsole()
let finance: ConsoleClient
beforeAll(async () => {
  finance = await testConsole.signedIn('finance')
})

const stateNow = async () =>
  (await finance.send<{ ledgerVerification: string }>('{ ledgerVerification }')).data?.ledgerVerification

const request = async () =>
  (await finance.send<{ requestLedgerVerification: string }>('mutation { requestLedgerVerification }')).data
    ?.requestLedgerVerification

const verdictsCount = async () =>
  Number((await sql<{ n: bigint }>(world.context(), 'select count(*) as n from ledger_verdict'))[0]?.n)

const audited = () =>
  sql<{ actor: string }>(world.context(), `select actor from audit_entry where action = 'ledger.verify'`)

test('a requested verification runs once, and a request while a verification is due or runs starts no other', async () => {
  await verifyNightly(world.context('job:ledger-verify'))
  expect(await stateNow()).toBe('scheduled')
  const before = await verdictsCount()

  expect(await Promise.all([request(), request()])).toEqual(['due', 'due'])
  expect(await stateNow()).toBe('due')
  expect(await audited()).toMatchObject([{ actor: expect.stringMatching(/^staff:/) }])

  const job = world.context('job:ledger-verify')
  const options = { nextRunAt: (now: Date) => now, retryMs: 0 }
  await runClaimed(job, VERIFY_JOB, options, async () => {
    expect(await stateNow()).toBe('running')
    expect(await request()).toBe('running')
    expect(await verifyNightly(job)).toBe(false)
  })
  expect(await audited()).toHaveLength(1)

  expect(await verifyNightly(job)).toBe(true)
  expect([await stateNow(), await verdictsCount()]).toEqual(['scheduled', before + 1])
})

const VERDICT =
  '{ ledgerVerdict { entriesCount checkedNothing } home { finance { ledgerVerdict { checkedNothing } } } }'

const verify = async () => {
  world.clock.advance(1_000)
  await recordVerdict(world.context('cli'), await verifyLedger(world.context()))
}

const verdictNow = async () => (await finance.send(VERDICT)).data

const verdictOf = (entriesCount: number, checkedNothing: boolean) => ({
  ledgerVerdict: { entriesCount, checkedNothing },
  home: { finance: { ledgerVerdict: { checkedNothing } } },
})

test('after the first entry, the verdict on the empty ledger says that no entry was checked, until the next verification', async () => {
  await verify()
  expect(await verdictNow()).toEqual(verdictOf(0, false))
  await aPaidCharge(world)
  expect(await verdictNow()).toEqual(verdictOf(0, true))
  await verify()
  expect(await verdictNow()).toEqual(verdictOf(1, false))
})
