import { mkdir, mkdtemp, readdir, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from '../kernel/database/sql.ts'
import { makeLog } from '../kernel/log.ts'
import { openFileStore } from '../start-checks.ts'
import { FakeS3 } from '../testing/fakes/fake-s3.ts'
import { World } from '../testing/world.ts'
import { makeFileTools, type FileTools } from './file-tools.ts'

let world: World
let folder: string
beforeEach(async () => {
  world = await World.start({ log: makeLog('silent') })
  folder = await mkdtemp(join(tmpdir(), 'files-'))
})
afterEach(async () => {
  await world.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Creates the file tools that another process with this folder would have. */
const aProcess = (path = folder): FileTools =>
  makeFileTools({ store: { kind: 'folder', folder: path }, clamd: undefined }, undefined)

/** Opens the file store as a process does at its start. */
const start = (files: FileTools): Promise<void> => openFileStore({ ...world.kit, files })

test('processes with the same folder share its files, and a process with another folder does not start', async () => {
  await start(aProcess())
  await start(aProcess())
  const [name = ''] = await readdir(folder)
  expect(await sql(world.context(), 'select store_id from file_store')).toEqual([{ store_id: name }])
  const other = join(folder, 'other')
  await mkdir(other)
  await expect(start(aProcess(other))).rejects.toThrow(`(subfolder ${name})`)
  expect(await readdir(other)).toEqual([])
})

test('when two processes start concurrently with different folders, one of them fails to start', async () => {
  const outcomes = await Promise.allSettled(['a', 'b'].map((name) => start(aProcess(join(folder, name)))))
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a process whose folder was lost starts only after an operator has created the folder again', async () => {
  await start(aProcess())
  const [name = ''] = await readdir(folder)
  await rmdir(join(folder, name))
  await expect(start(aProcess())).rejects.toThrow('restore its backup')
  await mkdir(join(folder, name))
  await start(aProcess())
})

test('two databases that share a folder have separate subfolders', async () => {
  await start(aProcess())
  await using second = await World.start({ log: makeLog('silent') })
  await openFileStore({ ...second.kit, files: aProcess() })
  expect(await readdir(folder)).toHaveLength(2)
})

test('a process whose folder cannot be created does not start, and registers no store', async () => {
  const notAFolder = join(folder, 'file')
  await writeFile(notAFolder, '')
  await expect(start(aProcess(join(notAFolder, 'new')))).rejects.toThrow(
    /DISPUTE_FILES_DIR: the service cannot create a subfolder in /,
  )
  expect(await sql(world.context(), 'select store_id from file_store')).toEqual([])
})

function withoutDatabase(): never {
  throw new Error('no database')
}

test('a process starts even while the database is unavailable, and opens its file store later', async () => {
  const files = aProcess()
  await openFileStore({ ...world.kit, files, context: withoutDatabase })
  await files.store(world.context())
  expect(await readdir(folder)).toHaveLength(1)
})

test('the names of objects in a bucket begin with the id of the store', async () => {
  const key = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'example-secret' }
  await using s3 = await FakeS3.start({ bucket: 'pix', ...key })
  const location = { bucket: 'pix', endpoint: s3.endpoint, region: 'us-east-1', pathStyle: true }
  const files = makeFileTools({ store: { kind: 's3', ...location }, clamd: undefined }, key)
  await start(files)
  const store = await files.store(world.context())
  await store.put('a/b', Buffer.from('x'))
  const [row] = await sql<{ store_id: string }>(world.context(), 'select store_id from file_store')
  expect(Array.from(s3.objects.keys())).toEqual([`${row?.store_id}/a/b`])
  files.close()
})
