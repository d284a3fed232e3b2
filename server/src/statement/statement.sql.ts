/**
 * Lines of one merchant after a keyset position, with their sale, case and payout. Scans the partial index on
 * (merchant_id, economic_at, entry_seq, line_no) backwards from there. A late page costs as much as the first.
 */
export const SELECT_LINES = `
  select l.journal_id as "journalId", l.entry_seq as seq, l.line_no as "lineNo", e.event_type as "eventType", e.description,
    l.economic_at as "economicAt", e.posted_at as "postedAt", l.position, l.amount_cents as "amountCents",
    l.balance_after_cents as "balanceAfterCents", e.source_type as "sourceType", e.source_id as "sourceId",
    e.reverses_id as "reversesId",
    p.id as "paymentId", p.end_to_end_id as "paymentEndToEndId", p.paid_at as "paidAt", p.amount_cents as "grossCents",
    c.id as "chargeId", c.order_reference as "orderReference", c.fee_cents as "feeCents", c.net_cents as "netCents",
    c.reserve_cents as "reserveCents",
    f.id as "caseId", f.kind as "caseKind", f.status as "caseStatus", f.charge_id as "caseChargeId",
    f.order_reference as "caseOrderReference", f.end_to_end_id as "caseEndToEndId", f.amount_cents as "caseAmountCents",
    f.refund_id as "caseRefundId", f.opened_at as "caseOpenedAt", f.closed_at as "caseClosedAt",
    o.id as "payoutId", o.external_reference as "payoutReference", o.paid_at as "payoutPaidAt"
  from journal_line l
  join journal_entry e on e.merchant_id = l.merchant_id and e.id = l.journal_id
  left join payment p on p.merchant_id = l.merchant_id and p.id = l.payment_id and p.classification = 'primary'
  left join charge c on c.merchant_id = p.merchant_id and c.id = p.charge_id
  left join financial_case f on f.merchant_id = l.merchant_id and f.id = l.case_id
  left join payout o on o.merchant_id = l.merchant_id and o.id = l.payout_id
  where l.merchant_id = $1 and l.position is not null and l.economic_at >= $2
    and ($3::timestamptz is null or l.economic_at < $3) and l.entry_seq <= $4
    and ($5::timestamptz is null or (l.economic_at, l.entry_seq, l.line_no) < ($5, $6::bigint, $7::smallint))
    and ($9::text is null or l.position = $9)
  order by l.economic_at desc, l.entry_seq desc, l.line_no desc
  limit $8`

/** The same lines without the joins, for counting. */
export const SELECT_COUNTED_LINES = `
  select from journal_line l
  where l.merchant_id = $1 and l.position is not null and l.economic_at >= $2
    and ($3::timestamptz is null or l.economic_at < $3) and l.entry_seq <= $4
    and ($5::timestamptz is null or (l.economic_at, l.entry_seq, l.line_no) < ($5, $6::bigint, $7::smallint))
    and ($9::text is null or l.position = $9)
  order by l.economic_at desc, l.entry_seq desc, l.line_no desc
  limit $8`

/** The keyset position of an entry. */
export const SELECT_ENTRY_POINT = `
  select max(economic_at) as at, max(entry_seq) as seq from journal_line
  where merchant_id = $1 and journal_id = $2 and position is not null
  having count(*) > 0`
