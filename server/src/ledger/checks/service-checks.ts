import { sql, type SqlBool } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { FINDINGS_MAX, type Findings } from './findings.ts'

/** The columns of the system catalog that the checks read. */
type Catalog = {
  pg_constraint: { conname: string; convalidated: boolean }
  pg_class: { oid: number; relname: string }
  pg_index: { indexrelid: number; indisunique: boolean; indisvalid: boolean }
}

const JOURNAL = ['ledger_head', 'ledger_account', 'journal_entry', 'journal_line']
const WRITE_PRIVILEGES = ['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']

/** The constraints and unique indexes that prevent a repeated request or callback from having an effect twice. */
const UNIQUENESS_CONSTRAINTS = [
  'charge_idempotency_key',
  'charge_order_reference',
  'refund_idempotency_key',
  'payment_end_to_end_id',
  'payout_external_reference',
  'network_inbox_once',
  'network_return_once',
]

const JOURNAL_CONSTRAINTS = [
  'ledger_account_sign',
  'journal_entry_merchant_id_seq_key',
  'journal_entry_merchant_id_dedupe_key_key',
  'journal_entry_merchant_id_reverses_id_key',
  'journal_line_merchant_id_account_code_account_version_key',
  'journal_line_one_side',
]

/**
 * Checks the invariants that do not belong to one merchant. `INVARIANTS` contains the names of the invariants by
 * number.
 */
export async function checkService(ctx: Context, findings: Findings): Promise<void> {
  await checkPrivileges(ctx, findings)
  await checkConstraints(ctx, findings)
  await checkEndToEndIdsUnique(ctx, findings)
}

/** Checks invariant 11: the application's role may write the journal only through the posting function. */
async function checkPrivileges(ctx: Context, findings: Findings): Promise<void> {
  const role = sql<number>`coalesce(to_regrole('pix_app')::oid, to_regrole(current_user)::oid)`
  const tables = sql<{ table: string }>`unnest(${JOURNAL}::text[])`
  const privileges = sql<{ right: string }>`unnest(${WRITE_PRIVILEGES}::text[])`
  const rights = await db(ctx)
    .selectFrom([tables.as('table'), privileges.as('right')])
    .select(['table.table', 'right.right'])
    .where(({ fn }) => fn<SqlBool>('has_table_privilege', [role, 'table.table', 'right.right']))
    .execute()
  for (const { table, right } of rights)
    findings.add(11, { merchantId: null }, `the application role has the privilege ${right} on ${table}`)
}

/** Checks invariants 14 and 11: all constraints and unique indexes of the two lists exist and are valid. */
async function checkConstraints(ctx: Context, findings: Findings): Promise<void> {
  const wanted = [...UNIQUENESS_CONSTRAINTS, ...JOURNAL_CONSTRAINTS]
  const catalog = db(ctx).withTables<Catalog>()
  const valid = await catalog
    .selectFrom('pg_constraint')
    .select('conname as name')
    .where('conname', 'in', wanted)
    .where('convalidated', '=', true)
    .union(
      catalog
        .selectFrom('pg_class')
        .innerJoin('pg_index', 'indexrelid', 'oid')
        .select('relname as name')
        .where('relname', 'in', wanted)
        .where('indisunique', '=', true)
        .where('indisvalid', '=', true),
    )
    .execute()
  const names = new Set(valid.map((row) => row.name))
  for (const name of UNIQUENESS_CONSTRAINTS)
    if (!names.has(name)) findings.add(14, { merchantId: null }, `constraint ${name} is missing or not valid`)
  for (const name of JOURNAL_CONSTRAINTS)
    if (!names.has(name)) findings.add(11, { merchantId: null }, `constraint ${name} is missing or not valid`)
}

/** Checks invariant 7: no Pix payment is recorded twice in the whole service. */
async function checkEndToEndIdsUnique(ctx: Context, findings: Findings): Promise<void> {
  const twice = await db(ctx)
    .selectFrom('payment')
    .select(({ fn }) => ['end_to_end_id as endToEndId', fn.countAll<bigint>().as('times')])
    .groupBy('end_to_end_id')
    .having(({ fn }) => fn.countAll(), '>', 1)
    .limit(FINDINGS_MAX)
    .execute()
  for (const { endToEndId, times } of twice)
    findings.add(7, { merchantId: null }, `the Pix payment ${endToEndId} is recorded ${times} times`)
}
