import { positionOf } from '../chart.ts'
import { AccountTally } from './account-tally.ts'
import { GENESIS, hashOf } from './chain.ts'
import type { Findings, Place } from '../checks/findings.ts'
import type { JournalRow, LineRow } from './journal-row.ts'

/**
 * Verifies one merchant's journal, entry by entry in order. Checks the entry after a faulty entry against the stored
 * values of the faulty entry. So one fault does not cause findings for all later entries. The names of the invariants
 * by number are in `INVARIANTS`.
 */
export class JournalVerifier {
  readonly tally = new AccountTally()
  readonly #merchantId: string
  readonly #findings: Findings
  lastSeq = 0n
  lastHash: Buffer = GENESIS
  lastPostedAt: Date | undefined

  constructor(merchantId: string, findings: Findings) {
    this.#merchantId = merchantId
    this.#findings = findings
  }

  check(entry: JournalRow): void {
    const place = { merchantId: this.#merchantId, seq: entry.seq, journalId: entry.id }
    if (this.lastPostedAt && entry.postedAt > this.lastPostedAt) this.#betweenTransactions()
    this.#checkChain(entry, place)
    this.#checkSums(entry, place)
    for (const [index, line] of entry.lines.entries()) {
      this.#checkLine(entry, line, { index, place })
      this.tally.add(line, place, this.#findings)
    }
    this.lastSeq = entry.seq
    this.lastHash = entry.hash
    this.lastPostedAt = entry.postedAt
  }

  /** Checks the state of the journal after its last entry. */
  finish(): void {
    this.#betweenTransactions()
  }

  /**
   * Checks invariant 5: a merchant with a debt has no available balance. This invariant may be violated only within a
   * transaction. All entries of a transaction have the same `postedAt`, so an entry with another time means that a
   * transaction has ended.
   */
  #betweenTransactions(): void {
    const available = this.tally.sumOf('available')
    const receivable = this.tally.sumOf('receivable')
    if (available <= 0n || receivable >= 0n) return
    const place = { merchantId: this.#merchantId, seq: this.lastSeq }
    this.#findings.add(5, place, `available is ${available} while the merchant owes ${-receivable}`)
  }

  /** Checks invariant 10: the entry continues the hash chain. */
  #checkChain(entry: JournalRow, place: Place): void {
    const { seq, postedAt, prevHash, hash, hashVersion } = entry
    const expected = this.lastSeq + 1n
    if (seq !== expected) {
      const missing = seq - expected === 1n ? `${expected} is` : `${expected} to ${seq - 1n} are`
      this.#findings.add(10, place, `entry ${missing} missing before this entry`)
    }
    if (this.lastPostedAt && postedAt < this.lastPostedAt)
      this.#findings.add(10, place, 'its posting time is before that of the previous entry')
    if (!prevHash.equals(this.lastHash))
      this.#findings.add(10, place, 'its previous hash differs from the hash of the previous entry')
    if (hashVersion !== 1) this.#findings.add(10, place, `hash version ${hashVersion} is unknown`)
    if (!hashOf(this.#merchantId, entry, prevHash).equals(hash))
      this.#findings.add(10, place, 'its hash does not match its content: the entry was altered')
  }

  /** Checks invariant 1: debits equal credits, and both equal the stored totals. */
  #checkSums(entry: JournalRow, place: Place): void {
    const debits = entry.lines.reduce((sum, line) => sum + line.debitCents, 0n)
    const credits = entry.lines.reduce((sum, line) => sum + line.creditCents, 0n)
    if (entry.lines.length < 2)
      this.#findings.add(1, place, `the entry has ${entry.lines.length} lines, but must have at least 2`)
    if (debits !== credits)
      this.#findings.add(1, place, `its debits sum to ${debits}, but its credits sum to ${credits}`)
    if (debits !== entry.debitTotalCents || credits !== entry.creditTotalCents)
      this.#findings.add(1, place, 'its lines do not sum to the stored totals')
  }

  /**
   * Checks the amounts of the line (invariant 1), and the columns by which the merchant's statement selects and sorts
   * the line (invariant 13).
   */
  #checkLine(entry: JournalRow, line: LineRow, { index, place }: { index: number; place: Place }): void {
    const oneSide = (line.debitCents === 0n) !== (line.creditCents === 0n)
    if (!oneSide || line.debitCents < 0n || line.creditCents < 0n)
      this.#findings.add(1, place, `line ${line.lineNo} must have exactly one of debit and credit`)
    if (line.amountCents !== line.creditCents - line.debitCents)
      this.#findings.add(
        1,
        place,
        `line ${line.lineNo} has the amount ${line.amountCents}, which is not credit minus debit`,
      )
    if (line.lineNo !== index + 1)
      this.#findings.add(13, place, `the line at position ${index + 1} has the line number ${line.lineNo}`)
    if (line.position !== positionOf(line.code))
      this.#findings.add(
        13,
        place,
        `line ${line.lineNo} of ${line.code} has the wrong position: ${line.position ?? 'none'}`,
      )
    if (line.entrySeq !== entry.seq || line.economicAt.getTime() !== entry.economicAt.getTime())
      this.#findings.add(13, place, `line ${line.lineNo} has another sequence number or date than its entry`)
    const before = entry.lines[index - 1]
    if (line.position !== null && before?.position === null)
      this.#findings.add(13, place, `line ${line.lineNo} is visible but follows a hidden line`)
  }
}
