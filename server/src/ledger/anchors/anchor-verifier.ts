import type { AnchoredHead, AnchorFile } from './anchor-file.ts'
import type { Findings } from '../checks/findings.ts'
import { leafOf, MerkleTree } from './merkle.ts'
import type { EntryVisitor } from '../verify/verify-merchant-ledger.ts'

/**
 * Compares all entries with the last anchor. Builds two Merkle trees: one over the entries that the anchor covers, and
 * one over all entries, for the next anchor.
 */
export class AnchorVerifier implements EntryVisitor {
  readonly #anchors: AnchorFile
  readonly #anchored = new MerkleTree()
  readonly #current = new MerkleTree()
  /** The last entry of each merchant whose journal has grown since the anchor. */
  readonly #moved = new Map<string, AnchoredHead>()
  /** The anchored last entries that were not visited yet. */
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

  /**
   * Adds a finding for each difference between the entries and the anchor. Call this method after the last entry was
   * visited.
   */
  reportDifferences(findings: Findings): void {
    const { last } = this.#anchors
    if (!last) return
    for (const [merchantId, { seq }] of this.#differing)
      findings.add(
        10,
        { merchantId, seq },
        `the entry differs from the anchor of ${last.at}: history was rewritten`,
      )
    for (const [merchantId, { seq }] of this.#unseen)
      findings.add(10, { merchantId, seq }, `the entry in the anchor of ${last.at} is missing`)
    if (
      this.#anchored.root().toString('hex') !== last.root ||
      this.#anchored.count.toString() !== last.entries
    )
      findings.add(10, { merchantId: null }, `the journal up to ${last.at} differs from its anchor`)
  }

  /** Returns the content of the next anchor, without its time. */
  nextAnchor() {
    const heads = Array.from(this.#moved, ([merchantId, { seq, hash }]) => [merchantId, `${seq}:${hash}`])
    return {
      entries: this.#current.count.toString(),
      root: this.#current.root().toString('hex'),
      heads: Object.fromEntries(heads),
    }
  }
}
