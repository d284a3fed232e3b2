import {
  ATTENTION_MAX,
  OTHERS_NAMED,
  type AttentionCount,
  type OtherMerchants,
  type RankedItem,
} from '../home/attention.queries.ts'
import { HOME_COUNTED_MAX, LAST_PAYOUTS, SHOWN_MAX, type SupportCounts } from '../home/home.queries.ts'
import type { RunState } from '../kernel/jobs/request-run.ts'
import { FINDINGS_MAX } from '../ledger/checks/findings.ts'
import type { VerdictType } from '../ledger/verdict.type.ts'
import type { Merchant } from '../merchants/merchant.entity.ts'
import type { PayoutDay } from '../payouts/payout-days.queries.ts'
import type { PayoutType } from '../payouts/payout.type.ts'
import { HIT_KINDS, HITS_MAX, type SearchHit } from '../search/search-hits.ts'
import type { DayResult, DaySummary } from '../reconciliation/day-summary.ts'
import type { RequestFailures } from '../request-log/request.type.ts'
import { addUp } from './add-up.ts'

/** Compares two values for sorting; null comes last. */
function compare<T extends string | number | bigint | Date>(one: T | null, other: T | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return one < other ? -1 : Number(one > other)
}

export const concat = <T>(lists: T[][]): T[] => lists.flat()

export const mergeMerchants = (lists: Merchant[][]): Merchant[] =>
  lists.flat().toSorted((one, other) => compare(one.name, other.name) || compare(one.id, other.id))

export const mergeTexts = (lists: string[][]): string[] => [...new Set(lists.flat())].toSorted(compare)

/** Merges search results by kind, at most HITS_MAX of each kind. Within a kind, keeps the order of the cells. */
export const mergeHits = (lists: SearchHit[][]): SearchHit[] =>
  HIT_KINDS.flatMap((kind) =>
    lists
      .flat()
      .filter((hit) => hit.kind === kind)
      .slice(0, HITS_MAX),
  )

export const mergeAttention = (lists: RankedItem[][]): RankedItem[] =>
  lists
    .flat()
    .toSorted(
      (one, other) =>
        compare(one.rank, other.rank) ||
        compare(one.dueAt, other.dueAt) ||
        compare(one.since, other.since) ||
        compare(one.id, other.id),
    )
    .slice(0, ATTENTION_MAX)

const capped = (counted: number): number => Math.min(counted, HOME_COUNTED_MAX + 1)

export function mergeAttentionCounts(lists: AttentionCount[][]): AttentionCount[] {
  const [first = []] = lists
  const all = lists.flat()
  return first.map(({ kind }) => ({
    kind,
    count: capped(all.reduce((sum, one) => (one.kind === kind ? sum + one.count : sum), 0)),
  }))
}

/** Adds up the numbers of merchants, and names the first OTHERS_NAMED merchants of all cells. */
export const mergeOtherMerchants = (all: OtherMerchants[]): OtherMerchants => ({
  count: all.reduce((total, { count }) => total + count, 0),
  records: capped(all.reduce((total, { records }) => total + records, 0)),
  first: all
    .flatMap(({ first }) => first)
    .toSorted((one, other) => compare(one.name, other.name) || compare(one.merchantId, other.merchantId))
    .slice(0, OTHERS_NAMED),
})

/** Merges the figures for support. The delivery lag is the longest one of all cells, with its merchant. */
export function mergeSupport(counts: (SupportCounts | null)[]): unknown {
  const given = counts.filter((one) => one !== null)
  const [first] = given
  if (!first) return null
  const slowest = given.reduce((one, other) =>
    other.deliveryLagSeconds > one.deliveryLagSeconds ? other : one,
  )
  const sum = (name: 'openDisputes' | 'evidenceToForward' | 'failingEndpoints'): number =>
    capped(given.reduce((total, one) => total + one[name], 0))
  return {
    openDisputes: sum('openDisputes'),
    evidenceToForward: sum('evidenceToForward'),
    failingEndpoints: sum('failingEndpoints'),
    deliveryLagSeconds: slowest.deliveryLagSeconds,
    mostDelayed: slowest.mostDelayed,
    chargesToday: addUp(given.map((one) => one.chargesToday)),
    chargesLastWeek: addUp(given.map((one) => one.chargesLastWeek)),
  }
}

