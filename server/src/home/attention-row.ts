import { sql, type Expression } from 'kysely'
import type { ExceptionKind } from '../exceptions/exception.entity.ts'

/** The kinds of records that need attention. The home page shows the counts in this order. */
export const ATTENTION_KINDS = [
  'dispute',
  'evidence_to_forward',
  'return_failed',
  'held_payment',
  'refund_failed',
  'payout_reserved',
  'difference',
  'endpoint_disabled',
  'endpoint_paused',
  'endpoint_failing',
  'issuance_stuck',
] as const
export type AttentionKind = (typeof ATTENTION_KINDS)[number]

/** A row of the attention list, with the values for the sort order and for the amount of a difference. */
export interface AttentionRow {
  kind: AttentionKind
  id: string
  merchantId: string
  chargeId: string | null
  label: string | null
  amountCents: bigint | null
  dueAt: Date | null
  since: Date
  exceptionKind: ExceptionKind | null
  details: Record<string, string> | null
  rank: number
}

/** The columns from which each kind takes the values of its items. `columnsOf` selects null for an absent column. */
export interface Columns {
  id: string
  merchantId: string
  since: string
  chargeId?: string
  label?: string
  amountCents?: string
  dueAt?: Expression<Date | null>
  exceptionKind?: string
  details?: string
}

/** Selects a column, or null of the given type if the kind has no such column. */
const given = <Value>(column: string | undefined, type: 'uuid' | 'text' | 'bigint' | 'jsonb') =>
  column === undefined ? sql<Value | null>`null::${sql.raw(type)}` : sql.ref<Value | null>(column)

/**
 * Selects the columns of an item. The columns are the same for every kind of item. The values of `of` are names of
 * columns.
 */
export function columnsOf(kind: AttentionKind, of: Columns, now: Date) {
  const dueAt = of.dueAt ?? sql<Date | null>`null::timestamptz`
  return [
    sql<AttentionKind>`${sql.lit(kind)}::text`.as('kind'),
    sql.ref<string>(of.id).as('id'),
    sql.ref<string>(of.merchantId).as('merchantId'),
    given<string>(of.chargeId, 'uuid').as('chargeId'),
    given<string>(of.label, 'text').as('label'),
    given<bigint>(of.amountCents, 'bigint').as('amountCents'),
    sql<Date | null>`${dueAt}`.as('dueAt'),
    sql.ref<Date>(of.since).as('since'),
    given<ExceptionKind>(of.exceptionKind, 'text').as('exceptionKind'),
    given<Record<string, string>>(of.details, 'jsonb').as('details'),
    // Deadlines that a person can still meet come first, and passed deadlines last.
    sql<number>`case when ${dueAt} is null then 1 when ${dueAt} <= ${now} then 2 else 0 end`.as('rank'),
  ] as const
}
