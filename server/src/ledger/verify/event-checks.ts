import type { LedgerCheck } from './ledger-checks.ts'

/**
 * Invariant 15: an entry and its event are written in one transaction. The checks cover only rows younger than `$2`,
 * because old events are deleted. A check that starts from the entry does not limit the event's time. The reason: the
 * ledger may set `posted_at` slightly later than the time of the transaction.
 */
export const EVENT_CHECKS: readonly LedgerCheck[] = [
  {
    invariant: 15,
    statement: `
      select e.seq, e.id as "journalId", 'charge.paid has no event' as what from journal_entry e
      where e.merchant_id = $1 and e.event_type = 'charge.paid' and e.posted_at > $2
        and not exists (select from webhook_event w where w.merchant_id = e.merchant_id and w.charge_id = e.source_id
          and w.type = 'charge.paid')`,
  },
  {
    invariant: 15,
    statement: `
      select null::bigint as seq, null::uuid as "journalId", 'event ' || w.id || ' (charge.paid) has no entry' as what
      from webhook_event w join charge c on c.merchant_id = w.merchant_id and c.id = w.charge_id
      where w.merchant_id = $1 and w.type = 'charge.paid' and w.created_at > $2
        and not exists (select from journal_entry e where e.merchant_id = w.merchant_id
          and e.dedupe_key = 'charge.paid:' || c.end_to_end_id)`,
  },
  {
    invariant: 15,
    statement: `
      select e.seq, e.id as "journalId", 'charge.payment_held has no event' as what
      from journal_entry e join payment p on p.merchant_id = e.merchant_id
        and p.end_to_end_id = substr(e.dedupe_key, strpos(e.dedupe_key, ':') + 1)
      where e.merchant_id = $1 and e.event_type = 'charge.payment_held' and e.posted_at > $2
        and not exists (select from webhook_event w where w.merchant_id = e.merchant_id
          and w.type = 'charge.payment_held' and w.body::jsonb -> 'data' ->> 'payment_id' = p.id::text)`,
  },
  {
    invariant: 15,
    statement: `
      select o.entry_seq as seq, o.journal_id as "journalId", 'payout ' || o.id || ' has no event' as what
      from payout o
      where o.merchant_id = $1 and o.state in ('paid', 'reversed') and o.updated_at > $2
        and (select posted_at from journal_entry e where e.merchant_id = o.merchant_id and e.id = o.journal_id) > $2
        and not exists (select from webhook_event w where w.merchant_id = o.merchant_id and w.type = 'payout.paid'
          and w.source_id = o.id::text)`,
  },
]

/** Shorter than the 90 days for which events are kept, because they are deleted in whole weeks. */
export const EVENTS_CHECKED_MS = 80 * 86_400_000
