import { positionOf } from '../chart.ts'
import type { Findings, Place } from './findings.ts'
import type { LineRow } from './journal-row.ts'

interface Account {
  /** The sum of every line, whatever the lines claim. */
  sumCents: bigint
  /** What the last line says the balance was after it. */
  afterCents: bigint
  version: bigint
}

/** An account as the database keeps it. */
export interface StoredAccount {
  code: string
  balanceCents: bigint
  version: bigint
}

/** Re-derives every account of a book from its lines, one after the other. */
export class AccountTally {
  readonly #accounts = new Map<string, Account>()

  /** The sum of the account's lines so far. */
  sumOf(code: string): bigint {
    return this.#accounts.get(code)?.sumCents ?? 0n
  }

  /** Adds a line: its balance and version must follow those of the line before (2), its position keep its sign (3). */
  add(line: LineRow, place: Place, findings: Findings): void {
    const { code } = line
    const before = this.#accounts.get(code) ?? { sumCents: 0n, afterCents: 0n, version: 0n }
    const amountCents = line.creditCents - line.debitCents
    const afterCents = before.afterCents + amountCents
    if (line.balanceAfterCents !== afterCents) {
      const what = `${code}: balance after line ${line.lineNo} is ${line.balanceAfterCents}, its lines give ${afterCents}`
      findings.add(2, place, what)
    }
    if (line.accountVersion !== before.version + 1n) {
      const what = `${code}: line ${line.lineNo} has version ${line.accountVersion}, expected ${before.version + 1n}`
      findings.add(2, place, what)
    }
    if (!keepsSign(code, line.balanceAfterCents))
      findings.add(3, place, `${code} stands at ${line.balanceAfterCents}`)
    this.#accounts.set(code, {
      sumCents: before.sumCents + amountCents,
      afterCents: line.balanceAfterCents,
      version: line.accountVersion,
    })
  }

  /** The stored accounts must be what their lines come to (2), keep their sign (3), and sum to zero (4). */
  compare(stored: StoredAccount[], place: Place, findings: Findings): void {
    for (const { code, balanceCents, version } of stored) {
      const tally = this.#accounts.get(code) ?? { sumCents: 0n, afterCents: 0n, version: 0n }
      if (balanceCents !== tally.sumCents)
        findings.add(2, place, `${code} stands at ${balanceCents}, its lines sum to ${tally.sumCents}`)
      if (version !== tally.version)
        findings.add(2, place, `${code} has version ${version}, its last line ${tally.version}`)
      if (!keepsSign(code, balanceCents)) findings.add(3, place, `${code} stands at ${balanceCents}`)
    }
    const codes = new Set(stored.map((account) => account.code))
    for (const code of this.#accounts.keys())
      if (!codes.has(code)) findings.add(2, place, `${code} has lines and no account`)
    const total = stored.reduce((sum, account) => sum + account.balanceCents, 0n)
    if (total !== 0n) findings.add(4, place, `the book's accounts sum to ${total}`)
  }

  /** The visible positions, summed over every line. */
  positions(): Map<string, bigint> {
    const sums = new Map<string, bigint>()
    for (const [code, { sumCents }] of this.#accounts) {
      const position = positionOf(code)
      if (position !== null) sums.set(position, (sums.get(position) ?? 0n) + sumCents)
    }
    return sums
  }
}

/** A debt reads negative, every other position is never below zero; our own accounts may stand anywhere. */
function keepsSign(code: string, balanceCents: bigint): boolean {
  const position = positionOf(code)
  if (position === null) return true
  return position === 'receivable' ? balanceCents <= 0n : balanceCents >= 0n
}
