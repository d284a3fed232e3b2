import { beforeEach, expect, test } from 'vitest'
import { plusMs } from '../clock.ts'
import { FailingMerchants } from './failing-merchants.ts'
import { FAILED_ROWS_MAX } from './job-failure.ts'

const MERCHANT = 'failing'
const NOW = new Date('2026-03-01T12:00:00Z')

let failing: FailingMerchants
beforeEach(() => {
  failing = new FailingMerchants()
})

const isPaused = (afterMs: number) => failing.isPaused(MERCHANT, plusMs(NOW, afterMs))
const failRows = (count: number) => {
  for (let n = 0; n < count; n++) failing.failed(MERCHANT, `row-${n}`, NOW)
}

test('after more than three failed rows of a merchant, the job pauses its work for this merchant only', () => {
  failRows(FAILED_ROWS_MAX)
  expect(isPaused(0)).toBe(false)
  failRows(FAILED_ROWS_MAX + 1)
  expect([isPaused(1_999), isPaused(2_000)]).toEqual([true, false])
  expect(failing.isPaused('other', NOW)).toBe(false)
})

test('a job does not pause its work for a merchant of which only one row fails, however often the row fails', () => {
  for (let n = 0; n < 12; n++) failing.failed(MERCHANT, 'row', NOW)
  expect(isPaused(0)).toBe(false)
})

test('the pause for a locked merchant doubles up to 30 s, until a success resets it', () => {
  for (const pauseMs of [2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
    failing.locked(MERCHANT, NOW)
    expect([isPaused(pauseMs - 1), isPaused(pauseMs)]).toEqual([true, false])
  }
  failing.succeeded(MERCHANT)
  expect(isPaused(0)).toBe(false)
  failing.locked(MERCHANT, NOW)
  expect(isPaused(2_000)).toBe(false)
})
