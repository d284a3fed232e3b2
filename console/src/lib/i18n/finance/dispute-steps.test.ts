import { expect, test } from 'vitest'
import { permissionsOf, STAFF_ROLES } from '../../../../../server/src/staff/permissions.ts'
import { roles } from '../people/staff.ts'
import { disputeSteps } from './dispute-steps.ts'

test.each(['answer', 'decide'] as const)(
  'the text about the step %s of a dispute names its roles',
  (step) => {
    const named = STAFF_ROLES.filter((role) => disputeSteps[step].others[0].includes(roles[role][0]))
    expect(named).toEqual(STAFF_ROLES.filter((role) => permissionsOf(role).includes(`dispute.${step}`)))
  },
)
