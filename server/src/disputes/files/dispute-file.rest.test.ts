import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../kernel/database/sql.ts'
import type { ErrorBody, RestClient } from '../../testing/clients/rest-client.ts'
import { aPaidCharge, anIdempotencyKey } from '../../testing/fixtures/charges.ts'
import { aDispute, decide } from '../../testing/fixtures/disputes.ts'
import { aJpeg, aPdf, aPdfOf, aPng, sendFile, type DisputeFileJson } from '../../testing/fixtures/files.ts'
import { World } from '../../testing/world.ts'
import { FILE_BYTES_MAX, TOTAL_BYTES_MAX } from '../file-limits.ts'

const DAY_MS = 86_400_000

let world: World
beforeAll(async () => {
  world = await World.start({ terms: { feePercentBps: 0, reserveBps: 0 } })
})
afterAll(() => world.stop())

const newDispute = async (): Promise<string> => (await aDispute(world, await aPaidCharge(world))).caseId

/** Uploads a file that must be refused. Returns the status and the reason, or the error code if there is no reason. */
async function refused(
  caseId: string,
  file: Parameters<typeof sendFile>[2] = {},
  rest: RestClient = world.rest,
): Promise<[number, string]> {
  const { status, body } = await sendFile<ErrorBody>(rest, caseId, file)
  return [status, body.error.details.reason ?? body.error.code]
}

const listFiles = async (caseId: string): Promise<DisputeFileJson[]> =>
  (await world.rest.get<{ items: DisputeFileJson[] }>(`/v1/disputes/${caseId}/files`)).body.items

/** Returns the names of all stored objects, including objects whose content is incomplete. */
const storedObjects = async (): Promise<string[]> => {
  const entries = await readdir(world.filesDir, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

test('a PDF, a PNG and a JPEG are stored, listed, and shown in the dispute', async () => {
  const caseId = await newDispute()
  const given = [
    ['application/pdf', aPdf(), 'nota.pdf'],
    ['image/png', aPng(), 'entrega.png'],
    ['image/jpeg', aJpeg(), 'foto.jpeg'],
  ] as const
  const sent: DisputeFileJson[] = []
  for (const [type, bytes, name] of given) {
    const headers = { 'content-disposition': `attachment; filename="${name}"` }
    const { status, body } = await sendFile(world.rest, caseId, { bytes, type, headers })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name,
      media_type: type,
      size_bytes: bytes.length,
      sha256: sha256(bytes),
      scan: 'not_scanned',
    })
    sent.push(body)
  }
  expect(await listFiles(caseId)).toEqual(sent)
  const { body } = await world.rest.get<{ files: DisputeFileJson[] }>(`/v1/disputes/${caseId}`)
  expect(body.files).toEqual(sent)
  const { body: page } = await world.rest.get<{ items: { id: string; files: object[] }[] }>('/v1/disputes')
  expect(page.items.find(({ id }) => id === caseId)?.files).toEqual(sent)
  expect(
    await sql(
      world.context(),
      'select action, actor, after from audit_entry where target_id = $1 order by seq',
      [caseId],
    ),
  ).toMatchObject([
    { action: 'dispute.open' },
    ...sent.map(({ id }) => ({
      action: 'dispute_file.add',
      actor: expect.stringMatching(/^api-key:/),
      after: { file_id: id },
    })),
  ])
})

