import { sql } from 'kysely'
import { afterCommit, sqlState, type Tx } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { preparedQuery, type Given } from '../kernel/database/prepared-query.ts'
import { db } from '../kernel/database/tables.ts'
import { isVisible, type LedgerCode } from './chart.ts'
import { ENTRY_TYPES, type EntryType } from './entry-types.ts'
import { LEDGER_ENTRIES } from './ledger-metrics.ts'

/** A debit or a credit: exactly one of `debitCents` and `creditCents` is above zero. */
export interface EntryLine {
  code: LedgerCode
  debitCents?: bigint
  creditCents?: bigint
  paymentId?: string
  caseId?: string
  payoutId?: string
}

export interface Entry {
  eventType: EntryType
  /** The description of the entry. By default, the description of the event type. */
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
  /** The charge whose money the entry moves, if any. */
  chargeId?: string
  /** For `journal.reversal`: the id of the reversed entry. An entry can be reversed only once. */
  reversesId?: string
  /**
   * The correlation id of the request, callback or job run that caused the entry. By default, the correlation id of the
   * context.
   */
  correlationId?: string
  lines: EntryLine[]
}

export interface Posted {
  journalId: string
  seq: bigint
  /** True if an entry with this dedupe key already existed. If so, this call posted nothing. */
  replayed: boolean
}

/** The SQLSTATE that `lock_ledger` raises for an unknown merchant. The function raises no other error. */
const NO_LEDGER = 'P0001'

/**
 * Locks a merchant's ledger until the transaction ends. Call this function before locking a charge or a case, because
 * otherwise transactions can deadlock.
 * @throws Problem not_found, reason `account_not_found`.
 */
export async function lockLedger(tx: Tx, merchantId: string): Promise<void> {
  try {
    await callLockLedger(tx, { merchantId })
  } catch (error) {
    if (sqlState(error) === NO_LEDGER) throw new Problem('not_found', { reason: 'account_not_found' })
    throw error
  }
}

const callLockLedger = preparedQuery((compiler, given: Given<{ merchantId: string }>) =>
  compiler.selectNoFrom((row) => row.fn('lock_ledger', [given('merchantId')]).as('locked')),
)

/**
 * Locks the ledgers of several merchants until the transaction ends, in the order of their ids. Waits for no other
 * transaction: leaves out a ledger that another transaction has locked, and a merchant whose rows are hidden because it
 * moves to another cell. Returns the merchants whose ledgers are now locked.
 */
export async function tryLockLedgers(tx: Tx, merchantIds: readonly string[]): Promise<Set<string>> {
  const locked = await callTryLockLedgers(tx, { merchantIds })
  return new Set(locked.map(({ merchantId }) => merchantId))
}

const callTryLockLedgers = preparedQuery((compiler, given: Given<{ merchantIds: readonly string[] }>) =>
  compiler
    .selectFrom(
      sql<{ merchantId: string }>`try_lock_ledgers(${given('merchantIds')})`.as<'locked'>(
        sql`locked ("merchantId")`,
      ),
    )
    .select('locked.merchantId'),
)

interface LockedPositions {
  availableCents: bigint
  /** The merchant's debt to the service as a positive amount. */
  owedCents: bigint
  /** The sequence number of the ledger's last entry. This number identifies the state of the ledger. */
  lastSeq: bigint
}

/**
 * Reads the position `available`, the debt and the sequence number of the last entry. The caller must have locked the
 * ledger. Thus these values stay valid until this transaction posts an entry.
 */
export async function readPositions(tx: Tx, merchantId: string): Promise<LockedPositions> {
  const [row] = await selectPositions(tx, { merchantId })
  if (!row) throw new Error(`BUG: readPositions: merchant ${merchantId} has no ledger`)
  return row
}

const selectPositions = preparedQuery((compiler, given: Given<{ merchantId: string }>) =>
  compiler
    .selectFrom('ledger_head as h')
    .innerJoin('ledger_account as a', (join) =>
      join.onRef('a.merchant_id', '=', 'h.merchant_id').on('a.code', '=', 'available'),
    )
    .innerJoin('ledger_account as r', (join) =>
      join.onRef('r.merchant_id', '=', 'h.merchant_id').on('r.code', '=', 'receivable'),
    )
    .select(['a.balance_cents as availableCents', 'h.last_seq as lastSeq'])
    .select((eb) => eb.neg(eb.ref('r.balance_cents')).as('owedCents'))
    .where('h.merchant_id', '=', given('merchantId')),
)

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
 * @throws Error when an entry does not balance, names an unknown ledger account, or would give a position an invalid
 *         sign. After such an error, no entry of the batch is posted.
 */
export async function postEntries(
  tx: Tx,
  merchantId: string,
  entries: Entry[],
  postedAt: Date,
): Promise<Posted[]> {
  const [posted = []] = await postEntriesOfMerchants(tx, [{ merchantId, entries }], postedAt)
  return posted
}

/** The entries of one merchant, in the order of posting. */
interface MerchantEntries {
  merchantId: string
  entries: readonly Entry[]
}

/**
 * Posts entries of several merchants, as `postEntries` does for one merchant, with one SQL statement. The caller must
 * have locked all ledgers, because otherwise transactions can deadlock. Returns a list of results for each merchant.
 */
export async function postEntriesOfMerchants(
  tx: Tx,
  batches: readonly MerchantEntries[],
  postedAt: Date,
): Promise<Posted[][]> {
  const given = batches.map(({ merchantId, entries }) => ({
    merchant_id: merchantId,
    entries: entries.map((entry) => toRow(tx, entry, postedAt)),
  }))
  const posted = await callPostEntries(tx, { batches: JSON.stringify(given), postedAt })
  let next = 0
  const results = batches.map(({ entries }) => posted.slice(next, (next += entries.length)))
  afterCommit(tx, () => countPosted(tx, batches, results))
  return results
}

function countPosted({ metrics }: Tx, batches: readonly MerchantEntries[], results: Posted[][]): void {
  for (const [batch, { entries }] of batches.entries())
    for (const [index, { eventType }] of entries.entries())
      if (results[batch]?.[index]?.replayed === false) metrics.count(LEDGER_ENTRIES, { kind: eventType })
}

/** Posts the entries of each merchant with their lines. Returns one row per entry, in the given order. */
const callPostEntries = preparedQuery((compiler, given: Given<{ batches: string; postedAt: Date }>) =>
  compiler
    .selectFrom(
      sql<{ merchant_id: string; entries: string; n: bigint }>`rows from (jsonb_to_recordset(
        ${given('batches')}::jsonb) as (merchant_id uuid, entries jsonb)) with ordinality`.as<'batch'>(
        sql`batch (merchant_id, entries, n)`,
      ),
    )
    .crossJoinLateral(
      sql<{
        ordinal: number
        journal_id: string
        entry_seq: bigint
        replayed: boolean
      }>`post_entries(batch.merchant_id, ${given('postedAt')}, batch.entries)`.as('posted'),
    )
    .select(['posted.journal_id as journalId', 'posted.entry_seq as seq', 'posted.replayed'])
    .orderBy('batch.n')
    .orderBy('posted.ordinal'),
)

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
