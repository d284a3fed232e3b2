import { payouts as texts } from './texts.ts'
import type { PayoutQuery } from '../../api/generated/graphql.ts'
import type { Text } from '../../lib/text.ts'

type Payout = Pick<PayoutQuery['payout'], 'state' | 'reservedAt' | 'createdAt' | 'createdBy' | 'changes'>

/** The time of a change of a payout, or the author of a change; null if the audit log does not contain it. */
export type RecordDetail = { name: Text } & ({ at: string | null } | { by: string | null })

/** Names of the time and the author of each change of a payout. */
const CHANGE: Readonly<Record<string, { at: Text; by: Text }>> = {
  completed: { at: texts.recordedAt, by: texts.recordedBy },
  given_back: { at: texts.givenBackAt, by: texts.givenBackBy },
  reversed: { at: texts.reversedAt, by: texts.reversedBy },
}

/** The kinds of changes that create a payout. */
const CREATION: ReadonlySet<string> = new Set(['reserved', 'recorded'])

/**
 * Returns when and by whom the payout was reserved, or recorded without a reservation, and when and by whom it was
 * changed afterwards. For a reserved payout, also returns the author of the payment record as null, because the payment
 * is not recorded yet.
 */
export function recordDetails({ reservedAt, createdAt, createdBy, changes, state }: Payout): RecordDetail[] {
  // Only the audit log names the operator of a command.
  const creator = changes.find(({ kind }) => CREATION.has(kind))?.by ?? createdBy
  const made: RecordDetail[] =
    reservedAt === null
      ? [
          { name: texts.recordedAt, at: createdAt },
          { name: texts.recordedBy, by: creator },
        ]
      : [
          { name: texts.reservedAt, at: reservedAt },
          { name: texts.reservedBy, by: creator },
        ]
  const later = changes.flatMap(({ kind, at, by }): RecordDetail[] => {
    const change = CHANGE[kind]
    return change
      ? [
          { name: change.at, at },
          { name: change.by, by },
        ]
      : []
  })
  return [...made, ...later, ...(state === 'reserved' ? [{ name: texts.recordedBy, by: null }] : [])]
}
