import type { Client } from 'pg'

const TWICE = `
  select (select count(*) - count(distinct end_to_end_id) from payment)
    + (select count(*) - count(distinct split_part(dedupe_key, ':', 2)) from journal_entry
      where event_type in ('charge.paid', 'charge.payment_held'))
    + (select count(*) from webhook_event where type = 'charge.paid')
      - (select count(*) from payment where classification = 'primary') as twice,
    (select count(*) from webhook_attempt where error_class = 'lease_lost') as lost`

/** Counts repeated operations in the database, and attempts of deliveries whose process crashed before their result. */
export async function countTwice(owner: Client): Promise<{ twice: number; lost: number }> {
  const { rows } = await owner.query<{ twice: bigint; lost: bigint }>(TWICE)
  return { twice: Number(rows[0]?.twice ?? 0n), lost: Number(rows[0]?.lost ?? 0n) }
}
