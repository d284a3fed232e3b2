import type { AnchoredHead, AnchorFile } from './anchor-file.ts'
import type { Findings } from '../verify/findings.ts'
import { leafOf, MerkleTree } from './merkle.ts'
import type { EntryVisitor } from '../verify/verify-merchant-ledger.ts'

/** Sees every entry once: puts those that were anchored into one tree, all of them into another. */
export class AnchorVerifier implements EntryVisitor {
  readonly #anchors: AnchorFile
  readonly #anchored = new MerkleTree()
  readonly #current = new MerkleTree()
  /** Where the books stand now that have moved since the anchor. */
  readonly #moved = new Map<string, AnchoredHead>()
  /** Of the books that were anchored, those whose anchored entry was not seen yet. */
  readonly #unseen: Map<string, AnchoredHead>
  readonly #differing: [string, AnchoredHead][] = []

  constructor(anchors: AnchorFile) {
    this.#anchors = anchors
    this.#unseen = new Map(anchors.heads)
  }

  visit(merchantId: string, seq: bigint, hash: Buffer): void {
    const leaf = leafOf(merchantId, seq, hash)
    const anchored = this.#anchors.heads.get(merchantId)
    this.#current.add(leaf)
    if (anchored && seq <= anchored.seq) this.#anchored.add(leaf)
    else this.#moved.set(merchantId, { seq, hash: hash.toString('hex') })
    if (anchored?.seq !== seq) return
    this.#unseen.delete(merchantId)
    if (anchored.hash !== hash.toString('hex')) this.#differing.push([merchantId, anchored])
  }

  /** Names what is not as it was anchored. */
  reportDifferences(findings: Findings): void {
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
    if (
      this.#anchored.root().toString('hex') !== last.root ||
      this.#anchored.count.toString() !== last.entries
    )
      findings.add(10, { merchantId: null }, `the journal until ${last.at} is not what was anchored`)
  }

  /** What the next anchor says. */
  nextAnchor() {
    const heads = Array.from(this.#moved, ([merchantId, { seq, hash }]) => [merchantId, `${seq}:${hash}`])
    return {
      entries: this.#current.count.toString(),
      root: this.#current.root().toString('hex'),
      heads: Object.fromEntries(heads),
    }
  }
}
