import { expect, test } from 'vitest'
import { deliveryDetail } from './timeline.ts'

const answered = (attempts: number, lastStatusCode: number | null, lastError: string | null) =>
  deliveryDetail({ attempts, lastStatusCode, lastError })

test('a delivery tells its last answer and the number of its attempts', () => {
  expect(answered(1, 204, null)).toEqual(['HTTP 204, 1 tentativa', 'HTTP 204, 1 attempt'])
  expect(answered(3, null, 'timeout')).toEqual([
    expect.stringMatching(/^\S.*, 3 tentativas$/),
    expect.stringMatching(/^\S.*, 3 attempts$/),
  ])
})

test('an attempt without an answer yet is told by its number alone', () => {
  expect(answered(1, null, null)).toEqual(['1 tentativa', '1 attempt'])
  expect(answered(0, null, null)).toEqual(['', ''])
})
