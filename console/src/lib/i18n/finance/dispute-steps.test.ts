import { expect, test } from 'vitest'
import { rolesIn, rolesWith } from '../people/server-roles.ts'
import { disputeSteps } from './dispute-steps.ts'

test.each(['answer', 'decide'] as const)(
  'the text about the step %s of a dispute names exactly the roles that may take this step',
  (step) => expect(rolesIn(disputeSteps[step].others)).toEqual(rolesWith(`dispute.${step}`)),
)
