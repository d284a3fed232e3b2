import { expect, test } from 'vitest'
import { Problem } from '../kernel/problem.ts'
import { sql } from '../kernel/sql.ts'
import { purgeSignIns } from './purge-sign-ins.ts'
import { signIn } from './sign-in.ts'
import { openOffice } from '../testing/office.ts'

const MINUTE_MS = 60_000

const { world, office } = await openOffice()
world.clock.stop()

/** Tries to sign in as a browser at `ip` would: `in`, or why not. */
async function attemptFrom(ip: string, email: string, password: string) {
  const ctx = { ...world.context('anonymous'), origin: { role: null, ip, userAgent: null } }
  try {
    await signIn(ctx, { email, password })
    return { answer: 'in' }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { answer: error.details.reason, waitSeconds: error.details.retryAfterSeconds }
  }
}

test('the sixth attempt for one account in fifteen minutes is refused, even with the right password', async () => {
  const { email, password } = await office.person('support')
  for (let n = 1; n <= 5; n++) {
    expect((await attemptFrom(`10.0.0.${n}`, email, 'wrong password')).answer).toBe('invalid_credentials')
  }
  const { answer, waitSeconds = 0 } = await attemptFrom('10.0.0.6', email, password)
  expect(answer).toBe('too_many_attempts')
  expect(waitSeconds).toBe(900)
  world.clock.advance(waitSeconds * 1_000)
  expect((await attemptFrom('10.0.0.6', email, password)).answer).toBe('in')
})

test('twenty attempts at once are five', async () => {
  const { email } = await office.person('support')
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => attemptFrom(`10.0.1.${n}`, email, 'wrong password')),
  )
  const judged = answers.filter(({ answer }) => answer === 'invalid_credentials')
  expect(judged).toHaveLength(5)
})

test('the sixth account tried from one address in fifteen minutes is refused', async () => {
  const { email, password } = await office.person('support')
  for (let n = 1; n <= 5; n++) await attemptFrom('10.0.2.1', `guess-${n}@exemplo.com.br`, 'wrong password')
  expect((await attemptFrom('10.0.2.1', email, password)).answer).toBe('too_many_attempts')
  expect((await attemptFrom('10.0.2.2', email, password)).answer).toBe('in')
})

test('addresses of one IPv6 household count as one', async () => {
  for (let n = 1; n <= 5; n++)
    await attemptFrom(`2001:db8:1:2::${n}`, `six-${n}@exemplo.com.br`, 'wrong password')
  expect((await attemptFrom('2001:db8:1:2:ffff::1', 'six@exemplo.com.br', 'x')).answer).toBe(
    'too_many_attempts',
  )
  expect((await attemptFrom('2001:db8:1:3::1', 'six@exemplo.com.br', 'x')).answer).toBe('invalid_credentials')
})

test('whoever knows the password is not kept out by an office full of colleagues', async () => {
  for (let n = 1; n <= 8; n++) {
    const { email, password } = await office.person('support')
    expect((await attemptFrom('10.0.3.1', email, password)).answer).toBe('in')
  }
})

test('what counts no longer is removed', async () => {
  await office.signedIn('support')
  await attemptFrom('10.0.4.1', 'someone@exemplo.com.br', 'wrong password')
  world.clock.advance(11 * 60 * MINUTE_MS)
  const ctx = world.context()
  while ((await purgeSignIns(ctx, 10)) > 0);
  expect(
    await sql(ctx, 'select subject from sign_in_throttle union all select token_hash from staff_session'),
  ).toEqual([])
})
