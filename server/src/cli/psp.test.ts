import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttpServer, listen, stop } from '../../simulator/http.ts'
import { createNetwork, type Network } from '../../simulator/network.ts'
import { seededRandom } from '../../simulator/testing/test-network.ts'
import { systemClock } from '../kernel/clock.ts'
import { systemIds } from '../kernel/ids.ts'
import { PROFILE_NAMES } from '../pix/profiles/profiles.ts'
import { makeAuthority } from '../testing/fakes/certificates.ts'
import { runCommand, type CommandResult } from '../testing/clients/command-line.ts'

const KEY = 'chave@exemplo.com.br'
const CALLBACK_URL = 'https://servico.exemplo/network/segredo-da-url'
const random = () => systemIds.bytes(24).toString('hex')
const CLIENT = { id: 'cliente-da-loja', secret: random() }
const OTHERS = {
  DATABASE_URL: 'postgresql://pix_app:x@127.0.0.1:1/pix',
  PIX_CLIENT_ID: CLIENT.id,
  PIX_CLIENT_SECRET: CLIENT.secret,
  PIX_KEY: KEY,
  PIX_APP_KEY: 'chave-da-aplicacao',
  PIX_CALLBACK_SECRET: random(),
  ENCRYPTION_KEYS: `k1:${systemIds.bytes(32).toString('base64')}`,
  CURSOR_SECRET: random(),
  FINGERPRINT_SECRET: random(),
}

let network: Network
let server: Server
let url: string
beforeAll(async () => {
  network = createNetwork({
    clock: systemClock,
    random: seededRandom(11),
    clients: [CLIENT],
    keys: [KEY],
    deliver: () => Promise.resolve({ status: 200 }),
  })
  server = createHttpServer(network.handle)
  url = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`
})
afterAll(async () => {
  network.close()
  await stop(server)
})

const check = (profile: string, dialect: string, ...args: string[]): Promise<CommandResult> =>
  checkWith({}, profile, dialect, ...args)

const checkWith = (
  settings: Record<string, string>,
  profile: string,
  dialect: string,
  ...args: string[]
): Promise<CommandResult> =>
  runCommand(['psp', 'check', ...args], {
    ...OTHERS,
    PIX_PROFILE: profile,
    PIX_ENVIRONMENT: 'sandbox',
    PIX_BASE_URL: `${url}/dialects/${dialect}/api/v2`,
    PIX_TOKEN_URL: `${url}/dialects/${dialect}/oauth/token`,
    ...settings,
  })

const receivePix = (): string => network.pay({ chave: KEY, amountCents: 500n })[0]?.endToEndId ?? ''

test.each(PROFILE_NAMES)(
  'psp check reports that a PSP of the profile %s follows its profile, and prints no secrets',
  async (name) => {
    const args = ['--callback-url', CALLBACK_URL, '--return-of', receivePix()]
    const { status, stdout, stderr } = await check(name, name, ...args)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain('13 holds, 0 deviates, 0 fails, 1 skipped')
    for (const secret of [CLIENT.id, CLIENT.secret, KEY, CALLBACK_URL, args[3]])
      expect(stdout).not.toContain(secret)
  },
)

test('psp check reports a PSP that deviates from its profile, and ends with status 1', async () => {
  const { status, stdout } = await check('inter', 'santander', '--json')
  expect({ status, rows: JSON.parse(stdout).rows }).toEqual({
    status: 1,
    rows: [
      {
        step: 'client certificate',
        result: 'skipped',
        notes: ['none is set', 'the profile says: the token request and each call need one'],
      },
      {
        step: 'request a token',
        result: 'fails',
        status: 400,
        ms: expect.any(Number),
        notes: ['no access token: check the credentials and the profile'],
      },
    ],
  })
  const bank = await check('standard', 'bradesco')
  expect(bank.status).toBe(1)
  expect(bank.stdout).toMatch(
    /create a charge +PUT \/cob\/\{txid\} +deviates +200 +\d+ ms +the profile says 201/,
  )
})

test('psp check reports a missing and an expired client certificate', async () => {
  const missing = await checkWith({ PIX_ENVIRONMENT: 'production' }, 'itau', 'itau')
  expect(missing.stdout).toMatch(
    /client certificate +deviates .*the profile says: each call except the token request needs one/,
  )
  const folder = mkdtempSync(join(tmpdir(), 'psp-check-'))
  const expired = makeAuthority('authority').issue('service', [], { validMs: -1_000 })
  const files = { PIX_CERT_FILE: join(folder, 'cert.pem'), PIX_KEY_FILE: join(folder, 'key.pem') }
  writeFileSync(files.PIX_CERT_FILE, expired.cert)
  writeFileSync(files.PIX_KEY_FILE, expired.key)
  const { status, stdout } = await checkWith(files, 'itau', 'itau')
  rmSync(folder, { recursive: true })
  expect(status).toBe(1)
  expect(stdout).toMatch(/client certificate +fails .*expired at 20/)
})

test('the report of psp check identifies its charge, and names the type and the members of an error', async () => {
  const { stdout } = await check('standard', 'standard', '--callback-url', 'ftp://servico.exemplo')
  const [, txid = ''] = /started at 20\S+Z, txid of the charge ([0-9a-f]{32})/.exec(stdout) ?? []
  expect(network.cob(txid).cob?.status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR')
  expect(stdout).toMatch(
    /register the webhook.* fails +400 .*WebhookOperacaoInvalida \(webhook\.webhookUrl\)/,
  )
})

test('psp check refuses an unknown profile and reports a PSP that cannot be reached', async () => {
  expect(await check('unknown', 'standard')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('PIX_PROFILE: must be one of standard, banco-do-brasil'),
  })
  const { status, stdout } = await runCommand(['psp', 'check'], {
    ...OTHERS,
    PIX_BASE_URL: 'http://127.0.0.1:1/api/v2',
    PIX_TOKEN_URL: 'http://127.0.0.1:1/oauth/token',
  })
  expect({ status, failed: stdout.includes('1 fails') }).toEqual({ status: 1, failed: true })
})
