import { INVARIANTS, type InvariantNumber } from './invariants.ts'

/** Something that does not hold, and where. */
export interface Finding {
  invariant: InvariantNumber
  name: string
  merchantId: string | null
  /** Of the entry at fault, where it is one. */
  seq: string | null
  journalId: string | null
  what: string
}

/** Where in the ledger something was found. */
export interface Place {
  merchantId: string | null
  seq?: bigint | null
  journalId?: string | null
}

/** How many findings a verdict carries; the rest is only counted. */
export const FINDINGS_MAX = 500

/** Collects what is wrong, in bounded memory. */
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
