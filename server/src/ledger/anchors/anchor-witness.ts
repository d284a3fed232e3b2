import type { AnchoredHead, AnchorFile } from './anchor-file.ts'
import type { Findings } from '../verify/findings.ts'
import { leafOf, MerkleTree } from './merkle.ts'
import type { Witness } from '../verify/verify-book.ts'

/** Sees every entry once: puts those that were anchored into one tree, all of them into another. */
export class AnchorWitness implements Witness {
  readonly #anchors: AnchorFile
  readonly #before = new MerkleTree()
  readonly #now = new MerkleTree()
  /** Where the books stand now that have moved since the anchor. */
  readonly #moved = new Map<string, AnchoredHead>()
  /** Of the books that were anchored, those whose anchored entry was not seen yet. */
  readonly #unseen: Map<string, AnchoredHead>
  readonly #differing: [string, AnchoredHead][] = []

  constructor(anchors: AnchorFile) {
    this.#anchors = anchors
    this.#unseen = new Map(anchors.heads)
  }

  see(merchantId: string, seq: bigint, hash: Buffer): void {
    const leaf = leafOf(merchantId, seq, hash)
    const anchored = this.#anchors.heads.get(merchantId)
    this.#now.add(leaf)
    if (anchored && seq <= anchored.seq) this.#before.add(leaf)
    else this.#moved.set(merchantId, { seq, hash: hash.toString('hex') })
    if (anchored?.seq !== seq) return
    this.#unseen.delete(merchantId)
    if (anchored.hash !== hash.toString('hex')) this.#differing.push([merchantId, anchored])
  }

  /** Names what is not as it was anchored. */
  compare(findings: Findings): void {
    const { last } = this.#anchors
    if (!last) return
    for (const [merchantId, { seq }] of this.#differing)
      findings.add(
        10,
        { merchantId, seq },
        `not the entry that was anchored at ${last.at}: history was rewritten`,
      )
    for (const [merchantId, { seq }] of this.#unseen)
      findings.add(10, { merchantId, seq }, `the entry that was anchored at ${last.at} is gone`)
    if (this.#before.root().toString('hex') !== last.root || this.#before.count.toString() !== last.entries)
      findings.add(10, { merchantId: null }, `the journal until ${last.at} is not what was anchored`)
  }

  /** What the next anchor says. */
  anchor() {
    const heads = Array.from(this.#moved, ([merchantId, { seq, hash }]) => [merchantId, `${seq}:${hash}`])
    return {
      entries: this.#now.count.toString(),
      root: this.#now.root().toString('hex'),
      heads: Object.fromEntries(heads),
    }
  }
}
