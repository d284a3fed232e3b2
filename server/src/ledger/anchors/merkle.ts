import { createHash } from 'node:crypto'

// The prefixes of leaves and inner nodes differ (RFC 6962, section 2.1), so that the hash of a leaf cannot be used as
// the hash of an inner node.
const LEAF = Buffer.from([0])
const NODE = Buffer.from([1])

interface Subtree {
  height: number
  hash: Buffer
}

/** Computes the root of a Merkle tree over leaves that are added one by one. Uses O(log n) memory. */
export class MerkleTree {
  /** The roots of complete subtrees, with strictly decreasing height. */
  readonly #subtrees: Subtree[] = []
  count = 0n

  add(leaf: Buffer): void {
    this.count += 1n
    let node: Subtree = { height: 0, hash: createHash('sha256').update(LEAF).update(leaf).digest() }
    for (let last = this.#subtrees.at(-1); last?.height === node.height; last = this.#subtrees.at(-1)) {
      this.#subtrees.pop()
      node = { height: node.height + 1, hash: join(last.hash, node.hash) }
    }
    this.#subtrees.push(node)
  }

  /** Returns the root over the leaves added so far. Without leaves, the root is the hash of the empty string. */
  root(): Buffer {
    const [last, ...rest] = this.#subtrees.toReversed()
    if (!last) return createHash('sha256').digest()
    return rest.reduce((right, left) => join(left.hash, right), last.hash)
  }
}

const join = (left: Buffer, right: Buffer): Buffer =>
  createHash('sha256').update(NODE).update(left).update(right).digest()

/** Returns the leaf of an entry, made from its merchant id, sequence number and hash. */
export function leafOf(merchantId: string, seq: bigint, hash: Buffer): Buffer {
  const number = Buffer.alloc(8)
  number.writeBigUInt64BE(seq)
  return Buffer.concat([Buffer.from(merchantId.replaceAll('-', ''), 'hex'), number, hash])
}
