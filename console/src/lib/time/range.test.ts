import { expect, test } from 'vitest'
import { addDays, dayOf, hourOf, isDay, isHour, startOfDayMs, startOfHourMs } from './day.ts'
import { rangeName } from '../i18n/search/filters.ts'
import { chartPeriod, parseRange, rangeDays, rangeHours, resolveRange, withFixedDays } from './range.ts'

const SP = 'America/Sao_Paulo'
const at = (iso: string) => Date.parse(iso)

test('late evening in Sao Paulo belongs to the next day in UTC', () => {
  expect(dayOf(at('2026-11-21T01:30:00Z'), SP)).toBe('2026-11-20')
  expect(dayOf(at('2026-11-21T01:30:00Z'), 'UTC')).toBe('2026-11-21')
})

test('a day starts at midnight of its time zone', () => {
  expect(startOfDayMs('2026-11-20', SP)).toBe(at('2026-11-20T03:00:00Z'))
  expect(startOfDayMs('2026-11-20', 'UTC')).toBe(at('2026-11-20T00:00:00Z'))
})

test('the first instant of a day is right when daylight saving time starts or ends', () => {
  expect(startOfDayMs('2018-11-04', SP)).toBe(at('2018-11-04T03:00:00Z'))
  expect(startOfDayMs('2018-12-01', SP)).toBe(at('2018-12-01T02:00:00Z'))
  expect(startOfDayMs('2019-02-17', SP)).toBe(at('2019-02-17T03:00:00Z'))
})

test('addDays crosses the ends of months and years, and isDay rejects invalid days', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
  expect(isDay('2026-02-30')).toBe(false)
  expect(isDay('2026-2-3')).toBe(false)
})

test('the preset 7d covers today and the six days before', () => {
  expect(resolveRange('7d', SP, at('2026-11-20T15:00:00Z'))).toEqual({
    from: '2026-11-14T03:00:00.000Z',
    to: null,
  })
  expect(resolveRange('7d', SP, at('2026-11-21T15:00:00Z')).from).toBe('2026-11-15T03:00:00.000Z')
})

test('the preset yesterday ends at the start of today', () => {
  expect(resolveRange('yesterday', SP, at('2026-11-21T01:30:00Z'))).toEqual({
    from: '2026-11-19T03:00:00.000Z',
    to: '2026-11-20T03:00:00.000Z',
  })
})

test('a period of days includes its first and its last day in the given time zone', () => {
  expect(resolveRange('2026-11-01..2026-11-20', SP, 0)).toEqual({
    from: '2026-11-01T03:00:00.000Z',
    to: '2026-11-21T03:00:00.000Z',
  })
  expect(resolveRange('2026-11-01..2026-11-01', 'UTC', 0).to).toBe('2026-11-02T00:00:00.000Z')
})

test('an invalid period in a URL is dropped', () => {
  for (const text of ['2026-11-20..2026-11-01', '2026-13-01..2026-13-02', 'lately', '', 7, null, 'a..b..c'])
    expect(parseRange(text)).toBeUndefined()
  expect(parseRange('30d')).toBe('30d')
  expect(rangeDays('2026-11-01..2026-11-20')).toEqual({ first: '2026-11-01', last: '2026-11-20' })
})

test('withFixedDays replaces a preset with its first and last day in the given time zone', () => {
  const now = at('2026-11-21T01:30:00Z')
  expect(withFixedDays('7d', SP, now)).toBe('2026-11-14..2026-11-20')
  expect(withFixedDays('7d', 'UTC', now)).toBe('2026-11-15..2026-11-21')
  expect(withFixedDays('yesterday', SP, now)).toBe('2026-11-19..2026-11-19')
  expect(withFixedDays('2026-11-01..2026-11-20', SP, now)).toBe('2026-11-01..2026-11-20')
})

