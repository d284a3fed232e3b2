import { expect, test } from 'vitest'
import { permissionsOf, STAFF_ROLES } from '../../../../server/src/staff/permissions.ts'
import { roles } from '../../lib/i18n/people/staff.ts'
import { payouts } from './texts.ts'

test.each(STAFF_ROLES)(
  'the text about a reserved payout names the role %s only if it may record payouts',
  (role) => {
    const mayRecord = permissionsOf(role).includes('payout.record')
    const [ptBr, en] = payouts.waitsForOthers
    expect([ptBr.includes(roles[role][0]), en.includes(roles[role][1])]).toEqual([mayRecord, mayRecord])
  },
)
