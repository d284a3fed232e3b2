import { expressionBuilder, sql, type Expression } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { db, type Tables } from '../../kernel/database/tables.ts'
import { FINDINGS_MAX } from './findings.ts'
import type { LedgerCheck, Violation } from './ledger-check.ts'

/** Selects the accounts and amounts of an entry's lines. */
const linesOf = (merchantId: string, journalId: Expression<string | null>) =>
  expressionBuilder<Tables>()
    .selectFrom('journal_line as l')
    .select(['l.account_code', 'l.debit_cents', 'l.credit_cents'])
    .where('l.merchant_id', '=', merchantId)
    .where('l.journal_id', '=', journalId)

/** Selects the lines of an entry with debit and credit exchanged. */
const mirroredLinesOf = (merchantId: string, journalId: Expression<string | null>) =>
  expressionBuilder<Tables>()
    .selectFrom('journal_line as l')
    .select(['l.account_code', 'l.credit_cents as debit_cents', 'l.debit_cents as credit_cents'])
    .where('l.merchant_id', '=', merchantId)
    .where('l.journal_id', '=', journalId)

async function findWrongReversals(ctx: Context, merchantId: string): Promise<Violation[]> {
  const lines = () => linesOf(merchantId, sql.ref('r.id'))
  const expected = () => mirroredLinesOf(merchantId, sql.ref('o.id'))
  const rows = await db(ctx)
    .selectFrom('journal_entry as r')
    .leftJoin('journal_entry as o', (join) =>
      join.onRef('o.merchant_id', '=', 'r.merchant_id').onRef('o.id', '=', 'r.reverses_id'),
    )
    .select([
      'r.seq',
      'r.id as journalId',
      'r.reverses_id as reversesId',
      'r.event_type as eventType',
      'o.seq as originalSeq',
      'o.reverses_id as originalReversesId',
    ])
    .where('r.merchant_id', '=', merchantId)
    .where((row) =>
      row.or([row('r.reverses_id', 'is not', null), row('r.event_type', '=', 'journal.reversal')]),
    )
    .where((row) =>
      row.or([
        row('r.reverses_id', 'is', null),
        row('r.event_type', '<>', 'journal.reversal'),
        row('o.reverses_id', 'is not', null),
        row.exists(lines().exceptAll(expected())),
        row.exists(expected().exceptAll(lines())),
      ]),
    )
    .limit(FINDINGS_MAX)
    .execute()
  return rows.map((row) => ({ seq: row.seq, journalId: row.journalId, what: faultOf(row) }))
}

function faultOf(row: {
  reversesId: string | null
  eventType: string
  originalSeq: bigint | null
  originalReversesId: string | null
}): string {
  if (row.reversesId === null) return 'the reversal names no entry'
  if (row.eventType !== 'journal.reversal') return `it reverses an entry but has the type ${row.eventType}`
  if (row.originalReversesId !== null) return 'it reverses a reversal'
  return `its lines are not the opposite of entry ${row.originalSeq ?? ''}`
}

/** Checks that compare each reversal with the entry that it reverses. */
export const REVERSAL_CHECKS: LedgerCheck[] = [{ invariant: 9, find: findWrongReversals }]
