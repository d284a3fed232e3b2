import { sql } from 'kysely'
import { plusMs } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { FINDINGS_MAX } from './findings.ts'
import type { LedgerCheck, Violation } from './ledger-check.ts'
import { endToEndIdIn } from './payment-checks.ts'

/**
 * The maximum age of the rows that are checked, in milliseconds. Events are kept for 90 days but deleted in whole
 * weeks, so the maximum is some days shorter.
 */
const EVENTS_CHECKED_MS = 80 * 86_400_000

/** Returns the earliest time of the entries and events that are compared. */
const checkedSince = (ctx: Context): Date => plusMs(ctx.clock.now(), -EVENTS_CHECKED_MS)

async function findPaidWithoutEvent(ctx: Context, merchantId: string): Promise<Violation[]> {
  const rows = await db(ctx)
    .selectFrom('journal_entry as e')
    .select(['e.seq', 'e.id as journalId'])
    .where('e.merchant_id', '=', merchantId)
    .where('e.event_type', '=', 'charge.paid')
    .where('e.posted_at', '>', checkedSince(ctx))
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('webhook_event as w')
            .select('w.id')
            .whereRef('w.merchant_id', '=', 'e.merchant_id')
            .whereRef('w.charge_id', '=', 'e.source_id')
            .where('w.type', '=', 'charge.paid'),
        ),
      ),
    )
    .limit(FINDINGS_MAX)
    .execute()
  return rows.map((place) => ({ ...place, what: 'charge.paid has no event' }))
}

async function findPaidWithoutEntry(ctx: Context, merchantId: string): Promise<Violation[]> {
  const rows = await db(ctx)
    .selectFrom('webhook_event as w')
    .innerJoin('charge as c', (join) =>
      join.onRef('c.merchant_id', '=', 'w.merchant_id').onRef('c.id', '=', 'w.charge_id'),
    )
    .select('w.id')
    .where('w.merchant_id', '=', merchantId)
    .where('w.type', '=', 'charge.paid')
    .where('w.created_at', '>', checkedSince(ctx))
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('journal_entry as e')
            .select('e.id')
            .whereRef('e.merchant_id', '=', 'w.merchant_id')
            .where('e.dedupe_key', '=', sql<string>`'charge.paid:' || ${sql.ref('c.end_to_end_id')}`),
        ),
      ),
    )
    .limit(FINDINGS_MAX)
    .execute()
  return rows.map(({ id }) => ({ what: `event ${id} (charge.paid) has no entry` }))
}

async function findHeldWithoutEvent(ctx: Context, merchantId: string): Promise<Violation[]> {
  const paymentId = sql<string>`${sql.ref('w.body')}::jsonb -> 'data' ->> 'payment_id'`
  const rows = await db(ctx)
    .selectFrom('journal_entry as e')
    .innerJoin('payment as p', (join) =>
      join
        .onRef('p.merchant_id', '=', 'e.merchant_id')
        .on((row) => row('p.end_to_end_id', '=', endToEndIdIn(row.ref('e.dedupe_key')))),
    )
    .select(['e.seq', 'e.id as journalId'])
    .where('e.merchant_id', '=', merchantId)
    .where('e.event_type', '=', 'charge.payment_held')
    .where('e.posted_at', '>', checkedSince(ctx))
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('webhook_event as w')
            .select('w.id')
            .whereRef('w.merchant_id', '=', 'e.merchant_id')
            .where('w.type', '=', 'charge.payment_held')
            .where(paymentId, '=', row.cast<string>('p.id', 'text')),
        ),
      ),
    )
    .limit(FINDINGS_MAX)
    .execute()
  return rows.map((place) => ({ ...place, what: 'charge.payment_held has no event' }))
}

async function findPayoutsWithoutEvent(ctx: Context, merchantId: string): Promise<Violation[]> {
  const since = checkedSince(ctx)
  const rows = await db(ctx)
    .selectFrom('payout as o')
    .innerJoin('journal_entry as e', (join) =>
      join.onRef('e.merchant_id', '=', 'o.merchant_id').onRef('e.id', '=', 'o.journal_id'),
    )
    .select(['o.id', 'o.entry_seq as seq', 'o.journal_id as journalId'])
    .where('o.merchant_id', '=', merchantId)
    .where('o.state', 'in', ['paid', 'reversed'])
    .where('o.updated_at', '>', since)
    .where('e.posted_at', '>', since)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('webhook_event as w')
            .select('w.id')
            .whereRef('w.merchant_id', '=', 'o.merchant_id')
            .where('w.type', '=', 'payout.paid')
            .where('w.source_id', '=', row.cast<string>('o.id', 'text')),
        ),
      ),
    )
    .limit(FINDINGS_MAX)
    .execute()
  return rows.map(({ id, ...place }) => ({ ...place, what: `payout ${id} has no event` }))
}

/**
 * Checks that compare journal entries with their webhook events: one transaction must write both. These checks cover
 * only recent rows, because old events are deleted. The check for an entry without an event accepts an event of any
 * time, because the entry's `posted_at` may be slightly later than the event.
 */
export const EVENT_CHECKS: LedgerCheck[] = [
  { invariant: 15, find: findPaidWithoutEvent },
  { invariant: 15, find: findPaidWithoutEntry },
  { invariant: 15, find: findHeldWithoutEvent },
  { invariant: 15, find: findPayoutsWithoutEvent },
]
