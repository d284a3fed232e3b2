import { expect, test } from 'vitest'
import { deliveryDetail } from './timeline-texts.ts'

const answered = (attempts: number, lastStatusCode: number | null, lastError: string | null) =>
  deliveryDetail({ attempts, lastStatusCode, lastError })

test('a delivery in the timeline shows its last response and the number of attempts', () => {
  expect(answered(1, 204, null)).toEqual(['HTTP 204, 1 tentativa', 'HTTP 204, 1 attempt'])
  expect(answered(3, null, 'timeout')).toEqual([
    expect.stringMatching(/^\S.*, 3 tentativas$/),
    expect.stringMatching(/^\S.*, 3 attempts$/),
  ])
})

test('a delivery in the timeline without a response shows only the number of attempts', () => {
  expect(answered(1, null, null)).toEqual(['1 tentativa', '1 attempt'])
  expect(answered(0, null, null)).toEqual(['', ''])
})
