import { createHash } from 'node:crypto'
import { isVisible, type AccountCode } from '../../src/ledger/chart.ts'
import { ENTRY_TYPES, type EntryType } from '../../src/ledger/entry-types.ts'
import { copyRow } from './copy.ts'

interface Account {
  balanceCents: bigint
  version: bigint
}

/** A line by its account: a positive amount is a credit, a negative one a debit. Visible accounts come first. */
export type BookLine = readonly [AccountCode, bigint]

export interface BookEntry {
  id: string
  eventType: EntryType
  chargeId: string
  paymentId: string
  dedupeKey: string
  at: Date
  lines: readonly BookLine[]
}

/** A merchant's book as `post_entries` would write it: sequence, chain, balances; rows for COPY. */
export class Book {
  readonly merchantId: string
  readonly accounts = new Map<AccountCode, Account>()
  seq: bigint
  hash: Buffer
  postedAt = new Date(0)

  constructor(merchantId: string, head: { seq: bigint; hash: Buffer }) {
    this.merchantId = merchantId
    this.seq = head.seq
    this.hash = head.hash
  }

  /** The rows of one entry; moves the book on. `entry.at` must not be before that of the entry before it. */
  post(entry: BookEntry): { entry: string; lines: string } {
    this.seq += 1n
    this.postedAt = entry.at
    const previous = this.hash
    this.hash = createHash('sha256').update(previous).update('\u0001').update(this.#canonical(entry)).digest()
    const total = entry.lines.reduce((sum, [, cents]) => (cents > 0n ? sum + cents : sum), 0n)
    return {
      entry: copyRow([
        this.merchantId,
        entry.id,
        this.seq,
        entry.eventType,
        ENTRY_TYPES[entry.eventType],
        'charge',
        entry.chargeId,
        entry.dedupeKey,
        entry.at,
        entry.at,
        total,
        total,
        previous,
        this.hash,
        1,
        'job:inbox',
        'bench',
      ]),
      lines: entry.lines.map((line, index) => this.#line(entry, line, index + 1)).join(''),
    }
  }

  #line(entry: BookEntry, [code, cents]: BookLine, lineNo: number): string {
    const before = this.accounts.get(code) ?? { balanceCents: 0n, version: 0n }
    const after = { balanceCents: before.balanceCents + cents, version: before.version + 1n }
    this.accounts.set(code, after)
    const position = isVisible(code) ? code : null
    return copyRow([
      this.merchantId,
      entry.id,
      lineNo,
      this.seq,
      code,
      position,
      cents < 0n ? -cents : 0n,
      cents > 0n ? cents : 0n,
      cents,
      after.balanceCents,
      after.version,
      entry.at,
      entry.chargeId,
      entry.paymentId,
    ])
  }

  /** As `post_entries` puts it: every field as `<octets>:<text>`, absent ones as `-`, times in microseconds. */
  #canonical(entry: BookEntry): string {
    const micros = `${entry.at.getTime()}000`
    const head = [
      this.merchantId,
      this.seq.toString(),
      entry.id,
      entry.eventType,
      ENTRY_TYPES[entry.eventType],
      'charge',
      entry.chargeId,
      entry.dedupeKey,
      null,
      micros,
      micros,
      'job:inbox',
      'bench',
    ]
    const lines = entry.lines.flatMap(([code, cents]) => [
      code,
      cents < 0n ? String(-cents) : '0',
      cents > 0n ? String(cents) : '0',
      entry.chargeId,
      entry.paymentId,
      null,
      null,
    ])
    return [...head, ...lines]
      .map((part) => (part === null ? '-' : `${Buffer.byteLength(part)}:${part}`))
      .join('')
  }
}
