/** Hits of a section. */
export const HITS_MAX = 4

/** Rows of one beginning that are looked at before the newest are taken. */
const LOOKED_AT_MAX = 500

const CHARGE = `c.id, c.merchant_id as "merchantId", c.order_reference as "orderReference", c.amount_cents as "amountCents",
  c.status, c.payer_name as "payerName", c.created_at as "at"`
const SHOWN = `(c.issuing_until is null or c.issuing_until <= $2)`
const NEWEST = `order by "at" desc, id desc limit ${HITS_MAX}`

/** Charges by id, `$1`; `$2` is now in all of these. */
export const CHARGE_BY_ID = `select ${CHARGE} from charge c where c.id = $1::uuid and ${SHOWN} limit ${HITS_MAX}`

/** Charges by the network's name of any of their payments, held ones too. */
export const CHARGE_BY_END_TO_END_ID = `
  select ${CHARGE} from payment p join charge c on c.merchant_id = p.merchant_id and c.id = p.charge_id
  where p.end_to_end_id = $1 and ${SHOWN} limit ${HITS_MAX}`

const referenceLike = (pattern: string): string => `
    (select ${CHARGE} from charge c where c.order_reference like ${pattern} and ${SHOWN}
    order by c.order_reference limit ${LOOKED_AT_MAX})`

/**
 * By the beginning of the order reference, as it was typed or all in one case: people read out what merchants print.
 * `$1`, `$4` and `$5` are the patterns; `$3`, the text, comes first where it is exact.
 */
export const CHARGE_BY_REFERENCE = `
  select * from (${['$1', '$4', '$5'].map(referenceLike).join(' union ')}) found
  order by "orderReference" = $3 desc, lower("orderReference") = lower($3) desc, "at" desc, id desc limit ${HITS_MAX}`

export const CHARGE_BY_AMOUNT = `
  select ${CHARGE} from charge c where c.amount_cents = $1::bigint and ${SHOWN}
  order by c.created_at desc limit ${HITS_MAX}`

const REFUND = `r.id, r.merchant_id as "merchantId", r.charge_id as "chargeId", r.amount_cents as "amountCents", r.status`

export const REFUND_BY_ID = `select ${REFUND} from refund r where r.id = $1::uuid limit ${HITS_MAX}`
export const REFUND_BY_RETURN = `select ${REFUND} from refund r where r.return_id = $1 limit ${HITS_MAX}`

const CASE = `f.id, f.merchant_id as "merchantId", f.charge_id as "chargeId", f.amount_cents as "amountCents", f.kind,
  f.status`

export const CASE_BY_ID = `select ${CASE} from financial_case f where f.id = $1::uuid limit ${HITS_MAX}`
export const CASE_BY_RETURN = `
  select ${CASE} from network_return n join financial_case f on f.merchant_id = n.merchant_id and f.id = n.case_id
  where n.return_id = $1 limit ${HITS_MAX}`

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

/** Entries of one request: its id tells the moment (`$2`, to `$3`) from which it may have posted anything. */
export const ENTRY_BY_CORRELATION = `
  select found.* from merchant m cross join lateral (
    select e.id, e.merchant_id as "merchantId", e.event_type as "eventType", e.posted_at as "at"
    from journal_entry e
    where e.merchant_id::text = m.id::text and e.posted_at between $2 and $3 and e.correlation_id = $1
    order by e.posted_at desc, e.seq desc limit ${HITS_MAX}) found
  ${NEWEST}`

export const ENDPOINT_BY_ID = `
  select id, merchant_id as "merchantId", url, status from webhook_endpoint where id = $1::uuid`

export const DELIVERY_BY_ID = `
  select id, merchant_id as "merchantId", endpoint_id as "endpointId", event_type as "eventType", status
  from webhook_delivery where id = $1::uuid`

/** An event by id; `$2` is the moment in it, which is where it is kept. */
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
