import { expressionBuilder, type Expression, type SqlBool } from 'kysely'
import type { Context } from '../kernel/context.ts'
import type { SortOrder } from '../kernel/database/page.ts'
import { db, type Tables } from '../kernel/database/tables.ts'
import { CASE_KINDS, CASE_STATUSES, type CaseKind, type CaseStatus } from './financial-case.entity.ts'

export interface CaseFilter {
  kind?: readonly CaseKind[] | undefined
  status?: readonly CaseStatus[] | undefined
  chargeId?: string | undefined
  /**
   * If true, selects only cases with an exception, which staff must resolve. If false, selects only cases without an
   * exception.
   */
  hasException?: boolean | undefined
}

/**
 * The position of a case in a list. Cases with a lower rank come first. Among cases with the same rank, the time and
 * then the id decide.
 */
export interface CasePosition {
  rank: number
  at: Date
  id: string
}

export interface CaseConditions {
  /** The merchant whose cases are listed; null for all merchants. */
  merchantId: string | null
  filter: CaseFilter
  after: CasePosition | undefined
  limit: number
}

type Direction = 'asc' | 'desc'

/** A part of a list: cases of one rank, which one index returns in the order of the list. */
type Part = { rank: number } & (
  | { of: 'dispute'; status: 'open' | 'returning' }
  | { of: 'case'; at: 'f.opened_at' | 'f.closed_at'; kind?: CaseKind; status?: CaseStatus }
)

/**
 * Selects one page of cases. Open cases start with the disputes to decide, the earliest deadline first. Then come the
 * other open cases, the oldest first. The disputes that are being returned come last. Closed cases are ordered by the
 * time when they were closed, the newest first. If the filter allows open and closed cases, all cases are ordered by
 * the time when they were opened, the newest first. Each part of the list reads one index range and stops at the limit.
 * Returns null if no case can match.
 */
export function selectCases(ctx: Context, given: CaseConditions) {
  const { parts, direction } = partsOf(given.filter)
  const rank = given.after?.rank ?? 0
  const [first, ...others] = parts
    .filter((part) => part.rank >= rank)
    .map((part) =>
      db(ctx)
        .selectFrom(selectPart(given, part, direction).as('c'))
        .selectAll('c')
        .select(literal(part.rank)),
    )
  if (!first) return null
  return db(ctx)
    .selectFrom(others.reduce((all, next) => all.unionAll(next), first).as('c'))
    .selectAll('c')
    .orderBy('c.rank')
    .orderBy('c.at', direction)
    .orderBy('c.id', direction)
    .limit(given.limit)
}

/** Returns the order of a list with this filter. */
export function orderOfCases(filter: CaseFilter): SortOrder {
  const { direction } = partsOf(filter)
  return { rank: 'numbers asc', at: direction, id: direction }
}

const literal = (rank: number) => expressionBuilder<Tables>().lit(rank).as('rank')

function partsOf({ kind, status = [] }: CaseFilter): { parts: Part[]; direction: Direction } {
  // A filter may repeat a value. Each part must be in the list only once.
  const kinds = Array.from(new Set(kind ?? CASE_KINDS))
  if (kinds.length === 0) return { parts: [], direction: 'asc' }
  const statuses = Array.from(new Set(status.length > 0 ? status : CASE_STATUSES))
  if (statuses.every((one) => one === 'open')) return { parts: kinds.flatMap(openPartsOf), direction: 'asc' }
  if (statuses.includes('open'))
    return { parts: [{ rank: 0, of: 'case', at: 'f.opened_at' }], direction: 'desc' }
  const parts = statuses.flatMap((one) =>
    kinds.map((of): Part => ({ rank: 0, of: 'case', at: 'f.closed_at', kind: of, status: one })),
  )
  return { parts, direction: 'desc' }
}

/** Returns the parts with the open cases of a kind. Only disputes have a deadline. */
function openPartsOf(kind: CaseKind): Part[] {
  if (kind !== 'dispute') return [{ rank: 1, of: 'case', at: 'f.opened_at', kind, status: 'open' }]
  return [
    { rank: 0, of: 'dispute', status: 'open' },
    { rank: 2, of: 'dispute', status: 'returning' },
  ]
}

type Named = Tables & { f: Tables['financial_case']; d: Tables['dispute'] }
const named = expressionBuilder<Named, 'f' | 'd'>()
const tables = expressionBuilder<Tables>()

/** Selects the first rows of a part after the cursor. */
function selectPart(given: CaseConditions, part: Part, direction: Direction) {
  if (part.of === 'case')
    return tables
      .selectFrom('financial_case as f')
      .selectAll('f')
      .select(`${part.at} as at`)
      .$narrowType<{ at: Date }>()
      .where(named.and([...commonConditions(given), ...statusOf(part)]))
      .where(isAfter(given, part, { at: part.at, id: 'f.id', direction }))
      .orderBy(part.at, direction)
      .orderBy('f.id', direction)
      .limit(given.limit)
  return tables
    .selectFrom('dispute as d')
    .innerJoin('financial_case as f', (join) =>
      join.onRef('f.merchant_id', '=', 'd.merchant_id').onRef('f.id', '=', 'd.case_id'),
    )
    .selectAll('f')
    .select('d.answer_until as at')
    .where(named.and(commonConditions(given)))
    .$if(given.merchantId !== null, (query) => query.where('d.merchant_id', '=', given.merchantId ?? ''))
    .where('d.status', '=', part.status)
    .where('f.status', '=', 'open')
    .where(isAfter(given, part, { at: 'd.answer_until', id: 'd.case_id', direction }))
    .orderBy('d.answer_until', direction)
    .orderBy('d.case_id', direction)
    .limit(given.limit)
}

function commonConditions({ merchantId, filter }: CaseConditions): Expression<SqlBool>[] {
  const all: Expression<SqlBool>[] = []
  if (merchantId !== null) all.push(named('f.merchant_id', '=', merchantId))
  if (filter.kind) all.push(named('f.kind', 'in', filter.kind))
  if (filter.status && filter.status.length > 0) all.push(named('f.status', 'in', filter.status))
  if (filter.chargeId !== undefined) all.push(named('f.charge_id', '=', filter.chargeId))
  if (filter.hasException !== undefined)
    all.push(named('f.exception', filter.hasException ? 'is not' : 'is', null))
  return all
}

/** Returns the conditions with single values of kind and status, so that the planner can use the partial indexes. */
function statusOf({ kind, status }: { kind?: CaseKind; status?: CaseStatus }): Expression<SqlBool>[] {
  const all: Expression<SqlBool>[] = []
  if (kind) all.push(named('f.kind', '=', kind))
  if (status) all.push(named('f.status', '=', status))
  return all
}

interface Order {
  at: 'f.opened_at' | 'f.closed_at' | 'd.answer_until'
  id: 'f.id' | 'd.case_id'
  direction: Direction
}

/**
 * Returns the condition that a row comes after the cursor. A part with a higher rank than the cursor is read from its
 * start.
 */
function isAfter(
  { after }: CaseConditions,
  { rank }: Part,
  { at, id, direction }: Order,
): Expression<SqlBool> {
  if (!after || after.rank < rank) return named.lit(true)
  return named(named.refTuple(at, id), direction === 'asc' ? '>' : '<', named.tuple(after.at, after.id))
}
