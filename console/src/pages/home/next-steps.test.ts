import { expect, test } from 'vitest'
import { rolesIn, rolesWith } from '../../lib/i18n/people/server-roles.ts'
import { nextSteps } from './next-steps.ts'

test.each(Object.entries(nextSteps))(
  'the texts about the next steps of an item of the kind %s name the roles that may take them',
  (_kind, steps) => {
    for (const { permission, others } of steps) expect(rolesIn(others)).toEqual(rolesWith(permission))
  },
)
