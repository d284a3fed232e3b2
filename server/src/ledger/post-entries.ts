import { afterCommit, sqlState, type Tx } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { db } from '../kernel/database/tables.ts'
import { isVisible, type AccountCode } from './chart.ts'
import { ENTRY_TYPES, type EntryType } from './entry-types.ts'
import { LEDGER_ENTRIES } from './ledger-metrics.ts'
import { runLockLedger, runPostEntries } from './post-entries.sql.ts'

/** A debit or a credit: exactly one of `debitCents` and `creditCents` is above zero. */
export interface EntryLine {
  code: AccountCode
  debitCents?: bigint
  creditCents?: bigint
  paymentId?: string
  caseId?: string
  payoutId?: string
}

export interface Entry {
  eventType: EntryType
  /** The description, if it differs from that of the event type. */
  description?: string
  source: { type: 'charge' | 'gateway'; id: string }
  /**
   * A key that is unique for the merchant, such as `charge.paid:<end-to-end id>`. A second posting with the same key
   * posts nothing.
   */
  dedupeKey: string
  /**
   * When the fact occurred, for example when the payer paid. The database rejects a time later than the posting time.
   */
  economicAt: Date
  /** The charge whose money the line moves, if any. */
  chargeId?: string
  /** For `journal.reversal`: the id of the reversed entry. An entry can be reversed only once. */
  reversesId?: string
  /** The correlation id of the request, callback or job run that caused the entry. By default, that of the context. */
  correlationId?: string
  lines: EntryLine[]
}

export interface Posted {
  journalId: string
  seq: bigint
  /** True if an entry with this dedupe key already existed. In this case nothing was posted. */
  replayed: boolean
}

/** The SQLSTATE that `lock_ledger` raises for an unknown merchant. It raises no other error. */
const NO_LEDGER = 'P0001'

/**
 * Locks a merchant's ledger until the transaction ends. Call it before locking a charge or a case. Otherwise
 * transactions can deadlock.
 * @throws Problem not_found, reason `account_not_found`.
 */
export async function lockLedger(tx: Tx, merchantId: string): Promise<void> {
  try {
    await runLockLedger(tx, merchantId)
  } catch (error) {
    if (sqlState(error) === NO_LEDGER) throw new Problem('not_found', { reason: 'account_not_found' })
    throw error
  }
}

/** Creates the ledger of a new merchant, with all balances at zero. */
export async function openLedger(tx: Tx, merchantId: string): Promise<void> {
  await db(tx)
    .selectNoFrom((row) => row.fn('open_ledger', [row.val(merchantId)]).as('opened'))
    .execute()
}

/**
 * Posts entries of one merchant in the given order, with one SQL statement and one lock. Leaves out lines with an
 * amount of zero. Numbers the visible lines first, so that the merchant sees line numbers without gaps. Returns one
 * result per entry.
 * @throws Error when an entry does not balance or a position would become negative. Then no entry of the batch is
 * posted.
 */
export async function postEntries(
  tx: Tx,
  merchantId: string,
  entries: Entry[],
  postedAt: Date,
): Promise<Posted[]> {
  const batch = entries.map((entry) => toRow(tx, entry, postedAt))
  const rows = await runPostEntries(tx, merchantId, postedAt, batch)
  const posted = entries.filter((_, index) => rows[index]?.replayed === false)
  afterCommit(tx, () => {
    for (const { eventType } of posted) tx.metrics.count(LEDGER_ENTRIES, { kind: eventType })
  })
  return rows.map((row) => ({ journalId: row.journal_id, seq: row.entry_seq, replayed: row.replayed }))
}

function toRow(tx: Tx, entry: Entry, postedAt: Date) {
  const lines = entry.lines.filter((line) => (line.debitCents ?? 0n) + (line.creditCents ?? 0n) !== 0n)
  return {
    id: tx.ids.uuid(postedAt),
    event_type: entry.eventType,
    description: entry.description ?? ENTRY_TYPES[entry.eventType],
    source_type: entry.source.type,
    source_id: entry.source.id,
    dedupe_key: entry.dedupeKey,
    reverses_id: entry.reversesId ?? null,
    economic_at: entry.economicAt.toISOString(),
    actor: tx.actor,
    correlation_id: entry.correlationId ?? tx.correlationId,
    lines: [
      ...lines.filter((line) => isVisible(line.code)),
      ...lines.filter((line) => !isVisible(line.code)),
    ].map((line) => ({
      code: line.code,
      debit: String(line.debitCents ?? 0n),
      credit: String(line.creditCents ?? 0n),
      charge_id: entry.chargeId ?? null,
      payment_id: line.paymentId ?? null,
      case_id: line.caseId ?? null,
      payout_id: line.payoutId ?? null,
    })),
  }
}
