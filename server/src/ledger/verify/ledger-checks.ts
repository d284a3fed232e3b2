import type { InvariantNumber } from './invariants.ts'

/**
 * An invariant of one merchant (`$1`) as a query. Each row is a violation: `seq` and `journalId` of the entry (or
 * null), and `what`, the message.
 */
export interface LedgerCheck {
  invariant: InvariantNumber
  statement: string
}

/** Compares each charge with the journal lines that carry its id. */
const CHARGES: LedgerCheck[] = [
  {
    invariant: 6,
    statement: `
      select null::bigint as seq, null::uuid as "journalId", 'charge ' || id || ': fee and net do not sum to the amount' as what
      from charge where merchant_id = $1 and (fee_cents + net_cents <> amount_cents or reserve_cents > net_cents)`,
  },
  {
    invariant: 6,
    statement: `
      with moved as (
        select l.charge_id as id, sum(l.amount_cents) filter (where l.account_code = 'pending') as pending,
          sum(l.amount_cents) filter (where l.account_code = 'contract_reserve') as reserve,
          sum(l.amount_cents) filter (where l.account_code = 'fee_revenue') as fee,
          sum(l.debit_cents) filter (where l.account_code = 'case_hold'
            and e.event_type in ('refund.completed', 'case.returned')) as returned
        from journal_line l join journal_entry e on e.merchant_id = l.merchant_id and e.id = l.journal_id
        where l.merchant_id = $1 and l.charge_id is not null group by l.charge_id)
      select null::bigint as seq, null::uuid as "journalId", format(
        'charge %s: pending %s, reserve %s, fee %s, returned %s; its lines give %s, %s, %s, %s', coalesce(c.id, m.id),
        c.pending_left_cents, c.reserve_left_cents, c.fee_left_cents, c.refunded_cents,
        coalesce(m.pending, 0), coalesce(m.reserve, 0), coalesce(m.fee, 0), coalesce(m.returned, 0)) as what
      from (select * from charge where merchant_id = $1) c full join moved m on m.id = c.id
      where (c.pending_left_cents, c.reserve_left_cents, c.fee_left_cents, c.refunded_cents) is distinct from
        (coalesce(m.pending, 0), coalesce(m.reserve, 0), coalesce(m.fee, 0), coalesce(m.returned, 0))`,
  },
  {
    invariant: 18,
    statement: `
      select null::bigint as seq, null::uuid as "journalId",
        'charge ' || coalesce(c.id, p.charge_id) || ': its paid state and its primary payment do not match' as what
      from (select * from charge where merchant_id = $1 and paid_at is not null) c
      full join (select * from payment where merchant_id = $1 and classification = 'primary') p on p.charge_id = c.id
      where (c.end_to_end_id, c.amount_cents) is distinct from (p.end_to_end_id, p.amount_cents)`,
  },
]

/** Compares each payment with the entry that recorded it, and with the returns to the payer. */
const PAYMENTS: LedgerCheck[] = [
  {
    invariant: 7,
    statement: `
      select e.seq, e.id as "journalId", 'payment ' || p.id || ': its entry belongs to another payment' as what
      from payment p join journal_entry e on e.merchant_id = p.merchant_id and e.id = p.journal_id
      where p.merchant_id = $1 and e.dedupe_key <>
        case p.classification when 'primary' then 'charge.paid:' else 'payment_held:' end || p.end_to_end_id`,
  },
  {
    invariant: 7,
    statement: `
      select e.seq, e.id as "journalId", e.event_type || ' has no payment' as what
      from journal_entry e left join payment p on p.merchant_id = e.merchant_id
        and p.end_to_end_id = substr(e.dedupe_key, strpos(e.dedupe_key, ':') + 1) and p.journal_id = e.id
      where e.merchant_id = $1 and e.event_type in ('charge.paid', 'charge.payment_held') and p.id is null`,
  },
  {
    invariant: 7,
    statement: `
      select null::bigint as seq, null::uuid as "journalId",
        format('payment %s: received %s, returned %s', p.id, p.amount_cents, r.returned) as what
      from (
        select f.end_to_end_id, sum(l.credit_cents) as returned
        from journal_line l join financial_case f on f.merchant_id = l.merchant_id and f.id = l.case_id
        where l.merchant_id = $1 and l.account_code = 'payer_returns' and l.credit_cents > 0 group by f.end_to_end_id) r
      join payment p on p.merchant_id = $1 and p.end_to_end_id = r.end_to_end_id
      where r.returned > p.amount_cents`,
  },
]

const CASES: LedgerCheck[] = [
  {
    invariant: 8,
    statement: `
      with held as (
        select case_id as id, sum(amount_cents) filter (where account_code = 'case_hold') as merchant_money,
          sum(amount_cents) filter (where account_code = 'case_hold_payer') as payer_money
        from journal_line where merchant_id = $1 and account_code in ('case_hold', 'case_hold_payer') group by case_id)
      select null::bigint as seq, null::uuid as "journalId", format('case %s (%s): holds %s and %s; its lines give %s and %s',
        coalesce(f.id, h.id), f.status, f.held_pending_cents + f.held_available_cents, f.held_payer_cents,
        coalesce(h.merchant_money, 0), coalesce(h.payer_money, 0)) as what
      from (select * from financial_case where merchant_id = $1) f full join held h on h.id = f.id
      where (f.held_pending_cents + f.held_available_cents, f.held_payer_cents) is distinct from
          (coalesce(h.merchant_money, 0), coalesce(h.payer_money, 0))
        or (f.status <> 'open' and (h.merchant_money <> 0 or h.payer_money <> 0))`,
  },
]

