import { expect, test } from 'vitest'
import { addUp } from './add-up.ts'
import {
  mergeAttention,
  mergeAttentionCounts,
  mergeDays,
  mergeDaySummaries,
  mergeFailures,
  mergeHits,
  mergeOtherMerchants,
  mergeRunStates,
  mergeSupport,
  mergeVerdicts,
} from './merges.ts'

const verdict = (day: number, sound = true) => ({
  id: `v${day}`,
  startedAt: new Date(Date.UTC(2026, 0, day)),
  finishedAt: new Date(Date.UTC(2026, 0, day)),
  sound,
  merchantsCount: 2,
  entriesCount: 10,
  findingsCount: sound ? 0 : 1,
  findings: [],
  requestedBy: 'job:verify',
})

test('the merged verdict has the sums of all ledgers and the time of the oldest verification', () => {
  expect(mergeVerdicts([verdict(3), verdict(2)])).toMatchObject({
    finishedAt: new Date(Date.UTC(2026, 0, 2)),
    sound: true,
    merchantsCount: 4,
    entriesCount: 20,
  })
})

test('while a ledger was never verified, the merged verdict is null, unless another ledger has findings', () => {
  expect(mergeVerdicts([verdict(3), null])).toBe(null)
  expect(mergeVerdicts([null, verdict(3, false)])).toMatchObject({ sound: false, findingsCount: 1 })
  expect(mergeVerdicts([null, null])).toBe(null)
})

test('the merged state of a verification is `running` or `due` if one cell has this state', () => {
  expect(mergeRunStates(['scheduled', 'due', 'running'])).toBe('running')
  expect(mergeRunStates(['scheduled', 'due'])).toBe('due')
  expect(mergeRunStates(['scheduled', 'scheduled'])).toBe('scheduled')
})

const charges = { created: 1, createdCents: 5n, paid: 0, paidCents: 0n }
const support = (lag: number, disputes: number) => ({
  openDisputes: disputes,
  evidenceToForward: 1,
  failingEndpoints: 0,
  deliveryLagSeconds: lag,
  mostDelayed: { merchantId: `delayed by ${lag} s` },
  chargesToday: charges,
  chargesLastWeek: charges,
})

test('merged counts are sums of at most 1001, and the merged delivery lag is the longest one', () => {
  expect(mergeSupport([support(3, 1_001), support(9, 4)])).toMatchObject({
    openDisputes: 1_001,
    evidenceToForward: 2,
    deliveryLagSeconds: 9,
    mostDelayed: { merchantId: 'delayed by 9 s' },
    chargesToday: { created: 2, createdCents: 10n },
  })
  expect(mergeSupport([null, null])).toBe(null)
  const counts = [{ kind: 'dispute' as const, count: 700 }]
  expect(mergeAttentionCounts([counts, counts])).toEqual([{ kind: 'dispute', count: 1_001 }])
})

/** The other merchants of a cell: one more than those with a name here. */
const othersOfCell = (...names: string[]) => ({
  count: names.length + 1,
  records: 10 * (names.length + 1),
  first: names.map((name) => ({ merchantId: `id of ${name}`, name, kinds: ['dispute' as const] })),
})

test('mergeOtherMerchants counts the merchants of all cells, and returns the first three by name', () => {
  const cells = [othersOfCell('B', 'D'), othersOfCell(), othersOfCell('A', 'C')]
  const { count, records, first } = mergeOtherMerchants(cells)
  expect(count).toBe(7)
  expect(records).toBe(70)
  expect(first.map(({ name }) => name)).toEqual(['A', 'B', 'C'])
})

const item = (id: string, rank: number, dueAt: number | null, since: number) => ({
  kind: 'dispute' as const,
  id,
  merchantId: 'm',
  chargeId: null,
  label: null,
  amountCents: null,
  rank,
  dueAt: dueAt === null ? null : new Date(dueAt),
  since: new Date(since),
})

