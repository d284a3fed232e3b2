import { beforeEach, expect, test } from 'vitest'
import { Problem } from '../../kernel/problem.ts'
import { sql } from '../../kernel/database/sql.ts'
import { TestConsole, type Person } from '../../testing/clients/console-client.ts'
import { countStatements } from '../../testing/suites/count-statements.ts'
import { startConsole } from '../../testing/fixtures/start-console.ts'
import {
  OTHER_IP,
  distinctNetworkIps,
  USUAL_IP,
  outcomeOf,
  SignInAttempts,
  WRONG_PASSWORD,
} from '../../testing/fixtures/sign-in-attempts.ts'
import { KNOWN_NETWORK_MS } from './known-network.ts'
import { purgeSignIns } from './purge-sign-ins.ts'
import { verifySecondFactor } from '../second-factor/second-factor.ts'
import { signIn } from '../sign-in/sign-in.ts'
import {
  ACCOUNT_ATTEMPTS_MAX,
  ACCOUNT_WINDOW_MS,
  ATTEMPTS_MAX,
  ATTEMPTS_WINDOW_MS,
  NETWORK_ATTEMPTS_MAX,
} from './throttle.ts'

const DAY_MS = 86_400_000
const { world, testConsole } = await startConsole()
const attempts = new SignInAttempts(world, testConsole)
// Advance the clock, so that attempts of one test do not count in the next.
beforeEach(() => world.clock.advance(ACCOUNT_WINDOW_MS))

test('after five failed attempts for an account from one network, even the right password is refused for 15 minutes', async () => {
  const { email, password } = await testConsole.createPerson('support')
  for (let n = 1; n <= ATTEMPTS_MAX; n++)
    expect((await attempts.signIn(`10.0.0.${n}`, email, WRONG_PASSWORD)).answer).toBe('invalid_credentials')
  const { answer, waitSeconds = 0 } = await attempts.signIn('10.0.0.6', email, password)
  expect(answer).toBe('too_many_attempts')
  expect(waitSeconds).toBeGreaterThan(890)
  expect(waitSeconds).toBeLessThanOrEqual(900)
  world.clock.advance(waitSeconds * 1_000)
  expect((await attempts.signIn('10.0.0.6', email, password)).answer).toBe('in')
})

test('failed attempts from other networks do not block the network of the person', async () => {
  const { email, password } = await attempts.createKnownPerson()
  for (const network of ['192.0.2', '203.0.113', '100.64.0'])
    for (let n = 1; n <= ATTEMPTS_MAX + 1; n++)
      await attempts.signIn(`${network}.${n}`, email, WRONG_PASSWORD)
  expect((await attempts.signIn(USUAL_IP, email, password)).answer).toBe('in')
})

test('of fifty concurrent attempts from one network, only five passwords are checked, and the other attempts are refused', async () => {
  const { email } = await testConsole.createPerson('support')
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => attempts.signIn(`10.0.1.${n}`, email, WRONG_PASSWORD)),
  )
  expect(answers.filter(({ answer }) => answer === 'invalid_credentials')).toHaveLength(ATTEMPTS_MAX)
})

/** Tries a wrong password once for each of NETWORK_ATTEMPTS_MAX accounts, from one network. */
const passwordSpray = async (network: string) => {
  for (let n = 0; n < NETWORK_ATTEMPTS_MAX; n++)
    await attempts.signIn(`${network}.${n}`, `guess-${network}-${n}@exemplo.com.br`, WRONG_PASSWORD)
}

test('after twenty failures a network is blocked for accounts that have never signed in from it', async () => {
  const { email, password } = await testConsole.createPerson('support')
  await passwordSpray('10.0.2')
  expect((await attempts.signIn('10.0.2.99', email, password)).answer).toBe('too_many_attempts')
  expect((await attempts.signIn('10.0.3.99', email, password)).answer).toBe('in')
  world.clock.advance(ATTEMPTS_WINDOW_MS)
  expect((await attempts.signIn('10.0.2.99', email, password)).answer).toBe('in')
})

test('a blocked network still accepts people who have signed in from it before', async () => {
  const { email, password } = await attempts.createKnownPerson()
  await passwordSpray('198.51.100')
  expect((await attempts.signIn(USUAL_IP, email, password)).answer).toBe('in')
})

test('successful sign-ins do not count against the limit of the network', async () => {
  for (let n = 0; n < NETWORK_ATTEMPTS_MAX + 2; n++) {
    const { email, password } = await testConsole.createPerson('support')
    expect((await attempts.signIn('10.0.4.1', email, password)).answer).toBe('in')
  }
})

test.each([
  ['an IPv6 site', '2001:db8:1:200::1', '2001:db8:1:2ff:ffff::1', '2001:db8:1:300::1'],
  ['one IPv4 network, in IPv4 and IPv6 form,', '::ffff:10.0.5.1', '10.0.5.200', '::ffff:10.0.6.1'],
  ['clients without an address', 'unknown', 'other', '10.0.7.1'],
])('addresses of %s count as one network', async (_whose, first, second, third) => {
  const email = `${first}@exemplo.com.br`
  for (let n = 0; n < ATTEMPTS_MAX; n++) await attempts.signIn(first, email, WRONG_PASSWORD)
  expect((await attempts.signIn(second, email, WRONG_PASSWORD)).answer).toBe('too_many_attempts')
  expect((await attempts.signIn(third, email, WRONG_PASSWORD)).answer).toBe('invalid_credentials')
})

