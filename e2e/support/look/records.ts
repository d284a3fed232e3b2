import type { Page } from '@playwright/test'
import { querySql } from '../sql.ts'
import type { State } from '../states.ts'
import { SETTLE_TIMEOUT_MS } from './camera.ts'
import { NO_ACCESS, replayPages } from './replay.ts'

/** A page of one record: the start of its path, and a query for the merchant, the id and the parameters of the URL. */
interface RecordPage {
  path: string
  sql: string
}

const caseOf = (condition: string): RecordPage => ({
  path: '/cases/',
  sql: `select merchant_id, id from financial_case f where ${condition} order by opened_at desc, id limit 1`,
})

const chargeWith = (condition: string): RecordPage => ({
  path: '/charges/',
  sql: `select merchant_id, id from charge c where ${condition} order by created_at desc, id limit 1`,
})

const chargeWithPayment = (classification: string): RecordPage =>
  chargeWith(`exists (select 1 from payment p
    where p.merchant_id = c.merchant_id and p.charge_id = c.id and p.classification = '${classification}')`)

const auditOf = (action: string): RecordPage => ({
  path: '/audit/',
  sql: `select merchant_id, id from audit_entry where action = '${action}' order by seq desc limit 1`,
})

const payoutIn = (state: string): RecordPage => ({
  path: '/payouts/',
  sql: `select merchant_id, id from payout where state = '${state}' order by created_at desc limit 1`,
})

const ofEndpoint = (columns: string, condition: string): RecordPage => ({
  path: '/webhooks/',
  sql: `select d.merchant_id, d.endpoint_id as id${columns} from webhook_delivery d
    join webhook_endpoint e on e.id = d.endpoint_id where ${condition} order by d.created_at desc limit 1`,
})

const OPEN_DISPUTE = `kind = 'dispute' and status = 'open'`

const UNPAID = `not exists (select 1 from payment p where p.merchant_id = c.merchant_id and p.charge_id = c.id)`

const disputeWith = (condition: string): RecordPage =>
  caseOf(`exists (select 1 from dispute d
    where d.merchant_id = f.merchant_id and d.case_id = f.id and ${condition})`)

const RECORD_PAGES: Readonly<Record<string, RecordPage>> = {
  'charge-paid': chargeWith(`status = 'paid' and not exists (select 1 from reconciliation_exception x
    where x.merchant_id = c.merchant_id and x.end_to_end_id = c.end_to_end_id)
    and not exists (select 1 from financial_case f
    where f.merchant_id = c.merchant_id and f.charge_id = c.id)`),
  'charge-difference': chargeWith(`exists (select 1 from reconciliation_exception x
    where x.merchant_id = c.merchant_id and x.end_to_end_id = c.end_to_end_id)`),
  'charge-duplicate': chargeWithPayment('duplicate'),
  'charge-wrong-amount': chargeWithPayment('amount_mismatch'),
  'charge-late': chargeWithPayment('after_final'),
  'charge-disputed': chargeWith(`exists (select 1 from financial_case f
    where f.merchant_id = c.merchant_id and f.charge_id = c.id and f.${OPEN_DISPUTE})`),
  'charge-refunding': chargeWith(`exists (select 1 from financial_case f
    where f.merchant_id = c.merchant_id and f.charge_id = c.id and f.kind = 'refund' and f.status = 'open')`),
  'charge-pending': chargeWith(`status = 'pending' and ${UNPAID}`),
  'charge-expired': chargeWith(`status = 'expired' and ${UNPAID}`),
  'charge-failed': chargeWith(`status = 'failed'`),
  'charge-paid-late': chargeWith('late_payment'),
  'charge-refund-failed': chargeWith(`exists (select 1 from refund r
    where r.merchant_id = c.merchant_id and r.charge_id = c.id and r.status = 'failed')`),
  'charge-return-failed': chargeWith(`exists (select 1 from financial_case f
    where f.merchant_id = c.merchant_id and f.charge_id = c.id and f.exception = 'return_failed')`),
  'case-dispute': caseOf(OPEN_DISPUTE),
  'case-dispute-returned': disputeWith(`d.result = 'accepted' and d.status = 'closed'
    and d.returned_by is distinct from 'service'`),
  'case-dispute-accepted': disputeWith(`d.result = 'accepted' and d.returned_by = 'service'`),
  'case-dispute-part': disputeWith(`d.result = 'partly_accepted'`),
  'case-dispute-rejected': disputeWith(`d.result = 'rejected' and d.evidence is not null`),
  'case-dispute-returning': disputeWith(`d.status = 'returning'`),
  'case-refund': caseOf(`kind = 'refund' and status = 'open'`),
  'case-held': caseOf(`kind = 'held_payment' and status = 'open'`),
  'case-refund-failed': caseOf(`kind = 'refund' and status = 'released'`),
  'case-return-failed': caseOf(`exception = 'return_failed'`),
  'case-held-returned': caseOf(`kind = 'held_payment' and status = 'returned'`),
  'payout-paid': payoutIn('paid'),
  'payout-reserved': payoutIn('reserved'),
  'payout-reversed': payoutIn('reversed'),
  'payout-given-back': payoutIn('given_back'),
  'audit-payout-reserved': auditOf('payout.reserve'),
  'audit-terms': auditOf('merchant.update_terms'),
  'endpoint-failing': ofEndpoint('', `e.consecutive_failures > 0 and e.status = 'active'`),
  'endpoint-disabled': ofEndpoint('', `e.status = 'disabled'`),
  'delivery-retrying': ofEndpoint(', d.id as delivery', `d.status = 'pending' and d.attempts > 0`),
  'delivery-failed': ofEndpoint(', d.id as delivery', `d.status = 'failed' and d.attempts > 0`),
}

