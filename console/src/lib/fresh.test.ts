import { expect, test } from 'vitest'
import { refreshed } from './fresh.ts'

const row = (id: string, state = 'old') => ({ id, state })

test('rows that are shown change in place, rows that came since are only counted', () => {
  const { rows, count } = refreshed(
    [row('b'), row('a')],
    [row('d'), row('c'), row('b', 'new'), row('a')],
    true,
  )
  expect(rows).toEqual([row('b', 'new'), row('a')])
  expect(count).toBe(2)
})

test('a row that came into the middle, by a change of its state, is new as well', () => {
  expect(refreshed([row('c'), row('a')], [row('c'), row('b'), row('a')], false).count).toBe(1)
})

test('a row that only moved up because another left is not new, unless the whole list was shown', () => {
  const shown = [row('d'), row('c')]
  const newest = [row('c'), row('b')]
  expect(refreshed(shown, newest, false).count).toBe(0)
  expect(refreshed(shown, newest, true).count).toBe(1)
})

test('in an empty list everything is new, and when all were replaced so is everything', () => {
  expect(refreshed([], [row('a')], true).count).toBe(1)
  expect(refreshed([row('a')], [row('c'), row('b')], false).count).toBe(2)
})
