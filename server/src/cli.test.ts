import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeKeyVerifier } from './api-keys/verify-api-key.ts'
import { runCli } from './cli/program.ts'
import type { Shell } from './cli/context/shell.ts'
import { SCOPES } from './kernel/scopes.ts'
import { systemIds } from './kernel/ids.ts'
import { verifyPassword } from './staff/passwords/password.ts'
import { findStaff } from './staff/staff.queries.ts'
import { World } from './testing/world.ts'

interface Ran {
  status: number
  stdout: string
  stderr: string
}

let world: World
let folder: string
beforeAll(async () => {
  world = await World.start()
  folder = mkdtempSync(join(tmpdir(), 'pix-cli-'))
  const settings = {
    DATABASE_URL: world.database.url,
    MIGRATION_DATABASE_URL: world.database.ownerUrl,
    ENCRYPTION_KEYS: `k1:${systemIds.bytes(32).toString('base64')}`,
    CURSOR_SECRET: systemIds.bytes(24).toString('hex'),
  }
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings), { mode: 0o600 })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await world.stop()
})

/** Runs a command. By default, the environment contains only DATA_DIR. */
async function cli(
  args: string[],
  env: Record<string, string> = { DATA_DIR: folder },
  input = '',
): Promise<Ran> {
  const said = { stdout: '', stderr: '' }
  const shell: Shell = {
    env,
    input: Readable.from([input]),
    out: (text) => void (said.stdout += text),
    err: (text) => void (said.stderr += text),
    failed: false,
  }
  return { status: await runCli(shell, args), ...said }
}

/** Runs a command with `--json`. Asserts that the command prints one line of JSON. Returns the JSON. */
async function json<T>(command: string): Promise<T> {
  const { status, stdout, stderr } = await cli([...command.split(' '), '--json'])
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout.trimEnd()).not.toContain('\n')
  return JSON.parse(stdout)
}

interface Account {
  gateway_id: string
}

test('an operator manages a merchant and its API key with the command line', async () => {
  const account = await json<Account>(
    'account create --name Livraria --document 12345678000195 --fee-bps 150 --fee-fixed 25 --reserve-bps 500 ' +
      '--reserve-days 30 --settlement-days 1 --refund-fee-policy keep --pix-disabled --write-rate 7',
  )
  expect(account).toMatchObject({
    name: 'Livraria',
    fee_percent_bps: 150,
    fee_fixed_cents: '25',
    reserve_bps: 500,
    reserve_days: 30,
    settlement_delay_days: 1,
    refund_fee_policy: 'keep',
    dispute_policy: 'service_advances',
    bank_account_id: null,
    pix_enabled: false,
    write_rate: 7,
    read_rate: 50,
  })
  const { gateway_id: id } = account
  const updated = await json(`account update --account ${id} --pix-enabled --read-rate 9`)
  expect(updated).toMatchObject({ gateway_id: id, fee_percent_bps: 150, pix_enabled: true, read_rate: 9 })
  const { items } = await json<{ items: Account[] }>('account list')
  expect(items).toContainEqual(updated)

  const { key, prefix, ...made } = await json<{ id: string; key: string; prefix: string }>(
    `api-key create --account ${id} --name Loja --scopes ${SCOPES.join()} --expires-at 2099-01-01T00:00:00Z`,
  )
  expect(key.startsWith(prefix)).toBe(true)
  expect(made).toMatchObject({ gateway_id: id, scopes: SCOPES, expires_at: '2099-01-01T00:00:00.000Z' })
  const verify = () =>
    makeKeyVerifier({ ttlMs: 0, sizeMax: 1 }).authenticate(world.context(), `Bearer ${key}`)
  expect(await verify()).toMatchObject({ merchantId: id })
  await json(`api-key revoke --account ${id} --id ${made.id} --reason vazou`)
  await expect(verify()).rejects.toMatchObject({ code: 'unauthorized' })
})

test("an operator sets and removes a merchant's bank account, and the output contains only the id of the account", async () => {
  const { gateway_id: id } = await json<Account>('account create --name Loja --document 12345678000195')
  const terms = await json(`account update --account ${id} --dispute-policy return_what_exists`)
  expect(terms).toMatchObject({ dispute_policy: 'return_what_exists', bank_account_id: null })
  const set = await json<object>(
    `account set-bank --account ${id} --ispb 60701190 --branch 0910 --number 7654321-X --type checking ` +
      '--holder-name Loja --holder-document 12345678000195',
  )
  expect(set).toMatchObject({ bank_account_id: expect.any(String) })
  expect(JSON.stringify(set)).not.toContain('7654321')
  expect(await json(`account remove-bank --account ${id}`)).toMatchObject({ bank_account_id: null })
})

test('`console-user create` generates a password or reads it from standard input', async () => {
  const ana = await json<{ id: string; password: string; name: string }>(
    'console-user create --email ana@exemplo.com.br --role admin',
  )
  expect(ana.name).toBe('ana')
  const storedAna = await findStaff(world.context(), ana.id)
  expect(await verifyPassword(storedAna?.passwordHash, ana.password)).toBe(true)

  const args = [
    'console-user',
    'create',
    '--email',
    'bia@exemplo.com.br',
    '--role',
    'support',
    '--password-stdin',
  ]
  const { stdout } = await cli([...args, '--json'], { DATA_DIR: folder }, 'uma frase bem longa\n')
  const bia: { id: string; password: null } = JSON.parse(stdout)
  expect(bia.password).toBeNull()
  const storedBia = await findStaff(world.context(), bia.id)
  expect(await verifyPassword(storedBia?.passwordHash, 'uma frase bem longa')).toBe(true)
})

