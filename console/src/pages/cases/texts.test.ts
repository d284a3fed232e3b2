import { expect, test } from 'vitest'
import { permissionsOf, STAFF_ROLES } from '../../../../server/src/staff/permissions.ts'
import { roles } from '../../lib/i18n/people/staff.ts'
import { caseActors } from './texts.ts'

test.each([
  ['answer', 'dispute.answer'],
  ['decide', 'dispute.decide'],
  ['retry', 'case.retry_return'],
] as const)('the text about the step %s of a case names its roles', (step, permission) => {
  const named = STAFF_ROLES.filter((role) => caseActors[step][0].includes(roles[role][0]))
  expect(named).toEqual(STAFF_ROLES.filter((role) => permissionsOf(role).includes(permission)))
})