test('hourOf and startOfHourMs follow the time zone, and isHour rejects invalid hours', () => {
  expect(hourOf(at('2026-11-21T01:30:00Z'), SP)).toBe('2026-11-20T22')
  expect(startOfHourMs('2026-11-20T22', SP)).toBe(at('2026-11-21T01:00:00Z'))
  expect(startOfHourMs('2026-11-20T00', 'UTC')).toBe(at('2026-11-20T00:00:00Z'))
  expect(startOfHourMs('2018-11-04T00', SP)).toBe(startOfHourMs('2018-11-04T01', SP))
  expect([isHour('2026-11-20T23'), isHour('2026-11-20T24'), isHour('2026-02-30T10')]).toEqual([
    true,
    false,
    false,
  ])
})

test('a period of hours includes its first and its last hour in the given time zone', () => {
  const range = '2026-11-20T22..2026-11-21T01'
  expect(parseRange(range)).toBe(range)
  expect(rangeHours(range)).toEqual({ first: '2026-11-20T22', last: '2026-11-21T01' })
  expect(resolveRange(range, SP, 0)).toEqual({
    from: '2026-11-21T01:00:00.000Z',
    to: '2026-11-21T05:00:00.000Z',
  })
  expect(parseRange('2026-11-21T01..2026-11-20T22')).toBeUndefined()
  expect(parseRange('2026-11-20..2026-11-21T01')).toBeUndefined()
})

test('the preset 24h covers the current hour and the 23 hours before it', () => {
  const now = at('2026-11-21T01:30:00Z')
  expect(resolveRange('24h', SP, now)).toEqual({ from: '2026-11-20T02:00:00.000Z', to: null })
  expect(withFixedDays('24h', SP, now)).toBe('2026-11-19T23..2026-11-20T22')
  expect(withFixedDays('2026-11-20T22..2026-11-20T22', SP, now)).toBe('2026-11-20T22..2026-11-20T22')
})

test('the label of a range of hours ends with the last minute of the last hour, and shows a shared date once', () => {
  expect(rangeName('2026-11-20T22..2026-11-20T22')).toEqual([
    '20/11/2026 22:00 a 22:59',
    '20 Nov 2026, 22:00 to 22:59',
  ])
  expect(rangeName('2026-11-20T22..2026-11-21T01')).toEqual([
    '20/11/2026 22:00 a 21/11/2026 01:59',
    '20 Nov 2026, 22:00 to 21 Nov 2026, 01:59',
  ])
  expect(rangeName('2026-11-20..2026-11-20')).toEqual(['20/11/2026', '20 Nov 2026'])
  expect(rangeName('2026-11-20..2026-11-21')).toEqual([
    '20/11/2026 a 21/11/2026',
    '20 Nov 2026 to 21 Nov 2026',
  ])
})

test('a chart period up to now extends to the end of today, and a chart period over 366 days is too long', () => {
  const now = at('2026-11-21T01:30:00Z')
  expect(chartPeriod('today', SP, now)).toEqual({
    from: '2026-11-20T03:00:00.000Z',
    to: '2026-11-21T03:00:00.000Z',
    lengthMs: 86_400_000,
    isTooLong: false,
  })
  expect(chartPeriod('2026-11-01..2026-11-02', SP, now).to).toBe('2026-11-03T03:00:00.000Z')
  expect(chartPeriod('2024-01-01..2024-12-31', SP, now).isTooLong).toBe(false)
  expect(chartPeriod('2024-01-01..2025-01-01', SP, now).isTooLong).toBe(true)
})

test('the presets of months cover this month up to now and the whole last month', () => {
  const now = at('2026-01-01T02:00:00Z')
  expect(resolveRange('month', SP, now)).toEqual({ from: '2025-12-01T03:00:00.000Z', to: null })
  expect(resolveRange('last-month', SP, at('2026-03-10T12:00:00Z'))).toEqual({
    from: '2026-02-01T03:00:00.000Z',
    to: '2026-03-01T03:00:00.000Z',
  })
  expect(withFixedDays('month', SP, now)).toBe('2025-12-01..2025-12-31')
  expect(withFixedDays('last-month', SP, now)).toBe('2025-11-01..2025-11-30')
})
