import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '../../kernel/database/sql.ts'
import { firstEndOf } from '../../kernel/settings/certificate-ends.ts'
import type { ConsoleClient } from '../../testing/clients/console-client.ts'
import { makeAuthority, makeKeyPair } from '../../testing/fakes/certificates.ts'
import { startConsole } from '../../testing/fixtures/start-console.ts'
import { AccountReports } from '../account-reports.ts'
import { UNUSED, type AccountState } from '../account-state.ts'
import { openSecrets } from '../account-secrets.ts'

const authority = makeAuthority('authority')
const pair = makeKeyPair()
const own = authority.issue('service', [], { key: pair })
const other = authority.issue('other', [])
const expired = authority.issue('service', [], { validMs: -1_000, key: pair }).cert

const { world, testConsole } = await startConsole()
let admin: ConsoleClient
let support: ConsoleClient
beforeAll(async () => {
  admin = await testConsole.signInAs(await testConsole.createPerson('admin'))
  support = await testConsole.signInAs(await testConsole.createPerson('support'))
})

const ACCOUNT = {
  id: 'itau-1',
  profile: 'itau',
  environment: 'production',
  baseUrl: 'https://itau.test/v2',
  tokenUrl: 'https://itau.test/token',
  clientId: 'cliente',
  clientSecret: 'segredo-do-cliente',
  pixKey: 'pix@loja.example',
}
const CREATE =
  'mutation ($account: CreatePixAccountInput!) { createPixAccount(account: $account) { id state } }'

test('an administrator creates an account, and the audit log does not contain its secret', async () => {
  const created = await admin.send(CREATE, { account: ACCOUNT })
  expect(created.data).toEqual({ createPixAccount: { id: 'itau-1', state: 'active' } })
  expect((await admin.send(CREATE, { account: ACCOUNT })).errors?.[0]?.extensions).toMatchObject({
    reason: 'pix_account_exists',
  })
  const refused = await admin.send(CREATE, {
    account: { ...ACCOUNT, id: 'Itau', profile: 'nenhum', baseUrl: 'http://itau.test' },
  })
  expect(refused.errors?.[0]?.extensions).toMatchObject({ code: 'validation_error' })
  expect((await support.send(CREATE, { account: ACCOUNT })).errors?.[0]?.extensions).toMatchObject({
    code: 'FORBIDDEN',
  })
  const entries = await sql<{ text: string }>(
    world.context(),
    `select row_to_json(e)::text as text from audit_entry e
     where action = 'pix_account.create' and target_id = 'itau-1'`,
  )
  expect(entries).toHaveLength(1)
  expect(entries[0]?.text).not.toContain(ACCOUNT.clientSecret)
})

const replace = (accountId: string, s: object = { clientSecret: 'segredo-novo' }) =>
  admin.send(
    `mutation ($id: String!, $s: PixAccountCredentialsInput!) {
      replacePixAccountSecrets(accountId: $id, secrets: $s) { id certificateEndsAt } }`,
    { id: accountId, s },
  )

const PEM_FAULTS: [name: string, secrets: object, field: string, reason: string][] = [
  [
    'a text without a certificate',
    { certificate: 'x', privateKey: own.key },
    'certificate',
    'certificate_malformed',
  ],
  [
    'an expired certificate',
    { certificate: expired, privateKey: own.key },
    'certificate',
    'certificate_expired',
  ],
  ['a text without a key', { certificate: own.cert, privateKey: 'x' }, 'privateKey', 'private_key_malformed'],
  [
    'the key of another certificate',
    { certificate: own.cert, privateKey: other.key },
    'privateKey',
    'private_key_of_other_certificate',
  ],
]

test.each(PEM_FAULTS)(
  '%s is refused, and the error has a reason and names the field',
  async (_name, secrets, field, reason) => {
    const refused = (await replace('itau-1', secrets)).errors?.[0]?.extensions
    expect(refused).toMatchObject({ code: 'validation_error', reason, fields: [{ path: field }] })
  },
)

test('a certificate and its key are stored, and the account shows when the certificate expires', async () => {
  expect((await admin.send(CREATE, { account: { ...ACCOUNT, id: 'itau-2' } })).errors).toEqual([])
  const { data } = await replace('itau-2', { certificate: own.cert, privateKey: own.key })
  expect(data).toEqual({
    replacePixAccountSecrets: { id: 'itau-2', certificateEndsAt: firstEndOf(own.cert)?.toISOString() },
  })
})

