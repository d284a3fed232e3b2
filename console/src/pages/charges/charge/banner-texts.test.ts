import { expect, test } from 'vitest'
import { rolesIn, rolesWith } from '../../../lib/i18n/people/server-roles.ts'
import { banners, differenceSteps, precisionToTellApart } from './banner-texts.ts'

test('the texts about a difference name the roles that resolve it and those that see it', () => {
  expect(rolesIn(differenceSteps.resolve)).toEqual(rolesWith('reconciliation.close'))
  expect(rolesIn(differenceSteps.read)).toEqual(rolesWith('reconciliation.read'))
})

test('the text about repeating the return of a held payment names the roles that may repeat it', () => {
  expect(rolesIn(banners.retryReturn)).toEqual(rolesWith('case.retry_return'))
})

test('two times in the same minute are shown to the second', () => {
  expect(precisionToTellApart('2026-11-29T11:00:05.000Z', '2026-11-29T11:00:40.000Z')).toBe('second')
  expect(precisionToTellApart('2026-11-29T11:00:59.000Z', '2026-11-29T11:01:00.000Z')).toBe('minute')
  expect(precisionToTellApart('2026-11-29T11:00:05.000Z', null)).toBe('minute')
})
