import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { SEALED_COLUMNS } from '../../cli/sealed-columns.ts'
import { sql } from '../../kernel/database/sql.ts'
import { makeLog } from '../../kernel/log.ts'
import { systemIds } from '../../kernel/ids.ts'
import { resealColumn } from '../../kernel/sealed/reseal-column.ts'
import { makeVault } from '../../kernel/vault.ts'
import { STAFF_ROLES, type StaffRole } from '../../staff/permissions.ts'
import type { ConsoleClient, GraphqlError } from '../../testing/clients/console-client.ts'
import { aPaidCharge, anIdempotencyKey } from '../../testing/fixtures/charges.ts'
import { aDispute } from '../../testing/fixtures/disputes.ts'
import { aPdf, sendFile, type DisputeFileJson } from '../../testing/fixtures/files.ts'
import { startConsole } from '../../testing/fixtures/start-console.ts'
import { EXPECTED_ROLES } from '../../testing/suites/expected-permissions.ts'
import { SEALED_FILE_KEYS } from './seal-file.ts'

const STEP_UP_MS = 5 * 60_000

const { world, testConsole } = await startConsole({ log: makeLog('silent') })
const bytes = aPdf('Entregue a São João')
let caseId: string
let file: DisputeFileJson
beforeAll(async () => {
  caseId = (await aDispute(world, await aPaidCharge(world))).caseId
  const headers = { 'content-disposition': "attachment; filename*=UTF-8''nota%20n%C2%BA%2042.pdf" }
  file = (await sendFile(world.rest, caseId, { bytes, headers })).body
})

const download = (
  browser: ConsoleClient,
  given: object = { merchantId: world.merchantId, fileId: file.id },
) => browser.download(given)

const errorOf = async (response: Response): Promise<[number, GraphqlError['extensions']]> => {
  const { errors }: { errors: GraphqlError[] } = JSON.parse(await response.text())
  return [response.status, errors[0]?.extensions ?? { code: 'none', correlation_id: '' }]
}

const downloadsInAudit = () =>
  sql<{ actor: string; role: string; after: object }>(
    world.context(),
    `select actor, role, after from audit_entry where action = 'dispute_file.download' order by seq`,
  )

describe.each(STAFF_ROLES)('the role %s', (role: StaffRole) => {
  test('a person with this role may download a file if and only if the role has the permission', async () => {
    const browser = await testConsole.signedIn(role)
    const { status } = await download(browser)
    expect(status).toBe(EXPECTED_ROLES['dispute_file.download'].split(' ').includes(role) ? 200 : 403)
  })
})

test('a download returns the exact content as an attachment that cannot run scripts, and adds an audit entry', async () => {
  const browser = await testConsole.signedIn('support')
  const before = await downloadsInAudit()
  const response = await download(browser)
  expect(response.status).toBe(200)
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(bytes.length),
    'content-disposition': `attachment; filename="nota n? 42.pdf"; filename*=UTF-8''nota%20n%C2%BA%2042.pdf`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'no-store',
  })
  const added = (await downloadsInAudit()).slice(before.length)
  expect(added).toEqual([
    { actor: expect.stringMatching(/^staff:/), role: 'support', after: { file_id: file.id } },
  ])
})

test('a download is refused without a session, from another origin, by GET and without a recent step-up', async () => {
  const before = await downloadsInAudit()
  expect(await errorOf(await download(testConsole.browser()))).toMatchObject([
    401,
    { code: 'UNAUTHENTICATED' },
  ])
  const browser = await testConsole.signedIn('finance')
  const given = { merchantId: world.merchantId, fileId: file.id }
  const foreign = await browser.download(given, { origin: 'https://evil.example' })
  expect(await errorOf(foreign)).toMatchObject([403, { reason: 'foreign_origin' }])
  const get = await fetch(`${testConsole.baseUrl}/dispute-files`, {
    headers: { cookie: browser.cookie ?? '' },
  })
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
  world.clock.advance(STEP_UP_MS + 1)
  expect(await errorOf(await download(browser))).toMatchObject([403, { code: 'STEP_UP_REQUIRED' }])
  expect(await downloadsInAudit()).toEqual(before)
})

test("an unknown file, another merchant's id and a malformed id are refused", async () => {
  const browser = await testConsole.signedIn('support')
  const unknown = '0190c5a0-0000-7000-8000-000000000000'
  const other = (await world.anotherMerchant()).merchantId
  for (const given of [
    { merchantId: world.merchantId, fileId: unknown },
    { merchantId: other, fileId: file.id },
  ])
    expect(await errorOf(await download(browser, given))).toMatchObject([
      404,
      { reason: 'dispute_file_not_found' },
    ])
  for (const given of [{ merchantId: world.merchantId, fileId: '../x' }, { fileId: file.id }, {}])
    expect(await errorOf(await download(browser, given))).toMatchObject([422, { code: 'validation_error' }])
})

async function pathOf(id: string): Promise<string> {
  const entries = await readdir(world.filesDir, { recursive: true, withFileTypes: true })
  const found = entries.find(({ name }) => name === id)
  return join(found?.parentPath ?? '', id)
}

