import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeLog } from './kernel/log.ts'
import { makeSchema } from './schema.ts'
import type { ConsoleClient } from './testing/clients/console-client.ts'
import { aBankAccount, BANK_ACCOUNT } from './testing/fixtures/bank-accounts.ts'
import { createCharge } from './testing/fixtures/charges.ts'
import { startConsole } from './testing/fixtures/start-console.ts'
import { seedConsoleLists } from './testing/fixtures/seed-console-lists.ts'
import { operationsOf } from './testing/suites/operations.ts'

// The log is silent, because every mutation in this test fails and would log an error.
const { world, testConsole } = await startConsole({ terms: { feePercentBps: 0 }, log: makeLog('silent') })
const operations = new Map(operationsOf(makeSchema()).map((operation) => [operation.name, operation]))

/** The id of one existing record of each kind. */
let there: Record<'endpoint' | 'charge' | 'key' | 'person' | 'invitation' | 'exception' | 'payout', string>
let admin: ConsoleClient
let password: string
let owner: Client
beforeAll(async () => {
  const person = await testConsole.createPerson('admin')
  password = person.password
  const { endpointId } = await seedConsoleLists(world, `staff:${person.id}`)
  await aBankAccount(world, world.merchantId)
  const { id: charge } = (await createCharge(world.rest)).body
  const other = await testConsole.createPerson('finance')
  await testConsole.signInAs(other)
  admin = await testConsole.signInAs(person)
  owner = new Client({ connectionString: world.database.superuserUrl })
  await owner.connect()
  there = {
    endpoint: endpointId,
    charge,
    person: other.id,
    key: await someId('select id from api_key where merchant_id = $1'),
    invitation: await someId('select id from staff_invitation where $1::uuid is not null'),
    exception: await someId(
      `select id from reconciliation_exception where merchant_id = $1 and closed_at is null`,
    ),
    payout: await someId(`select id from payout where merchant_id = $1 and state = 'paid'`),
  }
  await owner.query(
    `create function no_record() returns trigger language plpgsql as $$ begin raise exception 'no record'; end $$;
     create trigger no_record before insert on audit_entry for each row execute function no_record()`,
  )
})
afterAll(() => owner.end())

async function someId(statement: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(`${statement} limit 1`, [world.merchantId])
  return rows[0]?.id ?? ''
}

const mine = (more: object = {}) => ({ merchantId: world.merchantId, ...more })
const about = (id: string) => ({ id, reason: 'Porque sim' })

/**
 * The mutations that write an audit entry, with their variables. The variables are valid, so each mutation runs until
 * it writes the entry.
 */
const MUTATIONS: Record<string, () => object> = {
  changePassword: () => ({ current: password, password: 'outra frase bem comprida' }),
  renewRecoveryCodes: () => ({}),
  createApiKey: () => ({ input: mine({ name: 'ERP', scopes: ['balance:read'] }) }),
  revokeApiKey: () => mine({ id: there.key }),
  registerWebhookEndpoint: () => mine({ url: 'https://shop.example/new', eventTypes: [] }),
  rotateWebhookSecret: () => mine({ id: there.endpoint }),
  turnOffWebhookEndpoint: () => mine({ id: there.endpoint }),
  disableWebhookEndpoint: () => mine({ id: there.endpoint }),
  changeWebhookEndpointLimits: () =>
    mine({ id: there.endpoint, limits: { maxInFlight: 7, ratePerSecond: 7 } }),
  suspendPayouts: () => mine({ reason: 'Documentos' }),
  setBankAccount: () => mine({ account: { ...BANK_ACCOUNT, branch: '0911' } }),
  recordPayout: () =>
    mine({ amountCents: '100', externalReference: 'TED-9', paidAt: world.clock.now(), forceReason: 'Sim' }),
  closeReconciliationException: () => mine({ id: there.exception, resolution: 'Conferida' }),
  reversePayout: () => mine(about(there.payout)),
  inviteStaff: () => ({ input: { email: 'ana@exemplo.com.br', name: 'Ana', role: 'support' } }),
  withdrawInvitation: () => ({ id: there.invitation }),
  changeStaffRole: () => ({ ...about(there.person), role: 'support' }),
  deactivateStaff: () => about(there.person),
  offerStaffPassword: () => about(there.person),
  resetStaffTotp: () => about(there.person),
}

/**
 * Returns a digest of the rows of each table. Leaves out `sign_in_throttle`, because the server counts a sign-in
 * attempt before the mutation runs.
 */
async function digestTables(): Promise<Record<string, string>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'sign_in_throttle'`,
  )
  const digests = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(string_agg(t::text, '|' order by t::text)) as digest from "${name}" t`,
  )
  const { rows } = await owner.query<{ name: string; digest: string }>(digests.join(' union all '))
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}

const SCALARS = { ID: '', String: 'x', Int: 1, Boolean: true, Cents: '1', DateTime: '2026-01-01T00:00:00Z' }

test.each(Object.keys(MUTATIONS))('mutation %s changes nothing when its audit entry fails', async (name) => {
  const operation = operations.get(name)
  const before = await digestTables()
  const variables = { ...operation?.variables(SCALARS), ...MUTATIONS[name]?.() }
  const { code } = await admin.send(operation?.text ?? '', variables)
  expect(code).toBe('INTERNAL_SERVER_ERROR')
  expect(await digestTables()).toEqual(before)
})