/** Returns the pages of records in states that the first rows of the lists do not have. */
export async function recordPages(): Promise<State[]> {
  const found: State[] = []
  for (const [name, { path, sql }] of Object.entries(RECORD_PAGES)) {
    const [row] = await querySql(sql, [])
    if (row)
      found.push({ name, address: addressOf(path, row), ...(row['delivery'] && { prepare: untilOpen }) })
    else process.stderr.write(`No record for ${name}\n`)
  }
  found.push(...(await replayPages()))
  return found
}

/** Returns the end-to-end id of the newest held payment; an empty text if no payment is held. */
export async function heldEndToEndId(): Promise<string> {
  const held = `kind = 'held_payment' and status = 'open' and exception is null`
  const newest = `select end_to_end_id from financial_case where ${held} order by opened_at desc limit 1`
  const [row] = await querySql(newest, [])
  return row?.['end_to_end_id'] ?? ''
}

/** Waits until the drawer shows the first attempt of the delivery, or the page says that the role has no access. */
const untilOpen = (page: Page) =>
  page
    .getByRole('dialog')
    .getByText(/^(Tentativa|Attempt) 1$/)
    .or(page.getByText(NO_ACCESS))
    .first()
    .waitFor({ timeout: SETTLE_TIMEOUT_MS })

function addressOf(path: string, { id, merchant_id: of, ...more }: Record<string, string | null>): string {
  const search = new URLSearchParams({ merchant: 'all' })
  for (const [name, value] of Object.entries({ of, ...more })) if (value) search.set(name, value)
  return `${path}${id}?${search}`
}

/** Lists of all merchants, the statement by the date of the events, and a day whose amounts differ. */
export const FURTHER_PAGES: readonly State[] = [
  ...['cases', 'merchants', 'payouts', 'reconciliation', 'requests', 'audit', 'api-keys'].map((name) => ({
    name: `${name}-all`,
    address: `/${name}?merchant=all`,
  })),
  { name: 'home-all', address: '/?merchant=all' },
  { name: 'requests-every', address: '/requests?merchant=all&show=all' },
  { name: 'statement-by-fact', address: '/statement?clock=fact' },
]
