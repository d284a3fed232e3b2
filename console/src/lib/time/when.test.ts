import { expect, test } from 'vitest'
import { formatDayHeading, formatRelative, formatWhen, offsetOf, precisionToTellApart } from './when.ts'

const ISO = '2026-11-21T01:30:05.123Z'
const SP = 'America/Sao_Paulo'

test('the same instant is formatted in each time zone', () => {
  expect(formatWhen(ISO, { language: 'pt-BR', zone: SP, precision: 'minute' })).toBe('20/11/2026 22:30')
  expect(formatWhen(ISO, { language: 'pt-BR', zone: 'UTC', precision: 'second' })).toBe('21/11/2026 01:30:05')
  expect(formatWhen(ISO, { language: 'en', zone: SP, precision: 'minute' })).toBe('20 Nov 2026, 22:30')
  expect(formatWhen(ISO, { language: 'pt-BR', zone: SP, precision: 'day' })).toBe('20/11/2026')
  expect(formatWhen(ISO, { language: 'pt-BR', zone: SP, precision: 'hour' })).toBe('22:30')
})

test('midnight is 00:00, not 24:00', () => {
  const iso = '2026-11-20T03:00:00.000Z'
  expect(formatWhen(iso, { language: 'en', zone: SP, precision: 'hour' })).toBe('00:00')
})

test('the UTC offset is the offset on the formatted day, including daylight saving time', () => {
  expect(offsetOf(ISO, SP)).toBe('UTC\u221203:00')
  expect(offsetOf('2018-12-10T12:00:00Z', SP)).toBe('UTC\u221202:00')
  expect(offsetOf(ISO, 'UTC')).toBe('UTC')
})

test('the heading of an instant names the day in the given time zone', () => {
  expect(formatDayHeading(ISO, 'pt-BR', SP)).toBe('Sexta-feira, 20 de novembro de 2026')
  expect(formatDayHeading(ISO, 'en', 'UTC')).toMatch(/^Saturday,? 21 November 2026$/)
})

test('a relative time from one hour to a year has up to two units', () => {
  const now = Date.parse(ISO)
  expect(formatRelative('2026-11-28T01:29:00Z', 'pt-BR', now)).toBe('em 6 d 23 h')
  expect(formatRelative('2026-11-28T01:29:00Z', 'en', now)).toBe('in 6 d 23 h')
  expect(formatRelative('2026-11-20T23:25:05Z', 'en', now)).toBe('2 h 5 min ago')
  expect(formatRelative('2026-10-22T01:30:05Z', 'pt-BR', now)).toBe('há 30 d')
  expect(formatRelative('2024-11-20T01:30:05Z', 'pt-BR', now)).toBe('há 2 anos')
})

test('a relative time of less than one hour is rounded down to whole minutes or seconds', () => {
  const now = Date.parse(ISO)
  expect(formatRelative('2026-11-21T01:27:00Z', 'pt-BR', now)).toBe('há 3 minutos')
  expect(formatRelative('2026-11-21T02:29:06Z', 'en', now)).toBe('in 59 minutes')
  expect(formatRelative(ISO, 'pt-BR', now)).toBe('agora')
})

test('times of which two lie in the same minute are shown to the second', () => {
  const first = '2026-11-29T11:00:05.000Z'
  const sameMinute = '2026-11-29T11:00:40.000Z'
  const nextMinute = '2026-11-29T11:01:00.000Z'
  expect(precisionToTellApart([first, nextMinute, sameMinute])).toBe('second')
  expect(precisionToTellApart([sameMinute, nextMinute])).toBe('minute')
  expect(precisionToTellApart([first, null, null])).toBe('minute')
})
