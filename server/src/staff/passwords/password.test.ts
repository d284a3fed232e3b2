import { expect, test } from 'vitest'
import { systemIds } from '../../kernel/ids.ts'
import { hashPassword, verifyPassword, generatePassword } from './password.ts'

test('a password is hashed with argon2id, the OWASP minimum parameters and a random salt', async () => {
  const [one, other] = await Promise.all([1, 2].map(() => hashPassword(systemIds, 'correct horse battery')))
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(other)
})

test('only the right password matches its hash', async () => {
  const hash = await hashPassword(systemIds, 'correct horse battery')
  expect(await verifyPassword(hash, 'correct horse battery')).toBe(true)
  expect(await verifyPassword(hash, 'correct horse batterY')).toBe(false)
  expect(await verifyPassword(hash, '')).toBe(false)
})

test('without a stored hash, no password matches, not even the password of the placeholder hash', async () => {
  expect(await verifyPassword(undefined, 'nobody has this password')).toBe(false)
})

test('generated passwords have 24 characters and are unique', () => {
  const passwords = new Set(Array.from({ length: 100 }, () => generatePassword(systemIds)))
  expect(passwords.size).toBe(100)
  for (const password of passwords) expect(password).toHaveLength(24)
})