test('the stored content is encrypted, and only the operating-system user of the service can read the object', async () => {
  const caseId = await newDispute()
  const bytes = aPdf('SEGREDO-DO-PAGADOR'.repeat(50))
  const { body } = await sendFile(world.rest, caseId, { bytes })
  const entries = await readdir(world.filesDir, { recursive: true, withFileTypes: true })
  const entry = entries.find(({ name }) => name === body.id)
  expect(entry).toBeDefined()
  const { readFile, stat } = await import('node:fs/promises')
  const path = `${entry?.parentPath ?? ''}/${body.id}`
  const stored = await readFile(path)
  expect(stored.includes('SEGREDO')).toBe(false)
  expect(stored.includes('%PDF')).toBe(false)
  expect(stored.length).toBe(bytes.length + 28)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test.each([
  ['10 MiB and one byte', { bytes: aPdfOf(FILE_BYTES_MAX + 1) }, [413, 'file_too_large']],
  ['no bytes', { bytes: Buffer.alloc(0) }, [422, 'file_empty']],
  ['another type', { type: 'text/html' }, [422, 'unsupported_file_type']],
  ['JSON', { type: 'application/json' }, [422, 'unsupported_file_type']],
  ['a compressed body', { headers: { 'content-encoding': 'gzip' } }, [422, 'unsupported_file_type']],
  ['a PNG declared as PDF', { bytes: aPng() }, [422, 'file_type_mismatch']],
  ['a PDF declared as JPEG', { type: 'image/jpeg' }, [422, 'file_type_mismatch']],
  ['a truncated PDF', { bytes: aPdf().subarray(0, -30) }, [422, 'file_damaged']],
  [
    'a PNG of 20,000 by 20,000 pixels',
    { bytes: aPng({ width: 20_000, height: 20_000 }), type: 'image/png' },
    [422, 'image_too_large'],
  ],
] satisfies [string, object, [number, string]][])(
  'a file with %s is refused, and nothing is stored',
  async (_, file, refusal) => {
    const caseId = await newDispute()
    const before = await storedObjects()
    expect(await refused(caseId, file)).toEqual(refusal)
    expect(await listFiles(caseId)).toEqual([])
    expect(await storedObjects()).toEqual(before)
  },
)

test('a file of exactly 10 MiB is accepted', async () => {
  const bytes = aPdfOf(FILE_BYTES_MAX)
  const { status, body } = await sendFile(world.rest, await newDispute(), { bytes })
  expect([status, body.size_bytes, body.sha256]).toEqual([201, FILE_BYTES_MAX, sha256(bytes)])
})

test('a dispute accepts at most ten files, even if two arrive concurrently, and at most 50 MiB in total', async () => {
  const caseId = await newDispute()
  for (let n = 0; n < 9; n++)
    expect((await sendFile(world.rest, caseId, { bytes: aPdf(`${n}`) })).status).toBe(201)
  const last = await Promise.all(
    [10, 11].map((n) => sendFile<ErrorBody>(world.rest, caseId, { bytes: aPdf(`${n}`) })),
  )
  expect(last.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(await refused(caseId)).toEqual([409, 'dispute_file_limit'])

  const large = await newDispute()
  for (let n = 0; n < 5; n++) {
    const bytes = aPdfOf(TOTAL_BYTES_MAX / 5 - (n === 4 ? 1_000 : 0))
    expect((await sendFile(world.rest, large, { bytes })).status).toBe(201)
  }
  expect(await refused(large, { bytes: aPdfOf(1_001) })).toEqual([409, 'dispute_files_too_large'])
  expect((await sendFile(world.rest, large, { bytes: aPdfOf(1_000) })).status).toBe(201)
  expect(await listFiles(large)).toHaveLength(6)
})

test('a repeated upload with the same key and content returns the same file and stores nothing', async () => {
  const caseId = await newDispute()
  const key = anIdempotencyKey()
  const first = await sendFile(world.rest, caseId, { key })
  const before = await storedObjects()
  const second = await sendFile(world.rest, caseId, { key })
  expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
  expect(second.body).toEqual(first.body)
  await decide(world, caseId, { kind: 'rejected' })
  expect((await sendFile(world.rest, caseId, { key })).status).toBe(200)
  expect(await storedObjects()).toEqual(before)
})

test('concurrent uploads with the same idempotency key and content add one file', async () => {
  const caseId = await newDispute()
  const key = anIdempotencyKey()
  const before = await storedObjects()
  const answers = await Promise.all([1, 2].map(() => sendFile(world.rest, caseId, { key })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 201])
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect(await listFiles(caseId)).toHaveLength(1)
  expect(await storedObjects()).toHaveLength(before.length + 1)
})

test('an upload whose idempotency key was used with another content, dispute or action gets idempotency_conflict', async () => {
  const [one, two] = [await newDispute(), await newDispute()]
  const key = anIdempotencyKey()
  await sendFile(world.rest, one, { key })
  const conflict = [409, 'idempotency_conflict']
  expect(await refused(one, { key, bytes: aPdf('outra') })).toEqual(conflict)
  expect(await refused(two, { key })).toEqual(conflict)
  const evidence = await world.rest.post(
    `/v1/disputes/${one}/evidence`,
    { text: 'x' },
    { 'idempotency-key': key },
  )
  expect([evidence.status, evidence.body.error.code]).toEqual(conflict)
  expect([await listFiles(one), await listFiles(two)].map(({ length }) => length)).toEqual([1, 0])
})

test('an upload requires the scope refunds:write, an Idempotency-Key, and an open dispute before its deadline', async () => {
  const caseId = await newDispute()
  const reader = await world.restWith(['charges:read'])
  expect(await refused(caseId, {}, reader)).toEqual([403, 'missing_scope'])
  expect(await refused(caseId, { key: '' })).toEqual([422, 'validation_error'])
  const other = await world.anotherMerchant()
  expect(await refused(caseId, {}, other.rest)).toEqual([404, 'dispute_not_found'])
  expect((await other.rest.get(`/v1/disputes/${caseId}/files`)).status).toBe(404)

  const decided = await newDispute()
  await decide(world, decided, { kind: 'rejected' })
  expect(await refused(decided)).toEqual([409, 'dispute_not_open'])
  const late = await newDispute()
  world.clock.advance(8 * DAY_MS)
  expect(await refused(late)).toEqual([409, 'evidence_deadline_passed'])
})

test('a third concurrent upload of a merchant gets uploads_busy, but an upload of another merchant does not', async () => {
  const caseId = await newDispute()
  const slots = world.kit.uploads
  const free = Promise.withResolvers<void>()
  const held = [1, 2].map(() => slots.run(world.merchantId, () => free.promise))
  const { status, headers, body } = await sendFile<ErrorBody>(world.rest, caseId)
  expect([status, headers.get('retry-after'), body.error.details.reason]).toEqual([503, '2', 'uploads_busy'])
  const other = await world.anotherMerchant()
  expect(await refused(caseId, {}, other.rest)).toEqual([404, 'dispute_not_found'])
  free.resolve()
  await Promise.all(held)
  expect((await sendFile(world.rest, caseId)).status).toBe(201)
})
