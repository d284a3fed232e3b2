import { expect, test } from 'vitest'
import { PERMISSIONS } from '../graphql/permissions.ts'
import { MAPPED_ROLES } from '../kernel/settings/sign-in-config.ts'
import { missingPermissionsOf, permissionsOf, STAFF_ROLES } from './permissions.ts'

const changes = (role: Parameters<typeof permissionsOf>[0]) =>
  permissionsOf(role).filter((permission) => !permission.endsWith('.read'))

test('an administrator has every permission, and an auditor has all read permissions and own_account.renew_proof', () => {
  expect(permissionsOf('admin')).toEqual(PERMISSIONS)
  const readings = PERMISSIONS.filter((permission) => permission.endsWith('.read'))
  expect(permissionsOf('auditor')).toEqual(expect.arrayContaining(readings))
  expect(changes('auditor')).toEqual(['own_account.renew_proof'])
})

test('a group of the identity provider can be mapped to any role', () => {
  expect(MAPPED_ROLES.toSorted()).toEqual(STAFF_ROLES.toSorted())
})

test('support can revoke API keys, but can neither create them nor read balances', () => {
  expect(permissionsOf('support')).toContain('api_key.revoke')
  expect(permissionsOf('support')).not.toContain('api_key.create')
  expect(permissionsOf('support')).not.toContain('balance.read')
})

test('finance can read money and charges, but has no permission for API keys or webhooks', () => {
  const allowed = permissionsOf('finance')
  for (const needed of ['charge.read', 'balance.read', 'statement.read']) expect(allowed).toContain(needed)
  expect(allowed.filter((permission) => /^(api_key|webhook)/.test(permission))).toEqual([])
})

test.each(STAFF_ROLES)('each permission that %s lacks names exactly the roles that include it', (role) => {
  const missing = missingPermissionsOf(role)
  expect(missing.map(({ permission }) => permission)).toEqual(
    PERMISSIONS.filter((permission) => !permissionsOf(role).includes(permission)),
  )
  for (const { permission, roles } of missing)
    for (const other of STAFF_ROLES)
      expect([other, permission, roles.includes(other)]).toEqual([
        other,
        permission,
        permissionsOf(other).includes(permission),
      ])
})