test('`console-user link-identity` links a person to an identity at the provider', async () => {
  const { id, email } = await json<{ id: string; email: string }>(
    'console-user create --email caio@exemplo.com.br --role support',
  )
  const there = { issuer: 'https://login.exemplo.com.br', subject: '8f2c' }
  const args = `--email ${email} --issuer ${there.issuer} --subject ${there.subject}`
  expect(await json(`console-user link-identity ${args}`)).toEqual({ id, email, ...there })
})

describe('a refused command exits with 1 and prints the reason without a stack trace', () => {
  const create = ['account', 'create', '--name', 'x', '--document', '12345678901']
  test.each<[string, string[], string]>([
    [
      'an invalid document',
      [...create.slice(0, -1), '1'],
      'error: validation_error: document (format: CPF com 11 dígitos',
    ],
    [
      'a fee above 100 %',
      [...create, '--fee-bps', '10001'],
      'error: validation_error: feePercentBps (out_of_range)',
    ],
    ['an unknown account', ['account', 'update', '--account', 'x'], 'error: not_found: account_not_found'],
    ['a fee with a comma', [...create, '--fee-fixed', '1,5'], 'A whole number of centavos is needed.'],
    ['an unknown role', ['console-user', 'create', '--role', 'boss'], 'Allowed choices are'],
    ['a date without a zone', ['api-key', 'create', '--expires-at', '2099-01-01'], 'A date-time like'],
    ['missing required options', ['account', 'create'], "required option '--name <name>' not specified"],
    ['an unknown command', ['refund'], "unknown command 'refund'"],
    ['an unknown cell', ['--cell', 'b', 'migrate'], 'there is no cell b; the cells are main'],
  ])('the command is refused because of %s', async (_what, args, says) => {
    const { status, stdout, stderr } = await cli(args)
    expect(status).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toContain(says)
    expect(stderr).not.toMatch(/\n\s+at /)
  })

  test('with --json, a refused command prints its reason as JSON', async () => {
    const { status, stderr } = await cli(['account', 'update', '--account', 'x', '--json'])
    expect(status).toBe(1)
    expect(JSON.parse(stderr)).toEqual({
      error: { code: 'not_found', message: 'account_not_found', details: { reason: 'account_not_found' } },
    })
  })

  test('the error of a command without settings names every missing setting', async () => {
    const { status, stderr } = await cli(['account', 'list'], { DATA_DIR: join(folder, 'elsewhere') })
    expect(status).toBe(1)
    for (const name of ['DATABASE_URL', 'ENCRYPTION_KEYS', 'CURSOR_SECRET'])
      expect(stderr).toContain(`${name} is missing`)
  })

  test('a command reports on standard error that the database cannot be reached', async () => {
    const env = { DATA_DIR: folder, DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x' }
    const secrets = {
      ENCRYPTION_KEYS: `a:${Buffer.alloc(32).toString('base64')}`,
      CURSOR_SECRET: 'x'.repeat(16),
    }
    const { status, stderr } = await cli(['account', 'list'], { ...env, ...secrets })
    expect(status).toBe(1)
    expect(stderr).toBe('error: database: the database cannot be reached: check DATABASE_URL\n')
  })
})

test.each([
  [[]],
  [['account', 'create']],
  [['api-key', 'create']],
  [['console-user', 'create']],
  [['migrate']],
])('the command %j with --help prints its usage and exits with 0', async (args) => {
  const { status, stdout } = await cli([...args, '--help'])
  expect(status).toBe(0)
  expect(stdout).toContain('Usage: cli')
})

test("the CLI in a separate process prints the result and exits with the command's status", async () => {
  const program = ['--experimental-transform-types', '--no-warnings', join(import.meta.dirname, 'cli.ts')]
  const run = promisify(execFile)
  const env = { DATA_DIR: folder }
  const migrated = await run(process.execPath, [...program, 'migrate', '--json'], { env })
  expect(migrated).toEqual({ stdout: '{"applied":[],"administrator_statements":[]}\n', stderr: '' })
  const refused = run(process.execPath, [...program, 'account', 'update', '--account', 'x'], { env })
  await expect(refused).rejects.toMatchObject({ code: 1, stderr: 'error: not_found: account_not_found\n' })
})

test('`audit verify` reports a sound audit log, and names an altered entry', async () => {
  const whole = await json<{ sound: boolean; head: string; lines: string }>('audit verify')
  expect(whole).toMatchObject({ sound: true, first_broken: null })
  expect(await json(`audit verify --head ${whole.head}`)).toMatchObject({ sound: true })
  expect((await cli(['audit', 'verify', '--head', 'no'])).stderr).toContain('head (format: POSITION:HASH,')
  const superuser = new Client({ connectionString: world.database.superuserUrl })
  await superuser.connect()
  const { rows } = await superuser.query('update audit_entry set actor = $1 where seq = 1 returning id', [
    'nobody',
  ])
  await superuser.end()
  const { status, stdout } = await cli(['audit', 'verify'])
  expect(status).toBe(1)
  expect(stdout).toBe(
    `The audit log is BROKEN: link 1, line 1, ${rows[0].id}: its hash does not match its content: the entry was altered.\n`,
  )
})
