import { createHash } from 'node:crypto'
import { array, assert, property, uint8Array } from 'fast-check'
import { expect, test } from 'vitest'
import { MerkleTree } from './merkle.ts'

const sha256 = (...parts: Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest()

/**
 * Computes the root by the recursive definition of RFC 6962: splits the leaves at the largest power of two below their
 * number.
 */
function referenceRoot(leaves: Buffer[]): Buffer {
  const [only] = leaves
  if (!only) return sha256()
  if (leaves.length === 1) return sha256(Buffer.from([0]), only)
  let half = 1
  while (half * 2 < leaves.length) half *= 2
  return sha256(Buffer.from([1]), referenceRoot(leaves.slice(0, half)), referenceRoot(leaves.slice(half)))
}

test('a Merkle tree whose leaves are added one by one has the root that RFC 6962 defines', () => {
  assert(
    property(array(uint8Array({ minLength: 1, maxLength: 8 }), { maxLength: 70 }), (texts) => {
      const leaves = texts.map((text) => Buffer.from(text))
      const tree = new MerkleTree()
      for (const leaf of leaves) tree.add(leaf)
      expect(tree.root().toString('hex')).toBe(referenceRoot(leaves).toString('hex'))
      expect(tree.count).toBe(BigInt(leaves.length))
    }),
  )
})
