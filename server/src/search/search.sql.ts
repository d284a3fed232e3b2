/** Hits per kind. */
export const HITS_MAX = 4

/** Rows that match a prefix before they are sorted: bounds the cost of a common prefix. */
const CANDIDATES_MAX = 500

const CHARGE = `c.id, c.merchant_id as "merchantId", c.order_reference as "orderReference", c.amount_cents as "amountCents",
  c.status, c.payer_name as "payerName", c.created_at as "at"`
/** Leaves out charges whose issuance is in progress: they may still be removed. */
const ISSUED = `(c.issuing_until is null or c.issuing_until <= $2)`
const NEWEST = `order by "at" desc, id desc limit ${HITS_MAX}`

/** Charges by id, `$1`. In all queries of charges, `$2` is the current time. */
export const CHARGE_BY_ID = `select ${CHARGE} from charge c where c.id = $1::uuid and ${ISSUED} limit ${HITS_MAX}`

/** Charges by the end-to-end id of any of their payments, including held payments. */
export const CHARGE_BY_END_TO_END_ID = `
  select ${CHARGE} from payment p join charge c on c.merchant_id = p.merchant_id and c.id = p.charge_id
  where p.end_to_end_id = any($1::text[]) and ${ISSUED} limit ${HITS_MAX}`

/**
 * Charges by a prefix of the order reference, case-insensitive because references are often dictated. `$1` is the
 * pattern. Exact matches of `$3`, the text, come first.
 */
export const CHARGE_BY_REFERENCE = `
  select * from (select ${CHARGE} from charge c where lower(c.order_reference) like lower($1::text) and ${ISSUED}
    order by lower(c.order_reference) using ~<~ limit ${CANDIDATES_MAX}) found
  order by "orderReference" = $3 desc, lower("orderReference") = lower($3::text) desc, "at" desc, id desc limit ${HITS_MAX}`

export const CHARGE_BY_AMOUNT = `
  select ${CHARGE} from charge c where c.amount_cents = $1::bigint and ${ISSUED}
  order by c.created_at desc limit ${HITS_MAX}`

const REFUND = `r.id, r.merchant_id as "merchantId", r.charge_id as "chargeId", r.amount_cents as "amountCents", r.status`

export const REFUND_BY_ID = `select ${REFUND} from refund r where r.id = $1::uuid limit ${HITS_MAX}`
export const REFUND_BY_RETURN = `select ${REFUND} from refund r where r.return_id = any($1::text[]) limit ${HITS_MAX}`

const CASE = `f.id, f.merchant_id as "merchantId", f.charge_id as "chargeId", f.amount_cents as "amountCents", f.kind,
  f.status`

export const CASE_BY_ID = `select ${CASE} from financial_case f where f.id = $1::uuid limit ${HITS_MAX}`
export const CASE_BY_RETURN = `
  select ${CASE} from network_return n join financial_case f on f.merchant_id = n.merchant_id and f.id = n.case_id
  where n.return_id = any($1::text[]) limit ${HITS_MAX}`

/** Cases by the end-to-end id of a held payment, also of a payment without a charge. */
export const CASE_BY_END_TO_END_ID = `
  select ${CASE} from payment p join financial_case f on f.merchant_id = p.merchant_id and f.id = p.case_id
  where p.end_to_end_id = any($1::text[]) limit ${HITS_MAX}`

const PAYOUT = `o.id, o.merchant_id as "merchantId", o.amount_cents as "amountCents", o.state,
  o.external_reference as "externalReference", o.created_at as "at"`

export const PAYOUT_BY_ID = `select ${PAYOUT} from payout o where o.id = $1::uuid limit ${HITS_MAX}`
export const PAYOUT_BY_REFERENCE = `
  select found.* from merchant m cross join lateral (
    select ${PAYOUT} from payout o where o.merchant_id = m.id and o.external_reference = $1) found
  ${NEWEST}`

export const ENTRY_BY_ID = `
  select e.id, e.merchant_id as "merchantId", e.event_type as "eventType", e.posted_at as "at"
  from merchant m join journal_entry e on e.merchant_id = m.id and e.id = $1::uuid limit ${HITS_MAX}`

/**
 * Entries with the correlation id `$1`. `from` and `to` bound the posting time, so that its index can be used. The
 * caller derives them from the timestamp of the UUIDv7.
 */
const postedBy = (from: string, to: string): string => `
  select found.* from merchant m cross join lateral (
    select e.id, e.merchant_id as "merchantId", e.event_type as "eventType", e.posted_at as "at"
    from journal_entry e
    where e.merchant_id::text = m.id::text and e.posted_at between ${from} and ${to} and e.correlation_id = $1
    order by e.posted_at desc, e.seq desc limit ${HITS_MAX}) found`

export const ENTRY_BY_CORRELATION = `${postedBy('$2', '$3')} ${NEWEST}`

/**
 * Charges that the request `$1` created, cancelled or whose money it moved. `$3` to `$4` bound the time of the
 * creation, `$3` to `$5` the time of the posting.
 */
export const CHARGE_BY_REQUEST = `
  (select ${CHARGE} from charge c
    where c.created_at between $3 and $4 and c.correlation_id = $1::text::uuid and ${ISSUED} limit ${HITS_MAX})
  union
  (select ${CHARGE} from charge c where c.cancelled_correlation_id = $1::text::uuid and ${ISSUED} limit ${HITS_MAX})
  union
  select ${CHARGE} from charge c join (
    select distinct l.merchant_id, l.charge_id from (${postedBy('$3', '$5')}) posted
    join journal_line l on l.merchant_id = posted."merchantId" and l.journal_id = posted.id
    where l.charge_id is not null) moved on moved.merchant_id = c.merchant_id and moved.charge_id = c.id
  where ${ISSUED} ${NEWEST}`

export const ENDPOINT_BY_ID = `
  select id, merchant_id as "merchantId", url, status from webhook_endpoint where id = $1::uuid`

export const DELIVERY_BY_ID = `
  select id, merchant_id as "merchantId", endpoint_id as "endpointId", event_type as "eventType", status
  from webhook_delivery where id = $1::uuid`

/** An event by id. `$2` is the timestamp in the id, which selects the partition. */
export const EVENT_BY_ID = `
  select id, merchant_id as "merchantId", type, charge_id as "chargeId" from webhook_event
  where created_at = $2 and id = $1`

export const KEY_BY_ID = `
  select id, merchant_id as "merchantId", name, prefix from api_key where id = $1::uuid`
export const KEY_BY_PREFIX = `
  select id, merchant_id as "merchantId", name, prefix from api_key where prefix = $1`

const MERCHANT = `m.id, m.id as "merchantId", m.name`

export const MERCHANT_BY_ID = `select ${MERCHANT} from merchant m where m.id = $1::uuid`
export const MERCHANT_BY_DOCUMENT = `
  select ${MERCHANT} from merchant m where m.document = $1 order by m.name limit ${HITS_MAX}`
export const MERCHANT_BY_NAME = `
  select ${MERCHANT} from merchant m where m.name ilike $1 or m.name ilike $2 order by m.name limit ${HITS_MAX}`