/**
 * Merges the figures for finance. Adds up the figures of all cells, and lists the first SHOWN_MAX suspended merchants
 * of all cells.
 */
export function mergeFinance(parts: ({ suspendedMerchants: object[] } | null)[]): unknown {
  const given = parts.filter((one) => one !== null)
  if (given.length === 0) return null
  const suspendedMerchants = given.flatMap((one) => one.suspendedMerchants).slice(0, SHOWN_MAX)
  return Object.assign({}, addUp(given), { suspendedMerchants })
}

export const mergeLastPayouts = (lists: PayoutType[][]): PayoutType[] =>
  lists
    .flat()
    .toSorted((one, other) => compare(other.createdAt, one.createdAt) || compare(other.id, one.id))
    .slice(0, LAST_PAYOUTS)

export function mergeDays(lists: PayoutDay[][]): unknown[] {
  const days = Map.groupBy(lists.flat(), ({ day }) => day)
  return mergeTexts([[...days.keys()]]).map((day) => addUp(days.get(day) ?? []))
}

type Verdict = Pick<VerdictType, keyof VerdictType>

/**
 * Merges the last verdicts of the ledgers of all cells. The result is null while a ledger was never verified, unless
 * another ledger has findings. The times are those of the oldest verification.
 */
export function mergeVerdicts(verdicts: (Verdict | null)[]): Verdict | null {
  const given = verdicts.filter((one) => one !== null)
  const [oldest] = given.toSorted((one, other) => compare(one.finishedAt, other.finishedAt))
  const isSound = given.every(({ sound }) => sound)
  if (!oldest || (isSound && given.length < verdicts.length)) return null
  const sum = (name: 'merchantsCount' | 'entriesCount' | 'findingsCount'): number =>
    given.reduce((total, one) => total + one[name], 0)
  return {
    ...oldest,
    sound: isSound,
    merchantsCount: sum('merchantsCount'),
    entriesCount: sum('entriesCount'),
    findingsCount: sum('findingsCount'),
    findings: given.flatMap(({ findings }) => findings).slice(0, FINDINGS_MAX),
  }
}

export function mergeRunStates(states: RunState[]): RunState {
  if (states.includes('running')) return 'running'
  return states.includes('due') ? 'due' : 'scheduled'
}

/** The possible results of a day. The first of these results that any cell has is the result of all cells together. */
const RESULTS_BY_WEIGHT: readonly DayResult[] = ['differs', 'open', 'unlisted', 'matches']

/** Adds up the comparisons of a day. The day matches only if it matches in every cell. */
export function mergeDaySummaries(days: DaySummary[]): unknown {
  const result = RESULTS_BY_WEIGHT.find((one) => days.some((day) => day.result === one))
  return addUp(days.map((day) => ({ ...day, result })))
}

/** Adds up the failed calls by error code, the most frequent code first. */
export function mergeFailures(all: RequestFailures[]): RequestFailures {
  const byCode = Map.groupBy(
    all.flatMap(({ codes }) => codes),
    ({ code }) => code,
  )
  const codes = Array.from(byCode, ([code, found]) => ({
    code,
    count: found.reduce((total, one) => total + one.count, 0),
    lastAt: found.reduce((last, one) => (one.lastAt > last ? one.lastAt : last), new Date(0)),
  }))
  return {
    codes: codes.toSorted((one, other) => other.count - one.count || compare(one.code, other.code)),
    count: codes.reduce((total, one) => total + one.count, 0),
    isPartial: all.some(({ isPartial }) => isPartial),
  }
}
