import { beforeAll, expect, test } from 'vitest'
import { sql } from '../../kernel/database/sql.ts'
import type { ConsoleClient } from '../../testing/clients/console-client.ts'
import { startConsole } from '../../testing/fixtures/start-console.ts'
import { openSecrets } from '../account-secrets.ts'

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

test('an administrator creates an account whose secrets leave no trace in the audit log or in an answer', async () => {
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
    `select row_to_json(e)::text as text from audit_entry e where action = 'pix_account.create'`,
  )
  expect(entries).toHaveLength(1)
  expect(entries[0]?.text).not.toContain(ACCOUNT.clientSecret)
})

const replace = (accountId: string) =>
  admin.send(
    'mutation ($id: String!, $s: PixAccountSecretsInput!) { replacePixAccountSecrets(accountId: $id, secrets: $s) { id } }',
    { id: accountId, s: { clientSecret: 'segredo-novo' } },
  )

test('replacing secrets creates a new version, and the secrets of the account `default` cannot be replaced', async () => {
  expect((await replace('itau-1')).errors).toEqual([])
  const secrets = await openSecrets(world.context(), { accountId: 'itau-1' })
  expect(secrets.filter(({ kind }) => kind === 'client_secret')).toMatchObject([
    { version: 2, secret: 'segredo-novo' },
    { version: 1, secret: ACCOUNT.clientSecret },
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
  const { data } = await admin.send(
    `query ($m: Uuid!) { merchant(id: $m) { pixAccountIds }
      pixAccounts { id state volumeTodayCents unsettledCents operations { operation callsCount failedCount } } }`,
    { m: world.merchantId },
  )
  expect(data).toMatchObject({
    merchant: { pixAccountIds: ['itau-1', 'default'] },
    pixAccounts: [
      {
        id: 'default',
        operations: expect.arrayContaining([{ operation: 'find', callsCount: 1, failedCount: 0 }]),
      },
      { id: 'itau-1', volumeTodayCents: '0', unsettledCents: '0', operations: [] },
    ],
  })
})
