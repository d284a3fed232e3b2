import { mkdtemp, readdir, rm, writeFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemIds } from '../../kernel/ids.ts'
import { FakeS3 } from '../../testing/fakes/fake-s3.ts'
import { FolderStore } from './folder-store.ts'
import type { ObjectStore } from './object-store.ts'
import { S3Store } from './s3-store.ts'

const KEY = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'example-secret' }
const bucket = { bucket: 'pix-files', region: 'sa-east-1', pathStyle: true }

let folder: string
let s3: FakeS3
beforeAll(async () => {
  s3 = await FakeS3.start({ bucket: bucket.bucket, ...KEY })
})
afterAll(() => s3.stop())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-'))
  s3.objects.clear()
  s3.failures = []
  return () => rm(folder, { recursive: true })
})

const aName = (): string => [1, 2].map(() => systemIds.uuid(new Date(0))).join('/')
const s3Store = (prefix = 'store', credentials = KEY): S3Store =>
  new S3Store({ ...bucket, endpoint: s3.endpoint, credentials }, prefix)

async function namesIn(store: ObjectStore): Promise<string[]> {
  const names: string[] = []
  for await (const batch of store.list()) names.push(...batch)
  return names.toSorted()
}

describe.each<[string, () => ObjectStore]>([
  ['a folder', () => new FolderStore(folder)],
  ['a bucket', () => s3Store()],
])('with %s as the object store', (_, open) => {
  test('an object is stored, replaced, listed and deleted', async () => {
    const store = open()
    const names = Array.from({ length: 5 }, aName).toSorted()
    for (const name of names) await store.put(name, Buffer.from(name))
    const [first = ''] = names
    expect(await store.get(first)).toEqual(Buffer.from(first))
    await store.put(first, systemIds.bytes(300_000))
    expect((await store.get(first))?.length).toBe(300_000)
    expect(await namesIn(store)).toEqual(names)
    await store.delete(first)
    await store.delete(first)
    expect(await store.get(first)).toBeUndefined()
    expect(await namesIn(store)).toEqual(names.slice(1))
  })
})

test('a folder store lists an incomplete object and can delete it, but does not return its content', async () => {
  const store = new FolderStore(folder)
  const name = aName()
  await mkdir(join(folder, name, '..'))
  await writeFile(join(folder, `${name}.part`), 'half')
  expect(await store.get(name)).toBeUndefined()
  expect(await namesIn(store)).toEqual([name])
  await store.delete(name)
  expect(await readdir(join(folder, name, '..'))).toEqual([])
})

test('storing an object in a missing folder, such as an unmounted volume, fails and does not create the folder', async () => {
  const store = new FolderStore(join(folder, 'missing'))
  await expect(store.put(aName(), Buffer.from('x'))).rejects.toThrow('ENOENT')
  expect(await readdir(folder)).toEqual([])
})

test('a store neither returns nor lists objects with another prefix in the same bucket', async () => {
  const [one, two] = [s3Store('one'), s3Store('two')]
  const name = aName()
  await one.put(name, Buffer.from('1'))
  expect(await two.get(name)).toBeUndefined()
  expect(await namesIn(two)).toEqual([])
  expect(Array.from(s3.objects.keys())).toEqual([`one/${name}`])
})

test('a store with a wrong secret key fails with SignatureDoesNotMatch', async () => {
  const store = s3Store('store', { ...KEY, secretAccessKey: 'wrong' })
  await expect(store.put(aName(), Buffer.from('x'))).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' })
  await expect(store.get(aName())).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' })
  expect(s3.objects.size).toBe(0)
})

test('a request to a failing bucket is retried once, and if the retry fails too, the store throws the error', async () => {
  const store = s3Store()
  s3.failures = [503]
  await store.put(aName(), Buffer.from('x'))
  expect(s3.objects.size).toBe(1)
  s3.failures = [503, 503]
  await expect(store.put(aName(), Buffer.from('x'))).rejects.toThrow('InternalError')
})
