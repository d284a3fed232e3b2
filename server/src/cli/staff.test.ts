import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../kernel/clock.ts'
import { ACCOUNT_ATTEMPTS_MAX, ATTEMPTS_WINDOW_MS } from '../staff/throttle/throttle.ts'
import { totpCodeAt } from '../staff/second-factor/totp.ts'
import { auditOf } from '../testing/fixtures/audit-lines.ts'
import { OPERATOR, runCommand, operatorEnv } from '../testing/clients/command-line.ts'
import { TestConsole, whoAmI, type Person } from '../testing/clients/console-client.ts'
import { OTHER_IP, SignInAttempts } from '../testing/fixtures/sign-in-attempts.ts'
import { World } from '../testing/world.ts'

let world: World
let testConsole: TestConsole
let folder: string
beforeAll(async () => {
  world = await World.start()
  testConsole = await TestConsole.start(world.kit)
  folder = mkdtempSync(join(tmpdir(), 'pix-cli-staff-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await testConsole.stop()
  await world.stop()
})
// All browsers of this file have the same IP address. Advance the clock, so that failed attempts of one test do not
// count in the next.
beforeEach(() => world.clock.advance(ATTEMPTS_WINDOW_MS))

const cli = (...args: string[]) =>
  runCommand([...args, '--json'], { ...operatorEnv(world), DATA_DIR: folder })

interface SetTotp {
  totp_secret: string
  recovery_codes: string[]
}

async function setTotp(email: string): Promise<SetTotp> {
  const { status, stdout, stderr } = await cli('console-user', 'set-totp', '--email', email)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return JSON.parse(stdout)
}

/** Tries to sign in with a code. Returns the reason of the refusal. */
async function refusalOf({ email, password }: Person, code: string): Promise<string | undefined> {
  const browser = testConsole.browser()
  await browser.signIn(email, password)
  return (await browser.submitCode(code)).errors[0]?.extensions.reason
}

test("`set-totp` immediately replaces the authenticator secret and ends the person's sessions", async () => {
  const ana = await testConsole.createPerson('finance')
  const browser = await testConsole.signInAs(ana)
  const { totp_secret: secret, recovery_codes: codes } = await setTotp(` ${ana.email.toUpperCase()}`)
  expect(await whoAmI(browser)).toBeNull()
  expect(await refusalOf(ana, testConsole.nextCode(ana))).toBe('invalid_credentials')
  expect(await refusalOf(ana, totpCodeAt(secret, world.clock.now()))).toBeUndefined()
  expect(codes).toHaveLength(10)
  expect(await refusalOf(ana, codes[0] ?? '')).toBeUndefined()
  const line = (await auditOf(world.context(), ana.id)).findLast(({ action }) => action === 'staff.totp_set')
  expect(line).toMatchObject({ actor: 'cli', after: null })
})

test('after `reset-totp` the next sign-in enrols a new app, and the audit log contains the reason', async () => {
  const ana = await testConsole.createPerson('finance')
  const browser = await testConsole.signInAs(ana)
  const { recovery_codes: codes } = await setTotp(ana.email)
  const done = await cli('console-user', 'reset-totp', '--email', ana.email, '--reason', 'Perdeu o celular')
  expect(done).toEqual({
    status: 0,
    stdout: `${JSON.stringify({ id: ana.id, email: ana.email })}\n`,
    stderr: '',
  })
  expect(await whoAmI(browser)).toBeNull()
  const next = testConsole.browser()
  expect((await next.signIn(ana.email, ana.password)).data?.signIn.next).toBe('enrol')
  expect((await next.submitCode(codes[0] ?? '')).code).toBe('UNAUTHENTICATED')
  const line = (await auditOf(world.context(), ana.id)).find(({ action }) => action === 'staff.totp_reset')
  expect(line).toMatchObject({ actor: 'cli', reason: 'Perdeu o celular' })
})

test('the audit log names the person of the option `--as` and the user of the operating system', async () => {
  const ana = await testConsole.createPerson('finance')
  const reset = ['console-user', 'reset-totp', '--email', ana.email, '--reason', 'x']
  await cli(...reset)
  await cli('--as', 'Rita Souza', ...reset)
  const auditor = await testConsole.signedIn('auditor')
  const { data } = await auditor.send<{ auditEntries: { nodes: { actorName: string }[] } }>(
    `query ($f: AuditFilterInput) { auditEntries(filter: $f) { nodes { actor actorName } } }`,
    { f: { targetIds: [ana.id], actor: 'cli', action: 'staff.totp_reset' } },
  )
  expect(data?.auditEntries.nodes).toEqual([
    { actor: 'cli', actorName: `cli:Rita Souza (${OPERATOR})` },
    { actor: 'cli', actorName: `cli:${OPERATOR}` },
  ])
  expect(await cli('--as', 'a:b', ...reset)).toMatchObject({ status: 1, stdout: '' })
})

test.each([
  ['set-totp', []],
  ['reset-totp', ['--reason', 'x']],
])('`console-user %s` for an unknown e-mail fails with staff_not_found', async (verb, more) => {
  const { status, stdout, stderr } = await cli(
    'console-user',
    verb,
    '--email',
    'nobody@exemplo.com.br',
    ...more,
  )
  expect([status, stdout]).toEqual([1, ''])
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'not_found', message: 'staff_not_found' } })
})

test('`totp --demo` prints the codes of the demo users who have an authenticator app', async () => {
  const missing = await cli('totp', '--demo')
  expect(missing.status).toBe(1)
  expect(missing.stderr).toContain('run npm start once with the same DATA_DIR')
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const users = [
    { email: 'ana@exemplo.com.br', role: 'admin', totp_secret: secret },
    { email: 'rui@exemplo.com.br', role: 'support', totp_secret: null },
  ]
  writeFileSync(join(folder, 'demo.json'), JSON.stringify({ console: { users } }))
  // Compute the code before and after the command, because the code changes every 30 seconds.
  const before = totpCodeAt(secret, systemClock.now())
  const { status, stdout } = await cli('totp', '--demo')
  const after = totpCodeAt(secret, systemClock.now())
  expect(status).toBe(0)
  const { items } = JSON.parse(stdout)
  expect(items).toEqual([
    {
      email: 'ana@exemplo.com.br',
      role: 'admin',
      code: expect.any(String),
      seconds_left: expect.any(Number),
    },
  ])
  expect([before, after]).toContain(items[0].code)
})

test('`admit-network` lets a person sign in from a new network while their account is under attack', async () => {
  const attempts = new SignInAttempts(world, testConsole)
  const ana = await testConsole.createPerson('support')
  const admit = (address: string) =>
    cli('console-user', 'admit-network', '--email', ana.email, '--address', address, '--reason', 'Em viagem')
  await attempts.guessPasswords(ana.email, ACCOUNT_ATTEMPTS_MAX)
  expect((await attempts.signIn(OTHER_IP, ana.email, ana.password)).answer).toBe('known_networks_only')
  const { status, stdout } = await admit(OTHER_IP)
  expect([status, JSON.parse(stdout)]).toMatchObject([0, { email: ana.email, network: '203.0.113.0/24' }])
  expect((await attempts.signIn(OTHER_IP, ana.email, ana.password)).answer).toBe('in')
  const line = (await auditOf(world.context(), ana.id)).findLast(
    ({ action }) => action === 'staff.admit_network',
  )
  expect(line).toMatchObject({ actor: 'cli', reason: 'Em viagem', after: { network: '203.0.113.0/24' } })
  expect((await admit('casa')).status).not.toBe(0)
})
