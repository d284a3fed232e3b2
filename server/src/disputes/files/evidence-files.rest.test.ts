import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ErrorBody } from '../../testing/clients/rest-client.ts'
import { aPaidCharge, anIdempotencyKey } from '../../testing/fixtures/charges.ts'
import { aDispute } from '../../testing/fixtures/disputes.ts'
import { aPdf, sendFile, type DisputeFileJson } from '../../testing/fixtures/files.ts'
import { World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

const newDispute = async (): Promise<string> => (await aDispute(world, await aPaidCharge(world))).caseId

const listFiles = async (caseId: string): Promise<DisputeFileJson[]> =>
  (await world.rest.get<{ items: DisputeFileJson[] }>(`/v1/disputes/${caseId}/files`)).body.items

test('evidence lists files of its own dispute in the given order, and later evidence replaces this list', async () => {
  const [caseId, otherCase] = [await newDispute(), await newDispute()]
  const ids: string[] = []
  for (const text of ['a', 'b', 'c'])
    ids.push((await sendFile(world.rest, caseId, { bytes: aPdf(text) })).body.id)
  const foreign = (await sendFile(world.rest, otherCase)).body.id
  const answer = (body: object, key = anIdempotencyKey()) =>
    world.rest.post<{ evidence: { file_ids: string[] } } & Partial<ErrorBody>>(
      `/v1/disputes/${caseId}/evidence`,
      body,
      { 'idempotency-key': key },
    )
  const [a = '', b = '', c = ''] = ids
  const key = anIdempotencyKey()
  const first = await answer({ text: 'Entregue.', file_ids: [c, a.toUpperCase()] }, key)
  expect([first.status, first.body.evidence]).toMatchObject([
    201,
    { text: 'Entregue.', file_ids: [c, a], forwarded_at: null },
  ])
  expect((await answer({ text: 'Entregue.', file_ids: [c, a] }, key)).status).toBe(200)
  expect((await answer({ text: 'Entregue.', file_ids: [a, c] }, key)).status).toBe(409)
  for (const [file_ids, path] of [
    [[b, foreign], 'file_ids.1'],
    [['0190c5a0-0000-7000-8000-000000000000'], 'file_ids.0'],
    [['x'], 'file_ids.0'],
    [[a, a], 'file_ids'],
  ] as const) {
    const { status, body } = await answer({ text: 'Outra.', file_ids })
    expect([status, body.error?.details.fields?.[0]?.path]).toEqual([422, path])
  }
  expect((await answer({ text: 'Outra.', file_ids: [b] })).body.evidence.file_ids).toEqual([b])
  expect((await answer({ text: 'Sem arquivos.' })).body.evidence.file_ids).toEqual([])
  expect(await listFiles(caseId)).toHaveLength(3)
})
