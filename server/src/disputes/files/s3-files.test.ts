import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeLog } from '../../kernel/log.ts'
import type { ErrorBody } from '../../testing/clients/rest-client.ts'
import { FakeS3 } from '../../testing/fakes/fake-s3.ts'
import { aPaidCharge, anIdempotencyKey } from '../../testing/fixtures/charges.ts'
import { aDispute } from '../../testing/fixtures/disputes.ts'
import { aPdf, sendFile } from '../../testing/fixtures/files.ts'
import { World } from '../../testing/world.ts'
import { deleteOrphans } from './delete-orphans.ts'
import { downloadFile } from './download-file.ts'

const DAY_MS = 86_400_000
const KEY = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'example-secret' }

let s3: FakeS3
let world: World
let caseId: string
beforeAll(async () => {
  s3 = await FakeS3.start({ bucket: 'pix-files', ...KEY })
  const settings = {
    DISPUTE_FILES_S3_BUCKET: 'pix-files',
    DISPUTE_FILES_S3_ENDPOINT: s3.endpoint,
    DISPUTE_FILES_S3_PATH_STYLE: '1',
    DISPUTE_FILES_S3_ACCESS_KEY_ID: KEY.accessKeyId,
    DISPUTE_FILES_S3_SECRET_ACCESS_KEY: KEY.secretAccessKey,
  }
  world = await World.start({ settings, log: makeLog('silent') })
  caseId = (await aDispute(world, await aPaidCharge(world))).caseId
})
afterAll(async () => {
  await world.stop()
  await s3.stop()
})

test('files are encrypted in the bucket, and staff get the original content back', async () => {
  const bytes = aPdf('SEGREDO')
  const { body } = await sendFile(world.rest, caseId, { bytes })
  const [name = ''] = s3.objects.keys()
  const stored = s3.objects.get(name)
  expect(name).toMatch(new RegExp(`^[0-9a-f-]{36}/${world.merchantId}/${body.id}$`))
  expect([stored?.includes('SEGREDO'), stored?.includes('%PDF')]).toEqual([false, false])
  const file = { merchantId: world.merchantId, id: body.id }
  expect((await downloadFile(world.context('staff:1'), file)).bytes.equals(bytes)).toBe(true)
})

test('while the bucket fails, an upload gets 503, and repeating it later with the same key succeeds', async () => {
  const before = s3.objects.size
  const key = anIdempotencyKey()
  s3.failures = [500, 500]
  const { status, headers, body } = await sendFile<ErrorBody>(world.rest, caseId, { key })
  expect([status, headers.get('retry-after'), body.error.details.reason]).toEqual([
    503,
    '5',
    'file_store_unavailable',
  ])
  expect((await sendFile(world.rest, caseId, { key })).status).toBe(201)
  expect(s3.objects.size).toBe(before + 1)
})

test('deleteOrphans reads all pages of the bucket list, deletes the objects without a row, and keeps the others', async () => {
  const store = await world.kit.files.store(world.context())
  const orphans = Array.from(
    { length: 5 },
    () => `${world.merchantId}/${world.kit.ids.uuid(world.clock.now())}`,
  )
  for (const name of orphans) await store.put(name, Buffer.from('x'))
  const whole = s3.objects.size
  world.clock.advance(8 * DAY_MS)
  expect(await deleteOrphans(world.context())).toBe(5)
  expect(s3.objects.size).toBe(whole - 5)
})
