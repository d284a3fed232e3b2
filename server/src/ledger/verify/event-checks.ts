import type { LedgerCheck } from './ledger-checks.ts'

/**
 * An entry and its event are made in one transaction (15). Asked of what is younger than `$2`, because events are
 * dropped after their time; the entry's side allows for an entry that the book's clock put a little later.
 */
export const EVENT_CHECKS: readonly LedgerCheck[] = [
  {
    invariant: 15,
    statement: `
      select e.seq, e.id as "journalId", 'charge.paid without its event' as what from journal_entry e
      where e.merchant_id = $1 and e.event_type = 'charge.paid' and e.posted_at > $2
        and not exists (select from webhook_event w where w.merchant_id = e.merchant_id and w.charge_id = e.source_id
          and w.type = 'charge.paid')`,
  },
  {
    invariant: 15,
    statement: `
      select null::bigint as seq, null::uuid as "journalId", 'event ' || w.id || ' (charge.paid) without its entry' as what
      from webhook_event w join charge c on c.merchant_id = w.merchant_id and c.id = w.charge_id
      where w.merchant_id = $1 and w.type = 'charge.paid' and w.created_at > $2
        and not exists (select from journal_entry e where e.merchant_id = w.merchant_id
          and e.dedupe_key = 'charge.paid:' || c.end_to_end_id)`,
  },
  {
    invariant: 15,
    statement: `
      select e.seq, e.id as "journalId", 'charge.payment_held without its event' as what
      from journal_entry e join payment p on p.merchant_id = e.merchant_id
        and p.end_to_end_id = substr(e.dedupe_key, strpos(e.dedupe_key, ':') + 1)
      where e.merchant_id = $1 and e.event_type = 'charge.payment_held' and e.posted_at > $2
        and not exists (select from webhook_event w where w.merchant_id = e.merchant_id
          and w.type = 'charge.payment_held' and w.body::jsonb -> 'data' ->> 'payment_id' = p.id::text)`,
  },
  {
    invariant: 15,
    statement: `
      select o.entry_seq as seq, o.journal_id as "journalId", 'payout ' || o.id || ' without its event' as what
      from payout o
      where o.merchant_id = $1 and o.state in ('paid', 'reversed') and o.updated_at > $2
        and (select posted_at from journal_entry e where e.merchant_id = o.merchant_id and e.id = o.journal_id) > $2
        and not exists (select from webhook_event w where w.merchant_id = o.merchant_id and w.type = 'payout.paid'
          and w.source_id = o.id::text)`,
  },
]

/** Events are kept for 90 days, in whole weeks. */
export const EVENTS_CHECKED_MS = 80 * 86_400_000
