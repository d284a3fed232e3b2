import type { Client } from 'pg'
import { newClient } from '../../src/kernel/pool/primary.ts'
import { MigrationError } from '../run/migration-error.ts'

/** The id of the service's internal merchant, which exists in every database. */
const SERVICE_MERCHANT_ID = '00000000-0000-7000-8000-000000000001'

/**
 * Tables whose rows the service uses without a selected account of the test environment. For example, the service
 * authenticates keys, claims accounts, chains the audit log, stores the request log, and numbers events for the feed.
 */
const SHARED = [
  'api_key',
  'audit_entry',
  'audit_chain',
  'request_log',
  'sandbox_account',
  'event_unsequenced',
  'event_feed_head',
  'event_feed',
]

/**
 * The tables whose rows have no merchant when they are inserted. In the sandbox database, each of these rows has an
 * account.
 */
const WITHOUT_MERCHANT = ['network_inbox', 'network_listing', 'dispute_notice']

const CURRENT_ACCOUNT = `nullif(current_setting('sandbox.account', true), '')::uuid`

/**
 * Makes a migrated database the database of the test environment. After that, row security shows the application only
 * the rows of the account that the setting `sandbox.account` names, and no rows without the setting. Idempotent. Call
 * this function after each migration, because a migration may add tables.
 * @throws MigrationError when the database contains merchants of the production environment.
 */
export async function isolateAccounts(ownerUrl: string): Promise<void> {
  const client = newClient(ownerUrl, { application_name: 'migrate sandbox' })
  await client.connect()
  try {
    await isolate(client)
  } finally {
    await client.end()
  }
}

async function isolate(client: Client): Promise<void> {
  await client.query('begin')
  try {
    await refuseProduction(client)
    for (const table of WITHOUT_MERCHANT)
      await client.query(
        `alter table ${table} add column if not exists account_id uuid default ${CURRENT_ACCOUNT}`,
      )
    for (const { table, column } of await unprotectedTables(client)) {
      await client.query(`alter table ${table} enable row level security`)
      await client.query(`create policy one_account on ${table} using (${column} = ${CURRENT_ACCOUNT})`)
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * Refuses a database with production merchants. Adds a constraint that refuses every later insert of such a merchant.
 */
async function refuseProduction(client: Client): Promise<void> {
  const { rows } = await client.query(
    `select from merchant where environment = 'production' and id <> $1 limit 1`,
    [SERVICE_MERCHANT_ID],
  )
  if (rows.length > 0)
    throw new MigrationError(
      'the database of MIGRATION_SANDBOX_DATABASE_URL has merchants of the production environment: give the test environment a database of its own',
    )
  const known = await client.query(`select from pg_constraint where conname = 'merchant_is_for_tests'`)
  if (known.rows.length > 0) return
  await client.query(
    `alter table merchant add constraint merchant_is_for_tests
      check (environment = 'sandbox' or id = '${SERVICE_MERCHANT_ID}')`,
  )
}

/**
 * Returns the tables that have a column for the account but no row security policy, each with the name of this column.
 * A partition uses the policy of its parent.
 */
async function unprotectedTables(client: Client): Promise<{ table: string; column: string }[]> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select format('%I', c.relname) as table, a.attname as column
      from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attname = case when c.relname = any($1) then 'account_id' else 'merchant_id' end
        and c.relname <> all($2)
        and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'one_account')
      order by c.relname`,
    [WITHOUT_MERCHANT, SHARED],
  )
  return rows
}
