import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../kernel/database/sql.ts'
import { World } from '../testing/world.ts'
import { createStaff } from './create-staff.ts'
import { verifyPassword } from './passwords/password.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

test('a person created without a password gets a generated password, which is stored only as a hash', async () => {
  const { staff, generatedPassword } = await createStaff(world.context('cli'), {
    email: ' Ana@Exemplo.com.br ',
    name: 'Ana',
    role: 'admin',
  })
  expect(staff.email).toBe('ana@exemplo.com.br')
  expect(await verifyPassword(staff.passwordHash, generatedPassword ?? '')).toBe(true)
  const rows = await sql<{ row: string }>(
    world.context(),
    'select s::text as row from staff s union all select e::text from audit_entry e',
  )
  expect(rows.filter(({ row }) => row.includes(generatedPassword ?? ''))).toEqual([])
})

test('an e-mail that differs from an existing one only in letter case is refused', async () => {
  const bia = { email: 'bia@exemplo.com.br', name: 'Bia', role: 'support' } as const
  const { generatedPassword } = await createStaff(world.context(), { ...bia, password: 'long enough indeed' })
  expect(generatedPassword).toBeNull()
  await expect(createStaff(world.context(), { ...bia, email: 'BIA@exemplo.com.br' })).rejects.toMatchObject({
    code: 'conflict',
    details: { reason: 'email_in_use' },
  })
})

test('one error reports a short password, an empty name and an invalid e-mail', async () => {
  await expect(
    createStaff(world.context(), { email: 'nowhere', name: '', role: 'support', password: 'elevenchars' }),
  ).rejects.toMatchObject({
    code: 'validation_error',
    details: {
      fields: [
        { path: 'email', code: 'format' },
        { path: 'name', code: 'too_short' },
        { path: 'password', code: 'too_short' },
      ],
    },
  })
})
