import { violatedConstraint, type Tx } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { db } from '../kernel/database/tables.ts'
import type { LedgerCode } from './chart.ts'
import { postEntries, type Entry, type Posted } from './post-entries.ts'

/** The fields of a posted entry that its reversal needs. */
export interface PostedEntry {
  id: string
  seq: bigint
  eventType: string
  description: string
  source: Entry['source']
  reversesId: string | null
  lines: PostedLine[]
}

interface PostedLine {
  code: LedgerCode
  debitCents: bigint
  creditCents: bigint
  chargeId: string | null
  paymentId: string | null
  caseId: string | null
  payoutId: string | null
}

/** Returns an entry of the merchant. @throws Problem not_found, reason `journal_entry_not_found`. */
export async function getEntry(tx: Tx, merchantId: string, journalId: string): Promise<PostedEntry> {
  const entry = await db(tx)
    .selectFrom('journal_entry')
    .select([
      'id',
      'seq',
      'event_type as eventType',
      'description',
      'source_type as sourceType',
      'source_id as sourceId',
      'reverses_id as reversesId',
    ])
    .where('merchant_id', '=', merchantId)
    .where('id', '=', journalId)
    .executeTakeFirst()
  if (!entry) throw new Problem('not_found', { reason: 'journal_entry_not_found' })
  const { sourceType, sourceId, ...rest } = entry
  const lines = await listEntryLines(tx, merchantId, journalId)
  return { ...rest, source: { type: sourceType, id: sourceId }, lines }
}

const listEntryLines = (tx: Tx, merchantId: string, journalId: string): Promise<PostedLine[]> =>
  db(tx)
    .selectFrom('journal_line')
    .select([
      'account_code as code',
      'debit_cents as debitCents',
      'credit_cents as creditCents',
      'charge_id as chargeId',
      'payment_id as paymentId',
      'case_id as caseId',
      'payout_id as payoutId',
    ])
    .where('merchant_id', '=', merchantId)
    .where('journal_id', '=', journalId)
    .orderBy('line_no')
    .execute()

/**
 * Posts the reversal of an entry, with debits and credits exchanged. The caller must have locked the ledger and checked
 * that an entry of this type may be reversed.
 * @throws Problem conflict, reason `reversal_of_reversal`, `already_reversed` or `position_would_be_negative`.
 */
export async function postReversal(
  tx: Tx,
  merchantId: string,
  entry: PostedEntry,
  now: Date,
): Promise<Posted> {
  if (entry.reversesId !== null) throw new Problem('conflict', { reason: 'reversal_of_reversal' })
  const posted = await post(tx, merchantId, reversalOf(entry, now), now)
  if (!posted || posted.replayed) throw new Problem('conflict', { reason: 'already_reversed' })
  return posted
}

function reversalOf(entry: PostedEntry, now: Date): Entry {
  const chargeId = entry.lines.find((line) => line.chargeId !== null)?.chargeId
  return {
    eventType: 'journal.reversal',
    source: entry.source,
    dedupeKey: `reversal:${entry.id}`,
    reversesId: entry.id,
    economicAt: now,
    ...(chargeId ? { chargeId } : {}),
    lines: entry.lines.map((line) => ({
      code: line.code,
      debitCents: line.creditCents,
      creditCents: line.debitCents,
      ...(line.paymentId === null ? {} : { paymentId: line.paymentId }),
      ...(line.caseId === null ? {} : { caseId: line.caseId }),
      ...(line.payoutId === null ? {} : { payoutId: line.payoutId }),
    })),
  }
}

async function post(tx: Tx, merchantId: string, entry: Entry, now: Date): Promise<Posted | undefined> {
  try {
    const [posted] = await postEntries(tx, merchantId, [entry], now)
    return posted
  } catch (error) {
    if (violatedConstraint(error) !== 'ledger_account_sign') throw error
    throw new Problem('conflict', { reason: 'position_would_be_negative' })
  }
}
