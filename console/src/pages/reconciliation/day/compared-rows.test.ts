import { expect, test } from 'vitest'
import { comparedRows, differenceOf } from './compared-rows.ts'

const sums = (recordedCents: string, networkCents: string) => ({
  recordedCount: 2,
  recordedCents,
  networkCents,
  confirmedCount: 1,
  laterCount: 0,
  laterCents: '0',
})

test('the rows compare the journal with the network and the payouts', () => {
  const rows = comparedRows({
    result: 'differs',
    payments: sums('1000', '900'),
    returns: sums('50', '80'),
    payouts: { count: 1, payoutCents: '300', journalCents: '300' },
    openCount: 2,
    openIds: [],
    closedCount: 0,
  })
  expect(rows.map((row) => [row.kind, row.count, differenceOf(row)])).toEqual([
    ['payments', 2, -100n],
    ['returns', 2, 30n],
    ['payouts', 1, 0n],
  ])
})