test('merged attention items are sorted: future deadlines first, then no deadline (oldest first), then passed deadlines', () => {
  const one = [item('a', 0, 20, 1), item('b', 1, null, 5), item('c', 2, 1, 0)]
  const other = [item('d', 0, 10, 9), item('e', 1, null, 4)]
  expect(mergeAttention([one, other]).map(({ id }) => id)).toEqual(['d', 'a', 'e', 'b', 'c'])
})

const hit = (kind: 'charge' | 'merchant', id: number) => ({
  kind,
  id: String(id),
  merchantId: 'm',
  title: null,
  detail: null,
  amountCents: null,
  path: '/',
})

test('merged search results have at most four hits of each kind', () => {
  const lists = [
    [hit('charge', 1), hit('charge', 2), hit('charge', 3)],
    [hit('merchant', 4), hit('charge', 5), hit('charge', 6)],
  ]
  expect(mergeHits(lists).map(({ id }) => id)).toEqual(['4', '1', '2', '3', '5'])
})

const day = (name: string, paidCents: bigint) => ({
  day: name,
  paidCents,
  paid: 1,
  reversedCents: 0n,
  reversed: 0,
})

test('the payouts of a day are added up, even if a cell has no payouts of this day', () => {
  expect(mergeDays([[day('2026-01-02', 5n)], [day('2026-01-01', 1n), day('2026-01-02', 7n)]])).toEqual([
    day('2026-01-01', 1n),
    { ...day('2026-01-02', 12n), paid: 2 },
  ])
})

test('addUp ignores null, adds numbers, and returns true if one of the booleans is true', () => {
  expect(addUp([{ cents: 1n, isPartial: false }, null, { cents: 2n, isPartial: true }])).toEqual({
    cents: 3n,
    isPartial: true,
  })
  expect(addUp([null, undefined])).toBe(null)
})

const sums = (cents: bigint) => ({
  recordedCount: 1,
  recordedCents: cents,
  networkCents: cents,
  confirmedCount: 1,
  confirmedCents: cents,
  laterCount: 0,
  laterCents: 0n,
})
const daySummary = (result: 'matches' | 'differs' | 'unlisted', cents: bigint) => ({
  result,
  from: new Date(Date.UTC(2026, 0, 1)),
  to: new Date(Date.UTC(2026, 0, 2)),
  payments: sums(cents),
  returns: sums(0n),
  payouts: { count: 1, payoutCents: 2n, journalCents: 2n },
  openCount: 1,
  openIds: [String(cents)],
  closedCount: 0,
})

const resultOf = (...results: ('matches' | 'differs' | 'unlisted')[]) =>
  mergeDaySummaries(results.map((result) => daySummary(result, 1n)))

test('a day matches only if it matches in every cell, and its sums are those of all cells', () => {
  expect(mergeDaySummaries([daySummary('matches', 5n), daySummary('matches', 7n)])).toMatchObject({
    result: 'matches',
    from: new Date(Date.UTC(2026, 0, 1)),
    payments: { recordedCount: 2, recordedCents: 12n },
    payouts: { count: 2, payoutCents: 4n },
    openCount: 2,
    openIds: ['5', '7'],
  })
  expect(resultOf('matches', 'unlisted')).toMatchObject({ result: 'unlisted' })
  expect(resultOf('unlisted', 'matches', 'differs')).toMatchObject({ result: 'differs' })
})

const lastAt = (date: number) => new Date(Date.UTC(2026, 0, date))

const failuresOf = (count: number, date: number) => ({
  codes: [
    { code: 'conflict' as const, count, lastAt: lastAt(date) },
    { code: 'not_found' as const, count: 2, lastAt: lastAt(1) },
  ],
  count: count + 2,
  isPartial: date > 2,
})

test('the failed calls of all cells are counted by code, the most frequent code first', () => {
  expect(mergeFailures([failuresOf(1, 2), failuresOf(1, 3)])).toEqual({
    codes: [
      { code: 'not_found', count: 4, lastAt: lastAt(1) },
      { code: 'conflict', count: 2, lastAt: lastAt(3) },
    ],
    count: 6,
    isPartial: true,
  })
})
