import type { Context } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'
import { FINDINGS_MAX, type Findings } from './findings.ts'

const JOURNAL = ['ledger_head', 'ledger_account', 'journal_entry', 'journal_line']

/** The constraints and unique indexes that keep a retried request or callback from taking effect twice. */
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

/** Checks the invariants that do not belong to one merchant. Numbers in comments are invariants. */
export async function checkService(ctx: Context, findings: Findings): Promise<void> {
  await checkPrivileges(ctx, findings)
  await checkConstraints(ctx, findings)
  await checkEndToEndIdsUnique(ctx, findings)
}

/** 11: the application role may write the journal only through the posting function. */
async function checkPrivileges(ctx: Context, findings: Findings): Promise<void> {
  const rights = await sql<{ table: string; right: string }>(
    ctx,
    `select t as table, r as right from unnest($1::text[]) t, unnest($2::text[]) r
     where has_table_privilege(coalesce(to_regrole('pix_app')::oid, to_regrole(current_user)::oid), t, r)`,
    [JOURNAL, ['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']],
  )
  for (const { table, right } of rights)
    findings.add(11, { merchantId: null }, `the application role has the privilege ${right} on ${table}`)
}

/** 14 and 11: all constraints and unique indexes exist and are valid. */
async function checkConstraints(ctx: Context, findings: Findings): Promise<void> {
  const valid = await sql<{ name: string }>(
    ctx,
    `select conname as name from pg_constraint where conname = any($1::text[]) and convalidated
     union select relname from pg_class join pg_index on indexrelid = oid
       where relname = any($1::text[]) and indisunique and indisvalid`,
    [[...UNIQUENESS_CONSTRAINTS, ...JOURNAL_CONSTRAINTS]],
  )
  const names = new Set(valid.map((row) => row.name))
  for (const name of UNIQUENESS_CONSTRAINTS)
    if (!names.has(name)) findings.add(14, { merchantId: null }, `constraint ${name} is missing or not valid`)
  for (const name of JOURNAL_CONSTRAINTS)
    if (!names.has(name)) findings.add(11, { merchantId: null }, `constraint ${name} is missing or not valid`)
}

/** 7: a Pix payment is recorded once in the whole service. */
async function checkEndToEndIdsUnique(ctx: Context, findings: Findings): Promise<void> {
  const twice = await sql<{ endToEndId: string; times: bigint }>(
    ctx,
    `select end_to_end_id as "endToEndId", count(*) as times from payment
     group by end_to_end_id having count(*) > 1 limit $1`,
    [FINDINGS_MAX],
  )
  for (const { endToEndId, times } of twice)
    findings.add(7, { merchantId: null }, `the Pix payment ${endToEndId} is recorded ${times} times`)
}