test('the authorities of the PSP and the client id of an account can be replaced', async () => {
  expect((await admin.send(CREATE, { account: { ...ACCOUNT, id: 'itau-3' } })).errors).toEqual([])
  const refused = (await replace('itau-3', { caPem: 'x' })).errors?.[0]?.extensions
  expect(refused).toMatchObject({ reason: 'authorities_malformed', fields: [{ path: 'caPem' }] })
  expect((await replace('itau-3', { caPem: authority.cert, clientId: 'outro' })).errors).toEqual([])
  const [account] = await sql(
    world.context(),
    `select client_id, ca_pem, version from pix_account where id = 'itau-3'`,
  )
  expect(account).toEqual({ client_id: 'outro', ca_pem: authority.cert, version: 2 })
  const [entry] = await sql(
    world.context(),
    `select after from audit_entry where action = 'pix_account.replace_secrets' and target_id = 'itau-3'`,
  )
  expect(entry).toEqual({ after: { replaced: ['client', 'authorities'], version: 2 } })
})

test('replacing secrets deletes the replaced ones, and the secrets of the account `default` cannot be replaced', async () => {
  expect((await replace('itau-1')).errors).toEqual([])
  const secrets = await openSecrets(world.context(), { accountId: 'itau-1' })
  expect(secrets).toMatchObject([
    { kind: 'client_secret', version: 2, secret: 'segredo-novo' },
    { kind: 'callback_secret', version: 1 },
  ])
  expect((await replace('default')).errors?.[0]?.extensions).toMatchObject({
    reason: 'pix_account_uses_settings',
  })
  expect((await replace('nenhuma')).errors?.[0]?.extensions).toMatchObject({
    reason: 'pix_account_not_found',
  })
})

test('a list of accounts is assigned to a merchant in order, and the accounts show their calls', async () => {
  const assign = (accountIds: string[]) =>
    admin.send(
      'mutation ($m: Uuid!, $ids: [String!]!) { assignPixAccounts(merchantId: $m, accountIds: $ids) }',
      {
        m: world.merchantId,
        ids: accountIds,
      },
    )
  expect((await assign(['itau-1', 'default'])).data).toEqual({ assignPixAccounts: ['itau-1', 'default'] })
  expect((await assign(['nenhuma'])).errors?.[0]?.extensions).toMatchObject({
    reason: 'pix_account_not_found',
  })
  expect((await assign(['default', 'default'])).errors?.[0]?.extensions).toMatchObject({
    code: 'validation_error',
  })
  await world.pix.find('0'.repeat(32))
  await world.kit.pixCalls.flush()
  world.kit.pixCalls.add('default', 'find', 'unknown', world.clock.now())
  await world.kit.pixCalls.flush()
  const { data } = await admin.send(
    `query ($m: Uuid!) { merchant(id: $m) { pixAccountIds }
      pixAccounts { id state volumeTodayCents unsettledCents operations { operation callsCount failedCount lastOutcome } } }`,
    { m: world.merchantId },
  )
  expect(data).toMatchObject({
    merchant: { pixAccountIds: ['itau-1', 'default'] },
    pixAccounts: expect.arrayContaining([
      expect.objectContaining({
        id: 'default',
        operations: expect.arrayContaining([
          { operation: 'find', callsCount: 2, failedCount: 1, lastOutcome: 'unknown' },
        ]),
      }),
      { id: 'itau-1', state: 'active', volumeTodayCents: '0', unsettledCents: '0', operations: [] },
    ]),
  })
})

/** Returns the problems of the account `default` as the console shows them. */
async function reportsOfDefault() {
  const { data } = await admin.send(
    'query { pixAccounts { id reports { process avoidedSince breakerOpenSince fault faultSince } } }',
  )
  const accounts = z
    .object({ pixAccounts: z.array(z.object({ id: z.string(), reports: z.array(z.unknown()) })) })
    .parse(data).pixAccounts
  return accounts.find(({ id }) => id === 'default')?.reports
}

test('the console shows each problem of every process until the problem ends or the process no longer reports it', async () => {
  const since = world.clock.now()
  const failing: AccountState = {
    ...UNUSED,
    accountId: 'default',
    avoidedSince: undefined,
    breakerOpenSince: since,
    fault: { fault: 'certificate_expired', since },
  }
  const states = [failing]
  const worker = new AccountReports('worker host 1', () => states)
  const killed = new AccountReports('api host 2', () => [{ ...failing, breakerOpenSince: undefined }])
  expect(await Promise.all([worker.store(world.context()), killed.store(world.context())])).toEqual([
    true,
    true,
  ])
  const fault = { avoidedSince: null, fault: 'certificate_expired', faultSince: since.toISOString() }
  expect(await reportsOfDefault()).toEqual([
    { ...fault, process: 'api host 2', breakerOpenSince: null },
    { ...fault, process: 'worker host 1', breakerOpenSince: since.toISOString() },
  ])
  world.clock.advance(60_001)
  await worker.store(world.context())
  expect(await reportsOfDefault()).toMatchObject([{ process: 'worker host 1' }])
  states.length = 0
  expect(await worker.store(world.context())).toBe(false)
  expect(await reportsOfDefault()).toEqual([])
})