/**
 * Makes more attempts for one account than each limit allows. Returns each answer with the number of SQL statements
 * that ran until this answer.
 */
const answersAndStatements = async (tried: string, first: number) => {
  const statements = { statements: 0 }
  const attempt = async (ip: string) => {
    const ctx = countStatements(attempts.contextAt(ip), statements)
    const { answer } = await outcomeOf(() => signIn(ctx, { email: tried, password: WRONG_PASSWORD }))
    return [answer, statements.statements]
  }
  const answers = []
  for (let n = 0; n <= ATTEMPTS_MAX; n++) answers.push(await attempt(`10.${first}.8.${n}`))
  for (const ip of distinctNetworkIps(ACCOUNT_ATTEMPTS_MAX, first * 100)) answers.push(await attempt(ip))
  return answers
}

test('known and unknown e-mails get the same answers with the same number of SQL statements', async () => {
  const { email } = await testConsole.createPerson('support')
  const knownAnswers = await answersAndStatements(email, 1)
  expect(knownAnswers.map(([answer]) => answer)).toEqual(
    expect.arrayContaining(['invalid_credentials', 'too_many_attempts', 'known_networks_only']),
  )
  expect(await answersAndStatements(`nobody-${email}`, 2)).toEqual(knownAnswers)
})

const submitCodeFrom = (ip: string, { id }: Person, code: string) =>
  outcomeOf(async () => {
    if ((await verifySecondFactor(attempts.contextAt(ip), id, code)) === null)
      throw new Problem('unauthorized', { reason: 'wrong' })
  })

/** Creates a person with an authenticator app and a known network. */
async function createPersonWithApp(): Promise<Person> {
  const person = await testConsole.createPerson('admin')
  await attempts.completeSignIn(USUAL_IP, person.id, 'local')
  return person
}

test('five wrong codes from one network block further codes from that network, but not codes from another network', async () => {
  const person = await createPersonWithApp()
  for (let n = 0; n < ATTEMPTS_MAX; n++)
    expect((await submitCodeFrom(OTHER_IP, person, '000000')).answer).toBe('wrong')
  expect((await submitCodeFrom(OTHER_IP, person, testConsole.nextCode(person))).answer).toBe(
    'too_many_attempts',
  )
  expect((await submitCodeFrom(USUAL_IP, person, testConsole.nextCode(person))).answer).toBe('in')
})

test('after fifty wrong codes in an hour, codes are accepted only from known networks', async () => {
  const person = await createPersonWithApp()
  for (const ip of distinctNetworkIps(ACCOUNT_ATTEMPTS_MAX)) await submitCodeFrom(ip, person, '000000')
  expect((await submitCodeFrom(OTHER_IP, person, testConsole.nextCode(person))).answer).toBe(
    'known_networks_only',
  )
  expect((await submitCodeFrom(USUAL_IP, person, testConsole.nextCode(person))).answer).toBe('in')
})

test.each([
  [0, 'the X-Forwarded-For header is ignored'],
  [1, 'only the address that the proxy added to X-Forwarded-For counts'],
])('with TRUSTED_PROXIES=%i %s', async (trustedProxies) => {
  const config = { ...world.kit.config, trustedProxies }
  await using behind = await TestConsole.start({ ...world.kit, config })
  const { email, password } = await testConsole.createPerson('support')
  const attempt = async (forwardedFor: string, submittedPassword: string) => {
    const { errors } = await behind.browser().send(
      'mutation ($e: String!, $p: String!) { signIn(email: $e, password: $p) { next } }',
      { e: email, p: submittedPassword },
      {
        'x-forwarded-for': forwardedFor,
      },
    )
    return errors[0]?.extensions.reason ?? 'in'
  }
  for (let n = 0; n < ATTEMPTS_MAX; n++) await attempt(`${USUAL_IP}, ${OTHER_IP}`, WRONG_PASSWORD)
  expect(await attempt(`192.0.2.1, ${OTHER_IP}`, password)).toBe('too_many_attempts')
  expect(await attempt(`${OTHER_IP}, ${USUAL_IP}`, password)).toBe(
    trustedProxies === 0 ? 'too_many_attempts' : 'in',
  )
})

test('the purge deletes expired attempts and sessions, and known networks after ninety days', async () => {
  await attempts.createKnownPerson()
  await attempts.signIn('10.0.9.1', 'someone@exemplo.com.br', WRONG_PASSWORD)
  const ctx = world.context()
  const purge = async () => {
    while ((await purgeSignIns(ctx, 10)) > 0);
  }
  const left = () =>
    sql<{ counters: bigint; sessions: bigint; networks: bigint }>(
      ctx,
      `select (select count(*) from sign_in_throttle) as counters, (select count(*) from staff_session) as sessions,
         (select count(*) from staff_known_network where last_success_at > $1) as networks`,
      [new Date(world.clock.now().getTime() - KNOWN_NETWORK_MS)],
    )
  world.clock.advance(DAY_MS)
  await purge()
  expect(await left()).toMatchObject([{ counters: 0n, sessions: 0n }])
  expect((await left())[0]?.networks).toBeGreaterThan(0n)
  world.clock.advance(KNOWN_NETWORK_MS)
  await purge()
  expect(await sql(ctx, 'select network from staff_known_network')).toEqual([])
})
