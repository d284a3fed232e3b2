import { createHash } from 'node:crypto'

// As in RFC 6962: leaves and nodes are hashed apart, so that neither passes for the other.
const LEAF = Buffer.from([0])
const NODE = Buffer.from([1])

interface Subtree {
  height: number
  hash: Buffer
}

/** The root of a Merkle tree over leaves that arrive one by one, in memory that grows with their logarithm. */
export class MerkleTree {
  /** Roots of whole subtrees, the largest first; their heights fall strictly. */
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

  /** The root of the leaves until now; of none, the hash of nothing. */
  root(): Buffer {
    const [last, ...rest] = this.#subtrees.toReversed()
    if (!last) return createHash('sha256').digest()
    return rest.reduce((right, left) => join(left.hash, right), last.hash)
  }
}

const join = (left: Buffer, right: Buffer): Buffer =>
  createHash('sha256').update(NODE).update(left).update(right).digest()

/** What stands for one entry in the tree. */
export function leafOf(merchantId: string, seq: bigint, hash: Buffer): Buffer {
  const number = Buffer.alloc(8)
  number.writeBigUInt64BE(seq)
  return Buffer.concat([Buffer.from(merchantId.replaceAll('-', ''), 'hex'), number, hash])
}
