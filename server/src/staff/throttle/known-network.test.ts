import { afterEach, beforeEach, expect, test } from 'vitest'
import { captureLog } from '../../testing/captured-log.ts'
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
import { signIn } from '../sign-in/sign-in.ts'
import { ACCOUNT_ATTEMPTS_MAX, ACCOUNT_WINDOW_MS, ATTEMPTS_MAX } from './throttle.ts'

const DAY_MS = 86_400_000

const captured = captureLog('warn')
const { world, testConsole } = await startConsole({ log: captured.log })
const attempts = new SignInAttempts(world, testConsole)
// Advance the clock, so that attempts of one test do not count in the next.
beforeEach(() => world.clock.advance(ACCOUNT_WINDOW_MS))
afterEach(() => {
  captured.lines.length = 0
})

test('a person can sign in from a new network if fewer than fifty attempts failed in the last hour', async () => {
  const { email, password } = await attempts.createKnownPerson()
  expect(await attempts.guessPasswords(email, ACCOUNT_ATTEMPTS_MAX - 1)).not.toContain('known_networks_only')
  expect((await attempts.signIn(OTHER_IP, email, password)).answer).toBe('in')
})

test('during an attack, a person can sign in from a known network, but must wait in an unknown one', async () => {
  const { id, email, password } = await attempts.createKnownPerson()
  const answers = await attempts.guessPasswords(email, 60)
  expect(answers.slice(0, ACCOUNT_ATTEMPTS_MAX)).toEqual(
    Array(ACCOUNT_ATTEMPTS_MAX).fill('invalid_credentials'),
  )
  expect(answers.slice(ACCOUNT_ATTEMPTS_MAX)).toEqual(Array(10).fill('known_networks_only'))
  expect((await attempts.signIn(USUAL_IP, email, password)).answer).toBe('in')
  expect((await attempts.signIn('198.51.100.200', email, password)).answer).toBe('in')

  const { answer, waitSeconds = 0 } = await attempts.signIn(OTHER_IP, email, password)
  expect(answer).toBe('known_networks_only')
  expect(waitSeconds * 1_000).toBeLessThanOrEqual(ACCOUNT_WINDOW_MS)
  const alarms = captured.lines.filter(({ alarm }) => alarm === 'sign_in_attack')
  expect(alarms).toMatchObject([{ level: 40, staff_id: id }])
  world.clock.advance(waitSeconds * 1_000)
  expect((await attempts.signIn(OTHER_IP, email, password)).answer).toBe('in')
})

test('during an attack, five failed attempts also block a known network', async () => {
  const { email, password } = await attempts.createKnownPerson()
  await attempts.guessPasswords(email, ACCOUNT_ATTEMPTS_MAX)
  for (let n = 0; n < ATTEMPTS_MAX; n++)
    expect((await attempts.signIn(USUAL_IP, email, WRONG_PASSWORD)).answer).toBe('invalid_credentials')
  expect((await attempts.signIn(USUAL_IP, email, password)).answer).toBe('too_many_attempts')
})

test('a successful sign-in does not reset the attempts of other networks', async () => {
  const { email, password } = await attempts.createKnownPerson()
  for (let n = 0; n < ATTEMPTS_MAX; n++) await attempts.signIn(OTHER_IP, email, WRONG_PASSWORD)
  await attempts.guessPasswords(email, ACCOUNT_ATTEMPTS_MAX - ATTEMPTS_MAX)
  expect((await attempts.signIn(USUAL_IP, email, password)).answer).toBe('in')
  expect((await attempts.signIn(OTHER_IP, email, password)).answer).toBe('too_many_attempts')
  expect((await attempts.signIn('192.0.2.1', email, password)).answer).toBe('known_networks_only')
})

test('a successful sign-in removes only its own attempt from the count of the account', async () => {
  const { email, password } = await attempts.createKnownPerson()
  await attempts.guessPasswords(email, ACCOUNT_ATTEMPTS_MAX - 1)
  expect((await attempts.signIn(USUAL_IP, email, password)).answer).toBe('in')
  expect((await attempts.signIn('192.0.2.1', email, WRONG_PASSWORD)).answer).toBe('invalid_credentials')
  expect((await attempts.signIn(OTHER_IP, email, password)).answer).toBe('known_networks_only')
})

