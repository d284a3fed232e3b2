import type { Client } from 'pg'

/** Each answers the merchants, accounts or entries that break it; none when it holds. */
const INVARIANTS: Record<string, string> = {
  'a balance is the sum of its lines': `
    with lines as (
      select merchant_id, account_code, sum(amount_cents) as cents, count(*) as n, max(account_version) as version
      from journal_line group by 1, 2)
    select a.merchant_id || ' ' || a.code as broken from ledger_account a
    left join lines l on l.merchant_id = a.merchant_id and l.account_code = a.code
    where a.balance_cents <> coalesce(l.cents, 0) or a.version <> coalesce(l.n, 0) or a.version <> coalesce(l.version, 0)`,
  'an account of a merchant sums to zero with the others': `
    select merchant_id::text as broken from ledger_account group by merchant_id having sum(balance_cents) <> 0`,
  'seq has no gap and ends at the head': `
    with entries as (select merchant_id, count(*) as n, min(seq) as first, max(seq) as last from journal_entry group by 1)
    select h.merchant_id::text as broken from ledger_head h left join entries e on e.merchant_id = h.merchant_id
    where h.last_seq <> coalesce(e.last, 0) or coalesce(e.n, 0) <> coalesce(e.last, 0) or coalesce(e.first, 1) <> 1`,
  'each entry names the hash of the one before': `
    select merchant_id || ' ' || seq as broken from (
      select merchant_id, seq, prev_hash, lag(hash, 1, '\\x00') over (partition by merchant_id order by seq) as previous
      from journal_entry) chained where prev_hash <> previous`,
  'the lines of an entry come to its totals': `
    select e.merchant_id || ' ' || e.seq as broken from journal_entry e join (
      select merchant_id, journal_id, sum(debit_cents) as debit, sum(credit_cents) as credit
      from journal_line group by 1, 2) l on l.merchant_id = e.merchant_id and l.journal_id = e.id
    where l.debit <> e.debit_total_cents or l.credit <> e.credit_total_cents`,
  'a paid charge has one payment and one entry of the sale': `
    select c.id::text as broken from charge c where c.status = 'paid' and (
      not exists (select from payment p where p.merchant_id = c.merchant_id and p.charge_id = c.id
        and p.classification = 'primary' and p.amount_cents = c.amount_cents)
      or not exists (select from journal_entry e where e.merchant_id = c.merchant_id
        and e.dedupe_key = 'charge.paid:' || c.end_to_end_id))`,
}

/** @throws Error that names every broken invariant with what breaks it. */
export async function checkInvariants(owner: Client): Promise<void> {
  const faults: string[] = []
  for (const [name, query] of Object.entries(INVARIANTS)) {
    const { rows } = await owner.query<{ broken: string }>(`${query} limit 5`)
    if (rows.length > 0) faults.push(`${name}: ${rows.map((row) => row.broken).join(', ')}`)
  }
  if (faults.length > 0) throw new Error(`bench: broken invariants\n  ${faults.join('\n  ')}`)
}
