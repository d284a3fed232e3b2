import type { ReconciliationDayQuery } from '../../../api/generated/graphql.ts'

export type DaySummary = ReconciliationDayQuery['reconciliationDay']

/** The kinds of records for which the page compares the journal with the Pix network or with the list of payouts. */
export type ComparedKind = 'payments' | 'returns' | 'payouts'

export type ComparedRow = { kind: ComparedKind; count: number; journalCents: string; otherCents: string }

/** Returns the rows that compare the journal of a day with the Pix network and with the payouts. */
export function comparedRows({ payments, returns, payouts }: DaySummary): ComparedRow[] {
  const compared = { payments, returns }
  return [
    ...(['payments', 'returns'] as const).map((kind) => ({
      kind,
      count: compared[kind].recordedCount,
      journalCents: compared[kind].recordedCents,
      otherCents: compared[kind].networkCents,
    })),
    {
      kind: 'payouts',
      count: payouts.count,
      journalCents: payouts.journalCents,
      otherCents: payouts.payoutCents,
    },
  ]
}

/** Returns the amount at the Pix network or in the payouts minus the amount in the journal. */
export const differenceOf = (row: ComparedRow): bigint => BigInt(row.otherCents) - BigInt(row.journalCents)
