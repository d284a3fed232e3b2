import { INVARIANTS, type InvariantNumber } from './invariants.ts'

/** A violated invariant, and the place of the violation. */
export interface Finding {
  invariant: InvariantNumber
  name: string
  merchantId: string | null
  /** The sequence number of the faulty entry, if the fault is in one entry. */
  seq: string | null
  journalId: string | null
  what: string
}

/** The merchant and, if known, the entry in which a fault was found. */
export interface Place {
  merchantId: string | null
  seq?: bigint | null
  journalId?: string | null
}

/** The maximum number of findings in a verdict. Further findings are only counted. */
export const FINDINGS_MAX = 500

/** Collects findings, but uses no more memory than FINDINGS_MAX findings need. */
export class Findings {
  readonly items: Finding[] = []
  count = 0

  add(invariant: InvariantNumber, place: Place, what: string): void {
    this.count += 1
    if (this.items.length >= FINDINGS_MAX) return
    const { merchantId, seq = null, journalId = null } = place
    this.items.push({
      invariant,
      name: INVARIANTS[invariant],
      merchantId,
      seq: seq?.toString() ?? null,
      journalId,
      what,
    })
  }
}
