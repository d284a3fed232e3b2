import { snapshot, type Context, type Tx } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { withinMs } from '../../kernel/database/within-ms.ts'
import { readBalance } from '../balance.ts'
import { CASE_CHECKS } from '../checks/case-checks.ts'
import { CHARGE_CHECKS } from '../checks/charge-checks.ts'
import { EVENT_CHECKS } from '../checks/event-checks.ts'
import type { Findings } from '../checks/findings.ts'
import { JournalVerifier } from './journal-verifier.ts'
import type { LedgerCheck } from '../checks/ledger-check.ts'
import { NETWORK_CHECKS } from '../checks/network-checks.ts'
import { PAYMENT_CHECKS } from '../checks/payment-checks.ts'
import { PAYOUT_CHECKS } from '../checks/payout-checks.ts'
import { PAYOUT_LINE_CHECKS } from '../checks/payout-line-checks.ts'
import { readJournal } from './read-journal.ts'
import { REVERSAL_CHECKS } from '../checks/reversal-checks.ts'
import { STATEMENT_BLOCK_CHECKS } from '../checks/statement-block-checks.ts'

/** An object that receives every entry that a verification reads. */
export interface EntryVisitor {
  /**
   * The verification calls this method with the stored hash of each entry. The merchants come in the order of their
   * ids, and each merchant's entries in the order of `seq`.
   */
  visit(merchantId: string, seq: bigint, hash: Buffer): void
}

/**
 * The time limit of one SQL statement, in milliseconds. The limit is long, because a check reads all rows of a merchant
 * in one SQL statement.
 */
export const VERIFY_STATEMENT_MS = 30 * 60_000

/**
 * Verifies one merchant's ledger in one repeatable-read snapshot, so that concurrent postings do not affect the
 * checks. Returns the number of entries.
 */
export function verifyMerchantLedger(
  ctx: Context,
  merchantId: string,
  findings: Findings,
  visitor?: EntryVisitor,
): Promise<bigint> {
  const verify = async (tx: Tx): Promise<bigint> => {
    const journal = new JournalVerifier(merchantId, findings)
    let entries = 0n
    for await (const entry of readJournal(tx, merchantId)) {
      journal.check(entry)
      visitor?.visit(merchantId, entry.seq, entry.hash)
      entries += 1n
    }
    journal.finish()
    await compareHead(tx, journal, { merchantId, findings })
    await compareAccounts(tx, journal, { merchantId, findings })
    await compareBalance(tx, journal, { merchantId, findings })
    await runChecks(tx, merchantId, findings)
    return entries
  }
  return withinMs(ctx, VERIFY_STATEMENT_MS, verify, snapshot)
}

interface CheckTarget {
  merchantId: string
  findings: Findings
}

/**
 * Checks invariant 10: the row of `ledger_head` contains the sequence number and the hash of the journal's last entry.
 */
async function compareHead(
  tx: Tx,
  journal: JournalVerifier,
  { merchantId, findings }: CheckTarget,
): Promise<void> {
  const head = await db(tx)
    .selectFrom('ledger_head')
    .select(['last_seq as seq', 'last_hash as hash'])
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  if (head?.seq !== journal.lastSeq)
    findings.add(
      10,
      { merchantId },
      `the ledger head is at ${head?.seq}, but the journal ends at ${journal.lastSeq}`,
    )
  else if (!head.hash.equals(journal.lastHash))
    findings.add(
      10,
      { merchantId, seq: journal.lastSeq },
      'the ledger head has another hash than the last entry',
    )
}

async function compareAccounts(
  tx: Tx,
  journal: JournalVerifier,
  { merchantId, findings }: CheckTarget,
): Promise<void> {
  const stored = await db(tx)
    .selectFrom('ledger_account')
    .select(['code', 'balance_cents as balanceCents', 'version'])
    .where('merchant_id', '=', merchantId)
    .orderBy('code')
    .execute()
  journal.tally.compare(stored, { merchantId }, findings)
}

/** Checks invariant 12: the balance shown to the merchant equals the sum of its statement. */
async function compareBalance(
  tx: Tx,
  journal: JournalVerifier,
  { merchantId, findings }: CheckTarget,
): Promise<void> {
  const balance = await readBalance(tx, merchantId)
  const shown: [string, bigint][] = [
    ['pending', balance.pendingCents],
    ['available', balance.availableCents],
    ['contract_reserve', balance.contractReserveCents],
    ['case_hold', balance.blockedCents],
    ['payout_reserved', balance.payoutReservedCents],
    ['receivable', -balance.owedToServiceCents],
  ]
  const lines = journal.tally.positions()
  for (const [position, cents] of shown) {
    const sum = lines.get(position) ?? 0n
    if (sum !== cents)
      findings.add(
        12,
        { merchantId },
        `the balance shows ${position} as ${cents}, but the statement sums to ${sum}`,
      )
  }
  const total = Array.from(lines.values()).reduce((sum, cents) => sum + cents, 0n)
  if (total !== balance.totalCents)
    findings.add(
      12,
      { merchantId },
      `the balance shows the total as ${balance.totalCents}, but the statement sums to ${total}`,
    )
}

/**
 * The checks that consist of one SQL query each. The checks that depend on the order of the entries are in
 * `JournalVerifier`.
 */
const CHECKS: readonly LedgerCheck[] = [
  ...CHARGE_CHECKS,
  ...PAYMENT_CHECKS,
  ...CASE_CHECKS,
  ...REVERSAL_CHECKS,
  ...PAYOUT_CHECKS,
  ...PAYOUT_LINE_CHECKS,
  ...STATEMENT_BLOCK_CHECKS,
  ...NETWORK_CHECKS,
  ...EVENT_CHECKS,
]

async function runChecks(tx: Tx, merchantId: string, findings: Findings): Promise<void> {
  for (const { invariant, find } of CHECKS)
    for (const { what, ...place } of await find(tx, merchantId))
      findings.add(invariant, { merchantId, ...place }, what)
}
