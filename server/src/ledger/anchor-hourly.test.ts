import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../kernel/settings/config.ts'
import { aPaidCharge } from '../testing/fixtures/charges.ts'
import { runBefore } from '../testing/suites/intercept-queries.ts'
import { World } from '../testing/world.ts'
import { anchorFileIn, anchorHourly } from './anchor-hourly.ts'
import { lastLedgerVerdict } from './verify/verdict.queries.ts'
import { verifyNightly } from './verify-nightly.ts'

const HOUR_MS = 3_600_000

let world: World
let parent: string
/** The anchor folder, which does not exist before the first anchor. */
let folder: string
beforeAll(async () => {
  world = await World.start()
  parent = mkdtempSync(join(tmpdir(), 'anchors-'))
  folder = join(parent, 'made', 'by the job')
})
afterAll(async () => {
  await world.stop()
  rmSync(parent, { recursive: true })
})

const anchor = () => anchorHourly(world.context('job:ledger-anchor'), folder)
const anchors = () => readFileSync(anchorFileIn(folder), 'utf8').trimEnd().split('\n')

/**
 * Returns whether an SQL statement lists the ledgers. The verification sends this statement after it has read the
 * anchors.
 */
const isVerification = (statement: string): boolean => statement.includes('from "ledger_head"')

test('concurrent workers append one anchor an hour, to a file that only its owner can read', async () => {
  const ran = await Promise.all([anchor(), anchor(), anchor()])
  expect(ran.filter(Boolean)).toHaveLength(1)
  expect(statSync(anchorFileIn(folder)).mode & 0o077).toBe(0)
  await aPaidCharge(world)
  world.clock.advance(HOUR_MS)
  await anchor()
  expect(anchors().map((line) => JSON.parse(line).entries)).toEqual(['0', '1'])
})

test('of concurrent hourly and nightly anchor jobs, only one writes the first anchor', async () => {
  for (const isHourlyFirst of [true, false]) {
    await using other = await World.start()
    const own = join(parent, `both ${isHourlyFirst}`)
    const hourly = (ctx = other.context('job:ledger-anchor')) => anchorHourly(ctx, own)
    const nightly = (ctx = other.context('job:ledger-verify')) => verifyNightly(ctx, own)
    const [first, second] = isHourlyFirst ? [hourly, nightly] : [nightly, hourly]
    const ctx = other.context('job:test')
    expect(await second(runBefore(ctx, isVerification, () => first()))).toBe(true)
    expect(await lastLedgerVerdict(other.context())).toMatchObject({ sound: true, findings: [] })
    expect(readFileSync(anchorFileIn(own), 'utf8').trimEnd().split('\n')).toHaveLength(1)
  }
})

test('an incomplete last line after a crash is ignored and overwritten by the next anchor', async () => {
  appendFileSync(anchorFileIn(folder), '{"version":1,"at":"20')
  world.clock.advance(HOUR_MS)
  expect(await anchor()).toBe(true)
  expect(anchors()).toHaveLength(3)
  world.clock.advance(HOUR_MS)
  await anchor()
  expect(anchors()).toHaveLength(4)
})

test('the nightly verification compares the ledger with its anchors and appends one anchor', async () => {
  expect(await verifyNightly(world.context('job:ledger-verify'), folder)).toBe(true)
  expect(await lastLedgerVerdict(world.context())).toMatchObject({ sound: true })
  expect(anchors()).toHaveLength(5)
})

test.each([
  ['missing', () => renameSync(anchorFileIn(folder), join(parent, 'moved'))],
  ['empty', () => writeFileSync(anchorFileIn(folder), '')],
])('both jobs report an anchor file that has become %s, and neither starts a new file', async (_, lose) => {
  cpSync(anchorFileIn(folder), join(parent, 'kept'))
  lose()
  const found = {
    sound: false,
    findings: [
      expect.objectContaining({ what: expect.stringMatching(/^the anchor file is missing or empty, but a/) }),
    ],
  }
  world.clock.advance(HOUR_MS)
  expect(await anchor()).toBe(true)
  expect(await lastLedgerVerdict(world.context())).toMatchObject(found)
  world.clock.advance(24 * HOUR_MS)
  expect(await verifyNightly(world.context('job:ledger-verify'), folder)).toBe(true)
  expect(await lastLedgerVerdict(world.context())).toMatchObject({
    ...found,
    requestedBy: 'job:ledger-verify',
  })
  const { size } = statSync(anchorFileIn(folder), { throwIfNoEntry: false }) ?? { size: 0 }
  expect(size).toBe(0)

  cpSync(join(parent, 'kept'), anchorFileIn(folder))
  world.clock.advance(HOUR_MS)
  const before = anchors().length
  await anchor()
  expect(anchors()).toHaveLength(before + 1)
})

test('a rewritten entry is reported by the next hourly run, and no anchor is appended', async () => {
  const before = anchors().length
  await world.database.asSuperuser(`update journal_entry set hash = sha256('x') where seq = 1`)
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
  expect(anchors()).toHaveLength(before)
})

test('network rows are kept for 180 days by default, and a retention of 94 days is refused', () => {
  expect(world.kit.config).toMatchObject({ ledgerAnchorDir: undefined, networkRetentionDays: 180 })
  expect(() => readConfig({ NETWORK_RETENTION_DAYS: '94' })).toThrow(/NETWORK_RETENTION_DAYS/)
})
