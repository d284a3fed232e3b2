import { expect, test } from 'vitest'
import {
  kindOfReplay,
  REPLAY_KINDS,
  REPLAY_PERIODS,
  replayInstants,
  replayKindFilter,
  progressTenths,
} from './replay-filter.ts'

const NOW = Date.parse('2026-11-20T01:30:00Z')
const DAY_MS = 86_400_000

test('the days of a replay period start at midnight in the given time zone', () => {
  expect(replayInstants('today', 'America/Sao_Paulo', NOW)).toEqual({
    from: '2026-11-19T03:00:00.000Z',
    to: '2026-11-20T01:30:00.000Z',
  })
  expect(replayInstants('yesterday', 'UTC', NOW)).toEqual({
    from: '2026-11-19T00:00:00.000Z',
    to: '2026-11-20T00:00:00.000Z',
  })
})

test('no selectable period is longer than the 14 days that a bulk replay may cover', () => {
  for (const period of REPLAY_PERIODS) {
    const { from, to } = replayInstants(period, 'America/Sao_Paulo', NOW)
    expect(Date.parse(to) - Date.parse(from)).toBeLessThanOrEqual(14 * DAY_MS)
  }
})

test('only the replay kinds `succeeded` and `all` resend successful deliveries', () => {
  const taken = REPLAY_KINDS.filter((kind) => replayKindFilter(kind).includeSucceeded)
  expect(taken).toEqual(['succeeded', 'all'])
})

test('only the replay kind `events` includes events without a delivery, and it has no status filter', () => {
  const wide = REPLAY_KINDS.filter((kind) => replayKindFilter(kind).source === 'events')
  expect(wide).toEqual(['events'])
  expect(replayKindFilter('events').status).toBeNull()
})

test('kindOfReplay returns the kind whose filter the replay has', () => {
  for (const kind of REPLAY_KINDS) {
    const { status: deliveryStatus, ...filter } = replayKindFilter(kind)
    expect(kindOfReplay({ ...filter, deliveryStatus })).toBe(kind)
  }
  expect(kindOfReplay({ source: 'events', deliveryStatus: null, includeSucceeded: true })).toBe('allEvents')
})

test('the progress of a replay is rounded down to tenths', () => {
  expect([
    progressTenths(0, 40),
    progressTenths(3, 40),
    progressTenths(4, 40),
    progressTenths(40, 40),
    progressTenths(0, 0),
  ]).toEqual([0, 0, 1, 10, 10])
})
