import { expect, test } from 'vitest'
import type { Permission } from '../../../../../server/src/graphql/permissions.ts'
import { permissionsOf, STAFF_ROLES } from '../../../../../server/src/staff/permissions.ts'
import { roles } from '../../../lib/i18n/people/staff.ts'
import type { Text } from '../../../lib/text.ts'
import { differenceSteps } from './banner-texts.ts'

const rolesIn = (text: Text) => STAFF_ROLES.filter((role) => text[0].includes(roles[role][0]))

const rolesWith = (permission: Permission) =>
  STAFF_ROLES.filter((role) => permissionsOf(role).includes(permission))

test('the texts about a difference name the roles that resolve it and those that see it', () => {
  expect(rolesIn(differenceSteps.resolve)).toEqual(rolesWith('reconciliation.close'))
  expect(rolesIn(differenceSteps.read)).toEqual(rolesWith('reconciliation.read'))
})
