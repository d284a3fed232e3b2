import { expect, test } from 'vitest'
import { missingPermissionsOf, permissionsOf } from '../../../server/src/staff/permissions.ts'
import { refusalOf } from './me.ts'
import type { Me } from './person.ts'

const person = (role: Me['role']): Me => ({
  id: '1',
  email: 'a@exemplo.com.br',
  name: 'Ana',
  role,
  permissions: [...permissionsOf(role)],
  testPermissions: [],
  missingPermissions: missingPermissionsOf(role),
})

test.each([
  ['auditor', 'webhook_endpoint.test', 'Perfil necessário: Suporte ou Administração'],
  ['support', 'payout.record', 'Perfil necessário: Financeiro ou Administração'],
  ['finance', 'staff.invite', 'Perfil necessário: Administração'],
] as const)('a person with the role %s who lacks %s reads which roles have it', (role, permission, text) => {
  expect(refusalOf(person(role), permission)?.[0]).toBe(text)
})

test('the English text names the same roles', () => {
  expect(refusalOf(person('support'), 'payout.record')?.[1]).toBe('Required role: Finance or Administrator')
})

test('a person who has the permission is not refused', () => {
  expect(refusalOf(person('finance'), 'payout.record')).toBeNull()
})
