import { afterEach, beforeEach, expect, test } from 'vitest'
import { Instant } from './read-pix.ts'

const zone = process.env.TZ

beforeEach(() => {
  process.env.TZ = 'America/Sao_Paulo'
})

afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

test('a time without an offset is read as UTC, whatever the time zone of the server is', () => {
  expect(Instant.parse('2020-09-10T13:03:33.5')).toEqual(new Date('2020-09-10T13:03:33.500Z'))
  expect(Instant.parse('2020-09-10T10:03:33-03:00')).toEqual(new Date('2020-09-10T13:03:33Z'))
})
