import { expect, test } from 'vitest'
import { permissionsOf, STAFF_ROLES } from '../../../../server/src/staff/permissions.ts'
import { roles } from '../../lib/i18n/people/staff.ts'
import { nextSteps } from './next-steps.ts'

test.each(Object.entries(nextSteps))(
  'the texts about the next steps of an item of the kind %s name the roles that may take them',
  (_kind, steps) => {
    for (const { permission, others } of steps) {
      const named = STAFF_ROLES.filter((role) => others[0].includes(roles[role][0]))
      expect(named).toEqual(STAFF_ROLES.filter((role) => permissionsOf(role).includes(permission)))
    }
  },
)
