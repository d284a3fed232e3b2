import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeLog } from '../../kernel/log.ts'
import type { ErrorBody } from '../../testing/clients/rest-client.ts'
import { FakeClamd } from '../../testing/fakes/fake-clamd.ts'
import { aPaidCharge, anIdempotencyKey } from '../../testing/fixtures/charges.ts'
import { aDispute } from '../../testing/fixtures/disputes.ts'
import { aPdf, aPdfOf, sendFile } from '../../testing/fixtures/files.ts'
import { World } from '../../testing/world.ts'

let clamd: FakeClamd
let world: World
let caseId: string
beforeAll(async () => {
  clamd = await FakeClamd.start()
  world = await World.start({ settings: { CLAMD_ADDRESS: clamd.address }, log: makeLog('silent') })
  caseId = (await aDispute(world, await aPaidCharge(world))).caseId
})
afterAll(async () => {
  await world.stop()
  await clamd.stop()
})
beforeEach(() => {
  clamd.answer = undefined
  clamd.closes = false
  clamd.received.length = 0
})

const storedObjects = async (): Promise<string[]> =>
  (await readdir(world.filesDir, { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

test('the scanner receives every byte of a large file, and the upload gets the result clean', async () => {
  const bytes = aPdfOf(3_000_001)
  const { status, body } = await sendFile(world.rest, caseId, { bytes })
  expect([status, body.scan]).toEqual([201, 'clean'])
  expect(clamd.received.map((received) => received.equals(bytes))).toEqual([true])
})

test('an infected file is refused and not stored, and its idempotency key can be used for a clean file', async () => {
  const before = await storedObjects()
  const key = anIdempotencyKey()
  const { status, body } = await sendFile<ErrorBody>(world.rest, caseId, { bytes: aPdf('EICAR'), key })
  expect([status, body.error.code, body.error.details.reason]).toEqual([
    422,
    'validation_error',
    'file_infected',
  ])
  expect(await storedObjects()).toEqual(before)
  expect((await sendFile(world.rest, caseId, { key })).status).toBe(201)
})

test.each([undefined, 'INSTREAM size limit exceeded. ERROR', 'UNKNOWN COMMAND', ''])(
  'an upload gets scanner_unavailable when the scanner answers %o (undefined: closes the connection)',
  async (answer) => {
    clamd.closes = answer === undefined
    clamd.answer = answer
    const before = await storedObjects()
    const key = anIdempotencyKey()
    const { status, headers, body } = await sendFile<ErrorBody>(world.rest, caseId, { key })
    expect([status, headers.get('retry-after'), body.error.details.reason]).toEqual([
      503,
      '30',
      'scanner_unavailable',
    ])
    expect(await storedObjects()).toEqual(before)
    clamd.closes = false
    clamd.answer = undefined
    expect((await sendFile(world.rest, caseId, { key })).status).toBe(201)
  },
)

test('an upload gets scanner_unavailable when the scanner cannot be reached', async () => {
  const address = clamd.address
  await clamd.stop()
  const { status, body } = await sendFile<ErrorBody>(world.rest, caseId)
  expect([status, body.error.details.reason]).toEqual([503, 'scanner_unavailable'])
  expect(address).toMatch(/:\d+$/)
  clamd = await FakeClamd.start()
})
