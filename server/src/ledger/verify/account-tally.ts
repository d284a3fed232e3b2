import { positionOf } from '../chart.ts'
import type { Findings, Place } from '../checks/findings.ts'
import type { LineRow } from './journal-row.ts'

interface Account {
  /** The sum of the amounts of all lines of the account. */
  sumCents: bigint
  /** The balance that the last line of the account contains. */
  afterCents: bigint
  version: bigint
}

/** A row of `ledger_account`. */
export interface StoredAccount {
  code: string
  balanceCents: bigint
  version: bigint
}

/** Recomputes the accounts of one merchant from their journal lines. Numbers in brackets are keys of `INVARIANTS`. */
export class AccountTally {
  readonly #accounts = new Map<string, Account>()

  /** Returns the sum of the account's lines so far. */
  sumOf(code: string): bigint {
    return this.#accounts.get(code)?.sumCents ?? 0n
  }

  /**
   * Adds a line to its account. Checks that the line's balance and version follow from the previous line of the account
   * (2). Checks that this balance has a valid sign (3).
   */
  add(line: LineRow, place: Place, findings: Findings): void {
    const { code } = line
    const before = this.#accounts.get(code) ?? { sumCents: 0n, afterCents: 0n, version: 0n }
    const amountCents = line.creditCents - line.debitCents
    const afterCents = before.afterCents + amountCents
    if (line.balanceAfterCents !== afterCents) {
      const what = `${code}: balance after line ${line.lineNo} is ${line.balanceAfterCents}, expected ${afterCents}`
      findings.add(2, place, what)
    }
    if (line.accountVersion !== before.version + 1n) {
      const what = `${code}: line ${line.lineNo} has version ${line.accountVersion}, expected ${before.version + 1n}`
      findings.add(2, place, what)
    }
    if (!hasValidSign(code, line.balanceAfterCents))
      findings.add(3, place, `${code} has the wrong sign: ${line.balanceAfterCents}`)
    this.#accounts.set(code, {
      sumCents: before.sumCents + amountCents,
      afterCents: line.balanceAfterCents,
      version: line.accountVersion,
    })
  }

  /** Checks that the stored accounts match their lines (2), have the right sign (3) and sum to zero (4). */
  compare(stored: StoredAccount[], place: Place, findings: Findings): void {
    for (const { code, balanceCents, version } of stored) {
      const tally = this.#accounts.get(code) ?? { sumCents: 0n, afterCents: 0n, version: 0n }
      if (balanceCents !== tally.sumCents)
        findings.add(2, place, `${code} is ${balanceCents}, but its lines sum to ${tally.sumCents}`)
      if (version !== tally.version)
        findings.add(
          2,
          place,
          `${code} has version ${version}, but its last line has version ${tally.version}`,
        )
      if (!hasValidSign(code, balanceCents))
        findings.add(3, place, `${code} has the wrong sign: ${balanceCents}`)
    }
    const codes = new Set(stored.map((account) => account.code))
    for (const code of this.#accounts.keys())
      if (!codes.has(code)) findings.add(2, place, `${code} has journal lines but no account row`)
    const total = stored.reduce((sum, account) => sum + account.balanceCents, 0n)
    if (total !== 0n) findings.add(4, place, `the accounts sum to ${total}, expected 0`)
  }

  /** Returns the visible positions, summed over all lines. */
  positions(): Map<string, bigint> {
    const sums = new Map<string, bigint>()
    for (const [code, { sumCents }] of this.#accounts) {
      const position = positionOf(code)
      if (position !== null) sums.set(position, (sums.get(position) ?? 0n) + sumCents)
    }
    return sums
  }
}

/**
 * Returns whether the sign of a balance is valid. The receivable is never positive, every other position is never
 * negative, and an internal account may have either sign.
 */
function hasValidSign(code: string, balanceCents: bigint): boolean {
  const position = positionOf(code)
  if (position === null) return true
  return position === 'receivable' ? balanceCents <= 0n : balanceCents >= 0n
}
