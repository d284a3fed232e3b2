import { expect, test } from 'vitest'
import { rolesIn, rolesWith } from '../../../lib/i18n/people/server-roles.ts'
import { banners, differenceSteps } from './banner-texts.ts'

test('the texts about a difference name the roles that resolve it and those that see it', () => {
  expect(rolesIn(differenceSteps.resolve)).toEqual(rolesWith('reconciliation.close'))
  expect(rolesIn(differenceSteps.read)).toEqual(rolesWith('reconciliation.read'))
})

test('the text about repeating the return of a held payment names the roles that may repeat it', () => {
  expect(rolesIn(banners.retryReturn)).toEqual(rolesWith('case.retry_return'))
})
