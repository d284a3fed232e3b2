import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Problem } from '../kernel/problem.ts'
import { sql } from '../kernel/sql.ts'
import { TestConsole, type ConsoleClient } from '../testing/console-client.ts'
import { World } from '../testing/world.ts'
import { purgeSignIns } from './purge-sign-ins.ts'
import { SESSIONS_MAX } from './session.ts'
import { signIn } from './sign-in.ts'

const MINUTE_MS = 60_000
const ME = '{ me { id email name role permissions } }'

interface Me {
  me: { id: string; email: string; name: string; role: string; permissions: string[] } | null
}

let world: World
let office: TestConsole
beforeAll(async () => {
  world = await World.start()
  office = await TestConsole.start(world.kit)
})
afterAll(async () => {
  await office.stop()
  await world.stop()
})

const whoAmI = async (browser: ConsoleClient) => (await browser.send<Me>(ME)).data?.me ?? null
const sessionsOf = (id: string) =>
  sql<{ token_hash: Buffer }>(world.context(), 'select token_hash from staff_session where staff_id = $1', [
    id,
  ])

describe('signing in', () => {
  test('a person is recognised from then on, with what they may do', async () => {
    const { id, email, password } = await office.person('finance')
    const browser = office.browser()
    expect(await whoAmI(browser)).toBeNull()
    const { data } = await browser.signIn(` ${email.toUpperCase()} `, password)
    expect(data?.signIn.id).toBe(id)
    expect(await whoAmI(browser)).toEqual({
      id,
      email,
      name: 'Pessoa finance',
      role: 'finance',
      permissions: ['merchant.read', 'charge.read', 'balance.read', 'statement.read'],
    })
  })

  test('the cookie is out of reach of scripts and of other sites, and its token is not kept', async () => {
    const { id, email, password } = await office.person('support')
    const browser = office.browser()
    const { headers } = await browser.signIn(email, password)
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^svc_console=[\w-]{43}; Max-Age=36000; Path=\/; HttpOnly; SameSite=Strict$/),
    ])
    expect(headers.get('cache-control')).toBe('no-store')
    const token = browser.cookie?.split('=')[1] ?? ''
    const [session] = await sessionsOf(id)
    expect(session?.token_hash.includes(token)).toBe(false)
  })

  test('each sign-in brings a fresh token and ends the session that the browser had', async () => {
    const { email, password } = await office.person('support')
    const browser = office.browser()
    await browser.signIn(email, password)
    const before = browser.cookie
    await browser.signIn(email, password)
    expect(browser.cookie).not.toBe(before)
    const old = office.browser()
    old.cookie = before
    expect(await whoAmI(old)).toBeNull()
    expect(await whoAmI(browser)).not.toBeNull()
  })

  test('a wrong password, an unknown e-mail and a person shut out read alike', async () => {
    const { email, password } = await office.person('admin')
    const out = await office.person('admin')
    await sql(world.context(), 'update staff set disabled_at = $2 where id = $1', [out.id, world.clock.now()])
    const answers = await Promise.all([
      office.browser().signIn(email, `${password}x`),
      office.browser().signIn(`nobody-${email}`, password),
      office.browser().signIn(out.email, out.password),
    ])
    for (const { data, errors, headers } of answers) {
      expect(data).toBeNull()
      expect(headers.getSetCookie()).toEqual([])
      expect(errors).toEqual([
        {
          message: 'É preciso entrar para continuar.',
          extensions: {
            code: 'UNAUTHENTICATED',
            reason: 'invalid_credentials',
            correlation_id: headers.get('x-correlation-id'),
          },
        },
      ])
    }
    world.clock.advance(15 * MINUTE_MS)
  })

  test('success and refusal are both recorded, with the address', async () => {
    const { id, email, password } = await office.person('auditor')
    await office.browser().signIn(email, 'not the password')
    await office.browser().signIn(email, password)
    const recorded = await sql(
      world.context(),
      'select actor, role, action, ip from audit_entry where target_id = $1 order by seq',
      [id],
    )
    expect(recorded).toEqual([
      { actor: 'test', role: null, action: 'staff.create', ip: null },
      { actor: 'anonymous', role: null, action: 'staff.sign_in_refused', ip: '127.0.0.1' },
      { actor: `staff:${id}`, role: 'auditor', action: 'staff.sign_in', ip: '127.0.0.1' },
    ])
    world.clock.advance(15 * MINUTE_MS)
  })
})

describe('a session', () => {
  test('ends when nothing was asked for half an hour', async () => {
    const browser = await office.signedIn('support')
    world.clock.advance(29 * MINUTE_MS)
    expect(await whoAmI(browser)).not.toBeNull()
    world.clock.advance(29 * MINUTE_MS)
    expect(await whoAmI(browser)).not.toBeNull()
    world.clock.advance(30 * MINUTE_MS)
    expect(await whoAmI(browser)).toBeNull()
  })

  test('ends ten hours after the sign-in, however busy', async () => {
    const browser = await office.signedIn('support')
    for (let minutes = 20; minutes < 600; minutes += 20) {
      world.clock.advance(20 * MINUTE_MS)
      expect(await whoAmI(browser)).not.toBeNull()
    }
    world.clock.advance(20 * MINUTE_MS)
    expect(await whoAmI(browser)).toBeNull()
  })

  test('ends at once for a person who is shut out', async () => {
    const { id, email, password } = await office.person('admin')
    const browser = office.browser()
    await browser.signIn(email, password)
    await sql(world.context(), 'update staff set disabled_at = $2 where id = $1', [id, world.clock.now()])
    expect(await whoAmI(browser)).toBeNull()
  })

  test('ends with signing out, also for whoever copied the cookie', async () => {
    const browser = await office.signedIn('admin')
    const thief = office.browser()
    thief.cookie = browser.cookie
    expect((await browser.send<{ signOut: boolean }>('mutation { signOut }')).data?.signOut).toBe(true)
    expect(browser.cookie).toBeUndefined()
    expect(await whoAmI(thief)).toBeNull()
    expect((await browser.send<{ signOut: boolean }>('mutation { signOut }')).data?.signOut).toBe(true)
  })

  test('gives way when one person opens too many', async () => {
    const { id, email, password } = await office.person('support')
    const browsers = Array.from({ length: SESSIONS_MAX + 1 }, () => office.browser())
    for (const browser of browsers) {
      world.clock.advance(10)
      await browser.signIn(email, password)
    }
    expect(await sessionsOf(id)).toHaveLength(SESSIONS_MAX)
    const still = await Promise.all(browsers.map(whoAmI))
    expect(still.map((me) => me !== null)).toEqual([false, ...Array(SESSIONS_MAX).fill(true)])
  })
})

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

describe('guessing passwords', () => {
  test('the sixth attempt for one account in fifteen minutes is refused, even with the right password', async () => {
    const { email, password } = await office.person('support')
    for (let n = 1; n <= 5; n++) {
      expect((await attemptFrom(`10.0.0.${n}`, email, 'wrong password')).answer).toBe('invalid_credentials')
    }
    const { answer, waitSeconds = 0 } = await attemptFrom('10.0.0.6', email, password)
    expect(answer).toBe('too_many_attempts')
    expect(waitSeconds).toBeGreaterThan(890)
    expect(waitSeconds).toBeLessThanOrEqual(900)
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
    expect((await attemptFrom('2001:db8:1:3::1', 'six@exemplo.com.br', 'x')).answer).toBe(
      'invalid_credentials',
    )
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
})
