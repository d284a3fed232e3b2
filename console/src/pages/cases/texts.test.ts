import { expect, test } from 'vitest'
import { rolesIn, rolesWith } from '../../lib/i18n/people/server-roles.ts'
import { caseActors } from './texts.ts'

test.each([
  ['answer', 'dispute.answer'],
  ['decide', 'dispute.decide'],
  ['retry', 'case.retry_return'],
] as const)(
  'the text about the step %s of a case names exactly the roles that may take this step',
  (step, permission) => expect(rolesIn(caseActors[step])).toEqual(rolesWith(permission)),
)
