import { expect, test } from 'vitest'
import { Refusals } from './refusals.ts'

test('a period of refusals lasts from the sending of the first refused call to the answer of a later call', () => {
  const refusals = new Refusals()
  refusals.served(0, 10)
  refusals.refused(100, 110)
  refusals.refused(160, 170)
  expect(refusals.isOpen).toBe(true)
  refusals.served(220, 240)
  expect(refusals.isOpen).toBe(false)
  expect(refusals.durationsMs).toEqual([140])
})

test('a served call that was sent before the last refusal arrived does not end the period', () => {
  const refusals = new Refusals()
  refusals.refused(100, 110)
  refusals.served(90, 500)
  refusals.refused(2_500, 2_510)
  refusals.served(2_505, 2_520)
  expect(refusals.durationsMs).toEqual([])
  refusals.served(2_560, 2_570)
  expect(refusals.durationsMs).toEqual([2_470])
})

test('a period begins after the sending of the last call that was served', () => {
  const refusals = new Refusals()
  refusals.served(300, 310)
  refusals.refused(0, 400)
  refusals.served(450, 460)
  expect(refusals.durationsMs).toEqual([160])
})

test('a refusal that arrives late extends its period to the time when its call was sent', () => {
  const refusals = new Refusals()
  refusals.refused(100, 110)
  refusals.refused(60, 120)
  refusals.served(130, 140)
  expect(refusals.durationsMs).toEqual([80])
})
