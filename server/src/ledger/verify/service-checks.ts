import type { Context } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'
import { FINDINGS_MAX, type Findings } from './findings.ts'

const JOURNAL = ['ledger_head', 'ledger_account', 'journal_entry', 'journal_line']

/** What makes a key act once: the same number of constraints must stand, valid, on every database. */
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

/** What holds of the service as a whole, across its books. */
export async function checkService(ctx: Context, findings: Findings): Promise<void> {
  await checkPrivileges(ctx, findings)
  await checkConstraints(ctx, findings)
  await checkEndToEndIdsUnique(ctx, findings)
}

/** 11: the application may not write the journal but through its function. */
async function checkPrivileges(ctx: Context, findings: Findings): Promise<void> {
  const rights = await sql<{ table: string; right: string }>(
    ctx,
    `select t as table, r as right from unnest($1::text[]) t, unnest($2::text[]) r
     where has_table_privilege(coalesce(to_regrole('pix_app')::oid, to_regrole(current_user)::oid), t, r)`,
    [JOURNAL, ['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']],
  )
  for (const { table, right } of rights)
    findings.add(11, { merchantId: null }, `the application may ${right} ${table}`)
}

/** 14 and 11: the constraints and unique indexes that refuse a second effect. */
async function checkConstraints(ctx: Context, findings: Findings): Promise<void> {
  const standing = await sql<{ name: string }>(
    ctx,
    `select conname as name from pg_constraint where conname = any($1::text[]) and convalidated
     union select relname from pg_class join pg_index on indexrelid = oid
       where relname = any($1::text[]) and indisunique and indisvalid`,
    [[...UNIQUENESS_CONSTRAINTS, ...JOURNAL_CONSTRAINTS]],
  )
  const names = new Set(standing.map((row) => row.name))
  for (const name of UNIQUENESS_CONSTRAINTS)
    if (!names.has(name)) findings.add(14, { merchantId: null }, `constraint ${name} does not stand`)
  for (const name of JOURNAL_CONSTRAINTS)
    if (!names.has(name)) findings.add(11, { merchantId: null }, `constraint ${name} does not stand`)
}

/** 7: a Pix is recorded once in the whole service. */
async function checkEndToEndIdsUnique(ctx: Context, findings: Findings): Promise<void> {
  const twice = await sql<{ endToEndId: string; times: bigint }>(
    ctx,
    `select end_to_end_id as "endToEndId", count(*) as times from payment
     group by end_to_end_id having count(*) > 1 limit $1`,
    [FINDINGS_MAX],
  )
  for (const { endToEndId, times } of twice)
    findings.add(7, { merchantId: null }, `the Pix ${endToEndId} is recorded ${times} times`)
}
