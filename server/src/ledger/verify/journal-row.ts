/** A row of `journal_entry` with its lines. */
export interface JournalRow {
  seq: bigint
  id: string
  eventType: string
  description: string
  sourceType: string
  sourceId: string
  dedupeKey: string
  reversesId: string | null
  economicAt: Date
  postedAt: Date
  debitTotalCents: bigint
  creditTotalCents: bigint
  prevHash: Buffer
  hash: Buffer
  hashVersion: number
  actor: string
  correlationId: string
  lines: LineRow[]
}

/** A row of `journal_line`. */
export interface LineRow {
  journalId: string
  lineNo: number
  entrySeq: bigint
  code: string
  position: string | null
  debitCents: bigint
  creditCents: bigint
  amountCents: bigint
  balanceAfterCents: bigint
  accountVersion: bigint
  economicAt: Date
  chargeId: string | null
  paymentId: string | null
  caseId: string | null
  payoutId: string | null
}
