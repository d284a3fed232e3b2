import { expect, test } from 'vitest'
import { scaleOf } from './scale.ts'

test('the largest amount stands at the top, zero is always shown, a debt stands below it', () => {
  const { y, low, high } = scaleOf([500n, 1000n, -1000n])
  expect([low, high]).toEqual([-1000n, 1000n])
  expect([y(1000n), y(0n), y(-1000n)]).toEqual([0, 0.5, 1])
})

test('nothing but zeros lies at the foot', () => {
  expect(scaleOf([0n, 0n]).y(0n)).toBe(1)
})
