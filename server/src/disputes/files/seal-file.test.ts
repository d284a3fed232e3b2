import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemIds } from '../../kernel/ids.ts'
import { World } from '../../testing/world.ts'
import { openFile, SEALED_FILE_KEYS, sealFile } from './seal-file.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

const anId = (): string => systemIds.uuid(world.clock.now())

test.each([0, 1, 1024 * 1024, 1024 * 1024 + 1, 3_000_000])(
  'encryption and decryption of %i bytes return the same bytes',
  async (size) => {
    const file = { merchantId: world.merchantId, id: anId() }
    const bytes = systemIds.bytes(size)
    const sealed = await sealFile(world.context(), file, bytes)
    expect(await openFile(world.context(), file, sealed)).toEqual(bytes)
  },
)

test('the encrypted content of a file cannot be decrypted as another file, even if its key is re-encrypted for that file', async () => {
  const file = { merchantId: world.merchantId, id: anId() }
  const { box, key } = await sealFile(world.context(), file, Buffer.from('x'))
  const { vault } = world.context()
  const plainKey = vault.open(key, SEALED_FILE_KEYS.owner(file.id))
  for (const other of [
    { ...file, id: anId() },
    { ...file, merchantId: anId() },
  ]) {
    const moved = vault.seal(plainKey, SEALED_FILE_KEYS.owner(other.id))
    await expect(openFile(world.context(), other, { box, key: moved })).rejects.toThrow('authenticate')
  }
})

test('the encrypted key of a file cannot be decrypted for another file', async () => {
  const file = { merchantId: world.merchantId, id: anId() }
  const { key } = await sealFile(world.context(), file, Buffer.from('x'))
  expect(() => world.context().vault.open(key, SEALED_FILE_KEYS.owner(anId()))).toThrow('authenticate')
})

test('files with equal content have different ciphertexts', async () => {
  const file = { merchantId: world.merchantId, id: anId() }
  const boxes = await Promise.all([1, 2].map(() => sealFile(world.context(), file, Buffer.alloc(100))))
  expect(boxes[0]?.box.subarray(28).equals(boxes[1]?.box.subarray(28) ?? Buffer.alloc(0))).toBe(false)
})
