import { expect, test } from 'vitest'
import { isFlatZero, nearestStep, scaleOf, slotAt, stacked } from './scale.ts'

test('a chart scale has the largest amount at the top, always contains zero, and shows a debt below zero', () => {
  const { y, low, high } = scaleOf([500n, 1000n, -1000n])
  expect([low, high]).toEqual([-1000n, 1000n])
  expect([y(1000n), y(0n), y(-1000n)]).toEqual([0, 0.5, 1])
})

test('a chart scale of zeros has zero at the bottom', () => {
  expect(scaleOf([0n, 0n]).y(0n)).toBe(1)
})

test('zeros and missing values are zero throughout, and an amount or a debt among them is not', () => {
  expect(
    [
      [0n, null, 0n],
      [0n, 1n],
      [-1n, 0n],
    ].map(isFlatZero),
  ).toEqual([true, false, false])
})

test.each([
  [0, 0],
  [0.49, 0],
  [0.5, 1],
  [1, 1],
  [-0.2, 0],
  [1.3, 1],
])('in a chart with two steps, the nearest step to the position %d is step %d', (place, step) => {
  expect(nearestStep(place, 2)).toBe(step)
})

test.each([
  [0, 0],
  [0.49, 0],
  [0.5, 1],
  [1, 1],
  [-0.2, 0],
  [1.3, 1],
])('in a chart with two slots, the position %d is in slot %d', (place, slot) => {
  expect(slotAt(place, 2)).toBe(slot)
})

test('in a chart with a single slot, any pointer position selects that slot', () => {
  expect([slotAt(0, 1), slotAt(0.9, 1), nearestStep(0.9, 1)]).toEqual([0, 0, 0])
})

test('the values of one chart step are stacked, and missing values take no space', () => {
  const series = [
    { id: 'ok', values: [5n, 0n, null] },
    { id: 'failed', values: [2n, 3n, null] },
  ]
  expect(stacked(3, series)).toEqual([
    {
      parts: [
        { id: 'ok', from: 0n, to: 5n },
        { id: 'failed', from: 5n, to: 7n },
      ],
      total: 7n,
    },
    { parts: [{ id: 'failed', from: 0n, to: 3n }], total: 3n },
    { parts: [], total: 0n },
  ])
})
