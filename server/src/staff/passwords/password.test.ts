import { expect, test } from 'vitest'
import { systemIds } from '../../kernel/ids.ts'
import { hashPassword, verifyPassword, generatePassword } from './password.ts'

test('a password is kept as argon2id with at least the parameters of OWASP, salted anew each time', async () => {
  const [one, other] = await Promise.all([1, 2].map(() => hashPassword(systemIds, 'correct horse battery')))
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(other)
})

test('only the password itself opens what was kept of it', async () => {
  const kept = await hashPassword(systemIds, 'correct horse battery')
  expect(await verifyPassword(kept, 'correct horse battery')).toBe(true)
  expect(await verifyPassword(kept, 'correct horse batterY')).toBe(false)
  expect(await verifyPassword(kept, '')).toBe(false)
})

test('where there is no user no password is right, not even the one that stands in for it', async () => {
  expect(await verifyPassword(undefined, 'nobody has this password')).toBe(false)
})

test('a made-up password is long enough and never the same', () => {
  const made = new Set(Array.from({ length: 100 }, () => generatePassword(systemIds)))
  expect(made.size).toBe(100)
  for (const password of made) expect(password).toHaveLength(24)
})
