import { expect, test } from 'vitest'
import { REPLAY_PERIODS, replayInstants, replayStatuses, tenths } from './replay-filter.ts'

const NOW = Date.parse('2026-11-20T01:30:00Z')
const DAY_MS = 86_400_000

test('days begin at midnight in the zone shown', () => {
  expect(replayInstants('today', 'America/Sao_Paulo', NOW)).toEqual({
    from: '2026-11-19T03:00:00.000Z',
    to: '2026-11-20T01:30:00.000Z',
  })
  expect(replayInstants('yesterday', 'UTC', NOW)).toEqual({
    from: '2026-11-19T00:00:00.000Z',
    to: '2026-11-20T00:00:00.000Z',
  })
})

test('no period is longer than one replay may span', () => {
  for (const period of REPLAY_PERIODS) {
    const { from, to } = replayInstants(period, 'America/Sao_Paulo', NOW)
    expect(Date.parse(to) - Date.parse(from)).toBeLessThanOrEqual(14 * DAY_MS)
  }
})

test('deliveries that arrived are sent again only when they are asked for', () => {
  expect(replayStatuses('missed')).toEqual({ status: null, includeSucceeded: false })
  expect(replayStatuses('succeeded')).toEqual({ status: 'succeeded', includeSucceeded: true })
  expect(replayStatuses('all')).toEqual({ status: null, includeSucceeded: true })
})

test('progress is told ten times', () => {
  expect([tenths(0, 40), tenths(3, 40), tenths(4, 40), tenths(40, 40), tenths(0, 0)]).toEqual([
    0, 0, 1, 10, 10,
  ])
})