test('refused attempts do not extend the wait', async () => {
  const { email, password } = await attempts.createKnownPerson()
  await attempts.guessPasswords(email, ACCOUNT_ATTEMPTS_MAX)
  world.clock.advance(ACCOUNT_WINDOW_MS - 60_000)
  for (let n = 0; n <= ATTEMPTS_MAX; n++)
    expect((await attempts.signIn(OTHER_IP, email, WRONG_PASSWORD)).answer).toBe('known_networks_only')
  world.clock.advance(60_000)
  expect((await attempts.signIn(OTHER_IP, email, password)).answer).toBe('in')
})

test('a network is known for ninety days after the last sign-in from that network', async () => {
  const { email, password } = await attempts.createKnownPerson()
  world.clock.advance(KNOWN_NETWORK_MS - 2 * ACCOUNT_WINDOW_MS)
  expect((await attempts.signIn(USUAL_IP, email, password)).answer).toBe('in')
  world.clock.advance(KNOWN_NETWORK_MS - DAY_MS)
  await attempts.guessPasswords(email, ACCOUNT_ATTEMPTS_MAX)
  const ctx = world.context()
  while ((await purgeSignIns(ctx, 10)) > 0);
  expect((await attempts.signIn(USUAL_IP, email, WRONG_PASSWORD)).answer).toBe('invalid_credentials')
  world.clock.advance(2 * DAY_MS)
  await attempts.guessPasswords(email, ACCOUNT_ATTEMPTS_MAX)
  expect((await attempts.signIn(USUAL_IP, email, password)).answer).toBe('known_networks_only')
})

test('a network known for one person is not known for another person', async () => {
  await attempts.createKnownPerson()
  const { email, password } = await testConsole.createPerson('support')
  await attempts.guessPasswords(email, ACCOUNT_ATTEMPTS_MAX)
  expect((await attempts.signIn(USUAL_IP, email, password)).answer).toBe('known_networks_only')
})

test('after a sign-in at the identity provider, the network of the person is known, too', async () => {
  const { id, email, password } = await testConsole.createPerson('support')
  await attempts.completeSignIn(USUAL_IP, id, 'provider')
  await attempts.guessPasswords(email, ACCOUNT_ATTEMPTS_MAX)
  expect((await attempts.signIn(USUAL_IP, email, password)).answer).toBe('in')
})

test('with break-glass, an administrator can sign in with a password from a known network during an attack', async () => {
  const { id, email, password } = await testConsole.createPerson('admin')
  const signInBreakGlass = (ip: string, submittedPassword: string) =>
    outcomeOf(() => signIn(attempts.contextAt(ip), { email, password: submittedPassword, adminsOnly: true }))
  await attempts.completeSignIn(USUAL_IP, id, 'local')
  for (const ip of distinctNetworkIps(ACCOUNT_ATTEMPTS_MAX))
    expect((await signInBreakGlass(ip, WRONG_PASSWORD)).answer).toBe('invalid_credentials')
  expect((await signInBreakGlass(OTHER_IP, password)).answer).toBe('known_networks_only')
  expect((await signInBreakGlass(USUAL_IP, password)).answer).toBe('in')
})

test('a right password without the second factor does not make the network known', async () => {
  const { email, password } = await testConsole.createPerson('admin')
  expect((await attempts.signIn(USUAL_IP, email, password)).answer).toBe('in')
  await attempts.guessPasswords(email, ACCOUNT_ATTEMPTS_MAX)
  expect((await attempts.signIn(USUAL_IP, email, password)).answer).toBe('known_networks_only')
})

test('of sixty concurrent attempts from sixty networks, fifty passwords are checked and ten attempts are refused', async () => {
  const { email } = await testConsole.createPerson('support')
  const answers = await Promise.all(
    distinctNetworkIps(60).map((ip) => attempts.signIn(ip, email, WRONG_PASSWORD)),
  )
  expect(answers.filter(({ answer }) => answer === 'invalid_credentials')).toHaveLength(ACCOUNT_ATTEMPTS_MAX)
})