test('a download fails if the stored content was altered or belongs to another file', async () => {
  const browser = await testConsole.signedIn('admin')
  const other = (await sendFile(world.rest, caseId, { bytes: aPdf('outra') })).body
  const path = await pathOf(file.id)
  const stored = await readFile(path)
  const changed = Buffer.from(stored)
  changed.writeUInt8(changed.readUInt8(40) ^ 1, 40)
  for (const content of [changed, stored.subarray(0, 20), await readFile(await pathOf(other.id))]) {
    await writeFile(path, content)
    expect((await download(browser)).status).toBe(500)
  }
  await sql(
    world.context(),
    `update dispute_file as f set key_box = o.key_box from dispute_file as o where f.id = $1 and o.id = $2`,
    [other.id, file.id],
  )
  await writeFile(path, stored)
  expect((await download(browser)).status).toBe(200)
  expect((await download(browser, { merchantId: world.merchantId, fileId: other.id })).status).toBe(500)
})

test('a rotation of the encryption keys re-encrypts the key of a file, but does not change the stored content', async () => {
  const [row] = await sql<{ key_box: Buffer; key_id: string }>(
    world.context(),
    'select key_box, key_id from dispute_file where id = $1',
    [file.id],
  )
  const { encryptionKeys, cursorSecret, fingerprintSecret } = world.kit.secrets
  const fresh = { id: 'fresh', key: systemIds.bytes(32) }
  const vault = makeVault(systemIds, { keys: [fresh, ...encryptionKeys], cursorSecret, fingerprintSecret })
  expect(SEALED_COLUMNS).toContain(SEALED_FILE_KEYS)
  const stored = await readFile(await pathOf(file.id))
  await resealColumn({ ...world.context(), vault }, SEALED_FILE_KEYS)
  const [rotated] = await sql<{ key_box: Buffer; key_id: string }>(
    world.context(),
    'select key_box, key_id from dispute_file where id = $1',
    [file.id],
  )
  expect([row?.key_id, rotated?.key_id]).toEqual(['k1', 'fresh'])
  expect(await readFile(await pathOf(file.id))).toEqual(stored)
  const sealed = { box: rotated?.key_box ?? Buffer.alloc(0), keyId: 'fresh' }
  expect(vault.open(sealed, SEALED_FILE_KEYS.owner(file.id))).toBe(
    world.kit.vault.open(
      { box: row?.key_box ?? Buffer.alloc(0), keyId: 'k1' },
      SEALED_FILE_KEYS.owner(file.id),
    ),
  )
})

const SHOWN = `dispute { evidenceAt evidenceForwardedAt evidenceForwardedByName
  files { id name mediaType sizeBytes sha256 scan evidencePosition } }`

interface Shown {
  dispute: {
    evidenceAt: string
    evidenceForwardedAt: string | null
    evidenceForwardedByName: string | null
    files: { id: string; evidencePosition: number | null }[]
  }
}

test('staff see the files of the evidence, and can mark only unchanged evidence as forwarded', async () => {
  const id = (await aDispute(world, await aPaidCharge(world))).caseId
  const sent = (await sendFile(world.rest, id, { bytes })).body
  const answer = (text: string) =>
    world.rest.post(
      `/v1/disputes/${id}/evidence`,
      { text, file_ids: [sent.id] },
      { 'idempotency-key': anIdempotencyKey() },
    )
  const support = await testConsole.signedIn('support')
  const read = async (): Promise<Shown> => {
    const query = `query ($m: Uuid!, $c: Uuid!) { financialCase(merchantId: $m, id: $c) { ${SHOWN} } }`
    const { data } = await support.send<{ financialCase: Shown }>(query, { m: world.merchantId, c: id })
    if (!data) throw new Error(`the query returned no case ${id}`)
    return data.financialCase
  }
  const mark = (evidenceAt: string) =>
    support.send<{ markDisputeEvidenceForwarded: Shown }>(
      `mutation ($m: Uuid!, $c: Uuid!, $at: DateTime!) {
         markDisputeEvidenceForwarded(merchantId: $m, caseId: $c, evidenceAt: $at) { ${SHOWN} } }`,
      { m: world.merchantId, c: id, at: evidenceAt },
    )
  expect((await mark(world.clock.now().toISOString())).errors[0]?.extensions.reason).toBe('evidence_missing')
  await answer('Primeira.')
  const { evidenceAt, ...first } = (await read()).dispute
  expect(first).toEqual({
    evidenceForwardedAt: null,
    evidenceForwardedByName: null,
    files: [
      {
        id: sent.id,
        name: sent.name,
        mediaType: 'application/pdf',
        sizeBytes: bytes.length,
        sha256: sent.sha256,
        scan: 'not_scanned',
        evidencePosition: 0,
      },
    ],
  })
  world.clock.advance(1_000)
  const marked = await mark(evidenceAt)
  expect(marked.data?.markDisputeEvidenceForwarded.dispute).toMatchObject({
    evidenceForwardedAt: expect.any(String),
    evidenceForwardedByName: 'Pessoa support',
  })
  await answer('Segunda.')
  expect((await read()).dispute.evidenceForwardedAt).toBeNull()
  expect((await mark(evidenceAt)).errors[0]?.extensions.reason).toBe('evidence_changed')
  await mark((await read()).dispute.evidenceAt)
  await mark((await read()).dispute.evidenceAt)
  const marks = await sql(
    world.context(),
    `select id from audit_entry where action = 'dispute.forward_evidence' and target_id = $1`,
    [id],
  )
  expect(marks).toHaveLength(2)
})
