import { expect, test } from 'vitest'
import { scaleOf, stepAt } from './scale.ts'

test('the largest amount stands at the top, zero is always shown, a debt stands below it', () => {
  const { y, low, high } = scaleOf([500n, 1000n, -1000n])
  expect([low, high]).toEqual([-1000n, 1000n])
  expect([y(1000n), y(0n), y(-1000n)]).toEqual([0, 0.5, 1])
})

test('nothing but zeros lies at the foot', () => {
  expect(scaleOf([0n, 0n]).y(0n)).toBe(1)
})

test.each([
  [0, 0],
  [0.49, 0],
  [0.5, 1],
  [1, 1],
  [-0.2, 0],
  [1.3, 1],
])('of two steps the one nearest to %d is %d', (place, step) => {
  expect(stepAt(place, 2)).toBe(step)
})
