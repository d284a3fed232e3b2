import { createHash } from 'node:crypto'
import { array, assert, property, uint8Array } from 'fast-check'
import { expect, test } from 'vitest'
import { MerkleTree } from './merkle.ts'

const sha256 = (...parts: Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest()

/** RFC 6962 as it is written: split at the largest power of two below the count. */
function rootByTheBook(leaves: Buffer[]): Buffer {
  const [only] = leaves
  if (!only) return sha256()
  if (leaves.length === 1) return sha256(Buffer.from([0]), only)
  let half = 1
  while (half * 2 < leaves.length) half *= 2
  return sha256(Buffer.from([1]), rootByTheBook(leaves.slice(0, half)), rootByTheBook(leaves.slice(half)))
}

test('the root of leaves that arrive one by one is that of RFC 6962', () => {
  assert(
    property(array(uint8Array({ minLength: 1, maxLength: 8 }), { maxLength: 70 }), (texts) => {
      const leaves = texts.map((text) => Buffer.from(text))
      const tree = new MerkleTree()
      for (const leaf of leaves) tree.add(leaf)
      expect(tree.root().toString('hex')).toBe(rootByTheBook(leaves).toString('hex'))
      expect(tree.count).toBe(BigInt(leaves.length))
    }),
  )
})
