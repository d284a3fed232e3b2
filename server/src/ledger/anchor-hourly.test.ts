import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../kernel/settings/config.ts'
import { aPaidCharge } from '../testing/fixtures/charges.ts'
import { World } from '../testing/world.ts'
import { anchorFileIn, anchorHourly } from './anchor-hourly.ts'
import { lastLedgerVerdict } from './verify/verdict.queries.ts'
import { verifyNightly } from './verify-nightly.ts'

const HOUR_MS = 3_600_000

let world: World
let folder: string
beforeAll(async () => {
  world = await World.start()
  folder = mkdtempSync(join(tmpdir(), 'anchors-'))
})
afterAll(async () => {
  await world.stop()
  rmSync(folder, { recursive: true })
})

const anchor = (into = folder) => anchorHourly(world.context('job:ledger-anchor'), into)
const anchors = (into = folder) => readFileSync(anchorFileIn(into), 'utf8').trimEnd().split('\n')

async function asSuperuser(statement: string): Promise<void> {
  const client = new Client({ connectionString: world.database.superuserUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}

test('concurrent workers append one anchor an hour, to a file that only its owner may read', async () => {
  const into = join(folder, 'made', 'by the job')
  const ran = await Promise.all([anchor(into), anchor(into), anchor(into)])
  expect(ran.filter(Boolean)).toHaveLength(1)
  expect(statSync(anchorFileIn(into)).mode & 0o077).toBe(0)
  await aPaidCharge(world)
  world.clock.advance(HOUR_MS)
  await anchor(into)
  expect(anchors(into).map((line) => JSON.parse(line).entries)).toEqual(['0', '1'])
})

test('an incomplete last line after a crash is ignored and overwritten by the next anchor', async () => {
  world.clock.advance(HOUR_MS)
  await anchor()
  appendFileSync(anchorFileIn(folder), '{"version":1,"at":"20')
  world.clock.advance(HOUR_MS)
  expect(await anchor()).toBe(true)
  expect(anchors()).toHaveLength(2)
  world.clock.advance(HOUR_MS)
  await anchor()
  expect(anchors()).toHaveLength(3)
})

test('the nightly verification compares the ledger with its anchors and appends one anchor', async () => {
  expect(await verifyNightly(world.context('job:ledger-verify'), folder)).toBe(true)
  expect(await lastLedgerVerdict(world.context())).toMatchObject({ sound: true })
  expect(anchors()).toHaveLength(4)
})

test('a rewritten entry is reported by the next hourly run, and no anchor is appended', async () => {
  await asSuperuser(`update journal_entry set hash = sha256('x') where seq = 1`)
  world.clock.advance(HOUR_MS)
  expect(await anchor()).toBe(true)
  expect(await lastLedgerVerdict(world.context())).toMatchObject({
    sound: false,
    requestedBy: 'job:ledger-anchor',
    findings: expect.arrayContaining([
      expect.objectContaining({
        name: 'chain_is_whole',
        what: expect.stringMatching(/^the entry differs from the anchor/),
      }),
    ]),
  })
  expect(anchors()).toHaveLength(4)
})

test('by default there is no anchor folder, and network rows are kept for 180 days', () => {
  expect(world.kit.config).toMatchObject({ ledgerAnchorDir: undefined, networkRetentionDays: 180 })
  expect(() => readConfig({ NETWORK_RETENTION_DAYS: '94' })).toThrow(/NETWORK_RETENTION_DAYS/)
})
