import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FileTools } from '../../files/file-tools.ts'
import type { ObjectStore } from '../../files/stores/object-store.ts'
import { sql } from '../../kernel/database/sql.ts'
import { makeLog } from '../../kernel/log.ts'
import { readBacklogs } from '../../jobs/read-backlogs.ts'
import type { ErrorBody } from '../../testing/clients/rest-client.ts'
import { aPaidCharge, anIdempotencyKey } from '../../testing/fixtures/charges.ts'
import { aDispute, decide } from '../../testing/fixtures/disputes.ts'
import { aPdf, sendFile } from '../../testing/fixtures/files.ts'
import { World } from '../../testing/world.ts'
import { addFile } from './add-file.ts'
import { deleteOutdatedFiles } from './delete-files.ts'
import { deleteOrphans } from './delete-orphans.ts'

const DAY_MS = 86_400_000

let world: World
beforeEach(async () => {
  world = await World.start({ terms: { feePercentBps: 0, reserveBps: 0 }, log: makeLog('silent') })
})
afterEach(() => world.stop())

const newDispute = async (): Promise<string> => (await aDispute(world, await aPaidCharge(world))).caseId

async function objects(): Promise<string[]> {
  const names: string[] = []
  for await (const batch of (await world.kit.files.store(world.context())).list()) names.push(...batch)
  return names
}

const rows = () => sql<{ id: string }>(world.context(), 'select id from dispute_file order by id')

/** Returns a file in the form in which the upload route passes it to `addFile`. */
const aNewFile = () => ({
  bytes: aPdf(),
  sha256: Buffer.alloc(32, 7),
  mediaType: 'application/pdf' as const,
  name: undefined,
})

/** Adds a file with a file store in which `change` replaces some functions. */
function addWith(
  caseId: string,
  change: (store: ObjectStore) => Partial<ObjectStore>,
  key = anIdempotencyKey(),
) {
  const files: FileTools = {
    ...world.kit.files,
    scanner: undefined,
    async store(ctx) {
      const store = await world.kit.files.store(ctx)
      return {
        put: (name, bytes) => store.put(name, bytes),
        get: (name) => store.get(name),
        delete: (name) => store.delete(name),
        list: () => store.list(),
        ...change(store),
      }
    },
  }
  const request = { merchantId: world.merchantId, caseId, idempotencyKey: key }
  return addFile({ ...world.context('api-key:1'), files }, request, aNewFile())
}

test('the files and stored objects of a dispute are deleted 5 years after the dispute closed', async () => {
  const [closed, open] = [await newDispute(), await newDispute()]
  await sendFile(world.rest, closed)
  const kept = (await sendFile(world.rest, open)).body.id
  world.clock.advance(DAY_MS)
  world.clock.stop()
  await decide(world, closed, { kind: 'rejected' })
  const closedAt = world.clock.now()
  const due = new Date(closedAt)
  due.setUTCFullYear(due.getUTCFullYear() + 5)
  const untilDueMs = due.getTime() - closedAt.getTime()
  const backlog = async () => (await readBacklogs(world.context())).find(({ job }) => job === 'dispute-files')

  world.clock.advance(untilDueMs - 1)
  expect(await deleteOutdatedFiles(world.context(), 10)).toBe(0)
  expect((await backlog())?.count).toBe(0)
  world.clock.advance(1)
  expect(await backlog()).toMatchObject({ count: 1, oldestAt: due })
  expect(await deleteOutdatedFiles(world.context(), 10)).toBe(1)
  expect(await rows()).toEqual([{ id: kept }])
  expect(await objects()).toEqual([`${world.merchantId}/${kept}`])
  const { body } = await world.rest.get<{ files: object[] }>(`/v1/disputes/${closed}`)
  expect(body.files).toEqual([])
})

test('a repeated upload gets dispute_file_not_found if its file has been deleted', async () => {
  const caseId = await newDispute()
  const key = anIdempotencyKey()
  await sendFile(world.rest, caseId, { key })
  await sql(world.context(), 'delete from dispute_file', [])
  const { status, body } = await sendFile<ErrorBody>(world.rest, caseId, { key })
  expect([status, body.error.details.reason]).toEqual([404, 'dispute_file_not_found'])
})

test('an object whose upload crashed before it added the row is not listed, and is deleted after 7 days', async () => {
  const caseId = await newDispute()
  const key = anIdempotencyKey()
  const crash = addWith(
    caseId,
    (store) => ({
      async put(name, bytes) {
        await store.put(name, bytes)
        throw new Error('the process ends')
      },
    }),
    key,
  )
  await expect(crash).rejects.toMatchObject({ details: { reason: 'file_store_unavailable' } })
  expect(await rows()).toEqual([])
  expect(await objects()).toHaveLength(1)
  const { body } = await world.rest.get<{ files: object[] }>(`/v1/disputes/${caseId}`)
  expect(body.files).toEqual([])

  world.clock.stop()
  const retried = await addWith(caseId, () => ({}), key)
  expect(retried.replayed).toBe(false)
  expect(await objects()).toHaveLength(2)
  world.clock.advance(6 * DAY_MS)
  expect(await deleteOrphans(world.context())).toBe(0)
  world.clock.advance(DAY_MS)
  expect(await deleteOrphans(world.context())).toBe(1)
  expect(await objects()).toEqual([`${world.merchantId}/${retried.file.id}`])
})

test('an object is deleted immediately when its row is refused', async () => {
  const caseId = await newDispute()
  const late = addWith(caseId, (store) => ({
    async put(name, bytes) {
      await store.put(name, bytes)
      await decide(world, caseId, { kind: 'rejected' })
    },
  }))
  await expect(late).rejects.toMatchObject({ details: { reason: 'dispute_not_open' } })
  expect([await rows(), await objects()]).toEqual([[], []])
})

test('an upload gets file_store_unavailable when the file store fails, and no row is added', async () => {
  const caseId = await newDispute()
  const failing = addWith(caseId, () => ({ put: () => Promise.reject(new Error('disk full')) }))
  await expect(failing).rejects.toMatchObject({
    code: 'service_unavailable',
    details: { reason: 'file_store_unavailable', retryAfterSeconds: 5 },
  })
  expect([await rows(), await objects()]).toEqual([[], []])
})

test('the job deletes an object whose row was deleted, but keeps objects that the service did not create', async () => {
  const caseId = await newDispute()
  await sendFile(world.rest, caseId)
  const store = await world.kit.files.store(world.context())
  await store.put(`${world.merchantId}/notes`, Buffer.from('from an operator'))
  await sql(world.context(), 'delete from dispute_file', [])
  world.clock.advance(8 * DAY_MS)
  expect(await deleteOrphans(world.context())).toBe(1)
  expect(await objects()).toEqual([`${world.merchantId}/notes`])
})
