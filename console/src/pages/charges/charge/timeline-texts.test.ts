import { expect, test } from 'vitest'
import { deliveryDetail } from './timeline-texts.ts'

const answered = (attempts: number, lastStatusCode: number | null, lastError: string | null) =>
  deliveryDetail({ attempts, lastStatusCode, lastError })

test('the detail of a delivery is its last answer and the number of attempts', () => {
  expect(answered(1, 204, null)).toEqual(['HTTP 204, 1 tentativa', 'HTTP 204, 1 attempt'])
  expect(answered(3, null, 'timeout')).toEqual([
    expect.stringMatching(/^\S.*, 3 tentativas$/),
    expect.stringMatching(/^\S.*, 3 attempts$/),
  ])
})

test('the detail of an attempt without an answer is its number', () => {
  expect(answered(1, null, null)).toEqual(['1 tentativa', '1 attempt'])
  expect(answered(0, null, null)).toEqual(['', ''])
})