const side = (journal: string, debit: string, credit: string): string => `
  select l.account_code, l.${debit}, l.${credit} from journal_line l
  where l.merchant_id = r.merchant_id and l.journal_id = ${journal}`

const REVERSALS: LedgerCheck[] = [
  {
    invariant: 9,
    statement: `
      select r.seq, r.id as "journalId", case
        when r.reverses_id is null then 'the reversal names no entry'
        when r.event_type <> 'journal.reversal' then 'it reverses an entry but has the type ' || r.event_type
        when o.reverses_id is not null then 'it reverses a reversal'
        else 'its lines are not the opposite of entry ' || o.seq end as what
      from journal_entry r left join journal_entry o on o.merchant_id = r.merchant_id and o.id = r.reverses_id
      where r.merchant_id = $1 and (r.reverses_id is not null or r.event_type = 'journal.reversal') and (
        r.reverses_id is null or r.event_type <> 'journal.reversal' or o.reverses_id is not null
        or exists (${side('r.id', 'debit_cents', 'credit_cents')} except all ${side('o.id', 'credit_cents', 'debit_cents')})
        or exists (${side('o.id', 'credit_cents', 'debit_cents')} except all ${side('r.id', 'debit_cents', 'credit_cents')}))`,
  },
]

const PAYOUTS: LedgerCheck[] = [
  {
    invariant: 17,
    statement: `
      with posted as (
        select l.payout_id as id, -sum(l.amount_cents) as cents, count(*) filter (where e.event_type = 'gateway.external_payout') as times
        from journal_line l join journal_entry e on e.merchant_id = l.merchant_id and e.id = l.journal_id
        where l.merchant_id = $1 and l.account_code = 'available'
          and e.event_type in ('gateway.external_payout', 'journal.reversal') and l.payout_id is not null
        group by l.payout_id)
      select null::bigint as seq, null::uuid as "journalId", format('payout %s (%s) of %s: its lines give %s',
        coalesce(o.id, p.id), o.state, o.amount_cents, coalesce(p.cents, 0)) as what
      from (select * from payout where merchant_id = $1) o full join posted p on p.id = o.id
      where coalesce(p.cents, 0) is distinct from case o.state when 'paid' then o.amount_cents when 'reversed' then 0
          when 'reserved' then 0 when 'given_back' then 0 end
        or coalesce(p.times, 0) <> case when o.state in ('paid', 'reversed') then 1 else 0 end`,
  },
  {
    invariant: 17,
    statement: `
      select e.seq, e.id as "journalId", 'the entry of a payout has no payout row' as what
      from journal_entry e left join payout o on o.merchant_id = e.merchant_id and o.external_reference = e.description
        and o.journal_id = e.id
      where e.merchant_id = $1 and e.event_type = 'gateway.external_payout' and o.id is null`,
  },
  {
    invariant: 18,
    statement: `
      with reserved as (
        select payout_id as id, sum(amount_cents) as cents from journal_line
        where merchant_id = $1 and account_code = 'payout_reserved' group by payout_id)
      select null::bigint as seq, null::uuid as "journalId", format('payout %s (%s) keeps %s in reserve',
        coalesce(o.id, k.id), o.state, coalesce(k.cents, 0)) as what
      from (select * from payout where merchant_id = $1) o full join reserved k on k.id = o.id
      where coalesce(k.cents, 0) is distinct from case o.state when 'reserved' then o.amount_cents else 0 end`,
  },
]

/** Compares payments and returns with the network's own record, as far as it was listed. */
const NETWORK: LedgerCheck[] = [
  {
    invariant: 16,
    statement: `
      with clearing as (
        select payment_id as id, sum(amount_cents) as cents from journal_line
        where merchant_id = $1 and account_code = 'provider_clearing' group by payment_id)
      select null::bigint as seq, null::uuid as "journalId", format('payment %s: provider_clearing is %s, expected %s',
        coalesce(p.id, c.id), coalesce(c.cents, 0), case when p.settled_at is null then -p.amount_cents else 0 end) as what
      from (select * from payment where merchant_id = $1) p full join clearing c on c.id = p.id
      where coalesce(c.cents, 0) is distinct from case when p.settled_at is null then -p.amount_cents else 0 end`,
  },
  {
    invariant: 16,
    statement: `
      select null::bigint as seq, null::uuid as "journalId",
        format('payer_returns is %s, but returns of %s are not reconciled with the network', a.balance_cents, n.cents) as what
      from ledger_account a, (
        select coalesce(sum(amount_cents), 0) as cents from network_return
        where merchant_id = $1 and state = 'returned' and finished_at is not null and reconciled_at is null) n
      where a.merchant_id = $1 and a.code = 'payer_returns' and a.balance_cents <> n.cents`,
  },
  {
    invariant: 16,
    statement: `
      select null::bigint as seq, null::uuid as "journalId", 'payment ' || p.id || ': the network lists another amount and no exception exists' as what
      from payment p join network_listing n on n.end_to_end_id = p.end_to_end_id
      where p.merchant_id = $1 and p.settled_at is null and n.amount_cents <> p.amount_cents and n.state = 'differs'
        and not exists (select from reconciliation_exception x where x.merchant_id = p.merchant_id
              and x.kind = 'amount_differs' and x.subject = p.end_to_end_id)`,
  },
]

/** The checks of each merchant that do not follow the order of its journal. */
export const LEDGER_CHECKS: readonly LedgerCheck[] = [
  ...CHARGES,
  ...PAYMENTS,
  ...CASES,
  ...REVERSALS,
  ...PAYOUTS,
  ...NETWORK,
]
