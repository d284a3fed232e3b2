import { expect, test } from 'vitest'
import { needsTotp } from '../../../../server/src/staff/permissions.ts'
import { ROLES } from '../../lib/access.ts'
import { staff, totpText } from './texts.ts'

test('exactly the roles that need an authenticator are said to enrol one at the next sign-in', () => {
  for (const role of ROLES) {
    expect(totpText({ role, hasTotp: false })).toBe(needsTotp(role) ? staff.totpNext : staff.totpOff)
    expect(totpText({ role, hasTotp: true })).toBe(staff.totpOn)
  }
})
