import type { StatementSummaryQuery } from '../../api/generated/graphql.ts'
import { CENTS_OF, POSITIONS, type Position } from '../../lib/values/status.ts'

type Summary = StatementSummaryQuery['statementSummary']

/** The change of one position in a period. `opening` and `closing` are null if the statement is by date of the fact. */
export type PositionRow = {
  position: Position
  openingCents: bigint | null
  movedCents: bigint
  closingCents: bigint | null
}

/** The lines of one type of entry in a period. `parts` contains the sums by position, without the zeros. */
export type KindRow = {
  entryType: string
  linesCount: number
  cents: bigint
  parts: { position: Position; cents: bigint }[]
}

/** The change of the whole balance, or of one position, in a period. */
export type StatementChange = {
  openingCents: bigint | null
  movedCents: bigint
  closingCents: bigint | null
  linesCount: number
  /** The positions that have a balance or lines in the period. */
  positions: PositionRow[]
  /** The types of entries, in the order of their effect, the largest first. */
  kinds: KindRow[]
}

const sum = (amounts: readonly { amountCents: string }[]): bigint =>
  amounts.reduce((total, { amountCents }) => total + BigInt(amountCents), 0n)

const magnitude = (cents: bigint): bigint => (cents < 0n ? -cents : cents)

const descending = (one: bigint, other: bigint): number => (one > other ? -1 : one < other ? 1 : 0)

const isUsed = ({ openingCents, movedCents, closingCents }: PositionRow): boolean =>
  [openingCents, movedCents, closingCents].some((cents) => cents !== null && cents !== 0n)

/**
 * Computes the change of the balance from the totals of a period. With `position`, counts only the lines of this
 * position.
 */
export function changeOf(summary: Summary, position: Position | undefined): StatementChange {
  const { opening, closing } = summary
  const totals = summary.totals.filter((total) => position === undefined || total.position === position)
  const positions = POSITIONS.filter((one) => position === undefined || one === position).map(
    (one): PositionRow => ({
      position: one,
      openingCents: opening && BigInt(opening[CENTS_OF[one]]),
      movedCents: sum(totals.filter((total) => total.position === one)),
      closingCents: closing && BigInt(closing[CENTS_OF[one]]),
    }),
  )
  const field = position === undefined ? 'totalCents' : CENTS_OF[position]
  return {
    openingCents: opening && BigInt(opening[field]),
    movedCents: sum(totals),
    closingCents: closing && BigInt(closing[field]),
    linesCount: totals.reduce((count, { linesCount }) => count + linesCount, 0),
    positions: positions.filter(isUsed),
    kinds: kindsOf(totals),
  }
}

function kindsOf(totals: Summary['totals']): KindRow[] {
  const kinds = Map.groupBy(totals, ({ entryType }) => entryType)
  return Array.from(kinds, ([entryType, of]): KindRow => {
    const parts = of.map(({ position, amountCents }) => ({ position, cents: BigInt(amountCents) }))
    return {
      entryType,
      linesCount: of.reduce((count, { linesCount }) => count + linesCount, 0),
      cents: sum(of),
      parts: POSITIONS.flatMap((one) =>
        parts.filter(({ position, cents }) => position === one && cents !== 0n),
      ),
    }
  }).toSorted(
    (one, other) =>
      descending(magnitude(one.cents), magnitude(other.cents)) || other.linesCount - one.linesCount,
  )
}

/**
 * Returns the type of entry that moved the balance most in the direction of the change, or undefined without a change.
 */
export function mainCause({ kinds, movedCents }: StatementChange): KindRow | undefined {
  return kinds.find(({ cents }) => (movedCents < 0n ? cents < 0n : movedCents > 0n && cents > 0n))
}
