import { plusMs, systemClock } from '../../src/kernel/clock.ts'
import type { DataSet } from '../data/data-set.ts'
import { payerOf } from '../payers.ts'

type Variables = Record<string, unknown>[]

/**
 * The name of a measured operation, the name of its GraphQL operation in the console, and one or more sets of
 * variables. Most operations have several different sets, so that caches cannot answer every request. An operation
 * whose name ends with `none` must find nothing.
 */
export type Operation = [name: string, document: string, variables: Variables]

type Charge = Record<'id' | 'reference' | 'endToEndId' | 'cents', string>

const SAMPLES = 20
const DAY_MS = 86_400_000
const zone = 'America/Sao_Paulo'

const CHARGES = `
  with ends as (
    (select * from charge where status = 'paid' order by created_at desc limit $1) union all
    (select * from charge where status = 'paid' order by created_at limit $1))
  select id, order_reference as reference, end_to_end_id as "endToEndId", amount_cents::text as cents from ends`

const filtered = (...filters: Variables): Variables => filters.map((filter) => ({ first: 50, filter }))
const listed = (...variables: Variables): Variables => variables.map((given) => ({ first: 50, ...given }))
const each = (name: string, values: readonly unknown[]): Variables =>
  values.map((value) => ({ [name]: value }))

/** Returns operations that together use every GraphQL query of the console: lists, details, charts and searches. */
export async function consoleOperations({ deployment: { owner }, merchants }: DataSet): Promise<Operation[]> {
  const idsOf = async (table: string, order = 'id'): Promise<Variables> => {
    const text = `select merchant_id as "merchantId", id from ${table} order by ${order} desc limit $1`
    return (await owner.query(text, [SAMPLES])).rows
  }
  const plainIdsOf = async (table: string): Promise<Variables> =>
    (await owner.query(`select id from ${table} order by id desc limit $1`, [SAMPLES])).rows
  const { rows: charges } = await owner.query<Charge>(CHARGES, [SAMPLES])
  const ids = merchants.map(({ id }) => id)
  const merchantId = ids[0]
  const byMerchant = each('merchantId', ids.slice(0, SAMPLES))
  const endpoints = await idsOf('webhook_endpoint')
  const now = systemClock.now()
  const before = (days: number) => plusMs(now, -days * DAY_MS)
  const days = { from: before(90), to: now, zone }
  const ofEndpoints = endpoints.map(({ merchantId: of, id }) => {
    return { merchantId: of, endpointId: id, ...days, step: 'day' }
  })
  return [
    ...chargeLists(charges, merchantId, before(100)),
    ...chargePages(charges.map(({ id }) => id)),
    ['cases, open', 'Cases', listed({ status: ['open'] }, { status: ['open'], merchantId })],
    ['cases, closed', 'Cases', listed({ status: ['returned', 'released'] })],
    ['case', 'Case', await idsOf('financial_case')],
    ['payouts, counted', 'Payouts', [{ first: 50, paidFrom: before(90), paidTo: now, count: true }]],
    ['payouts, history of 90 days', 'PayoutHistory', [days, { ...days, merchantId }]],
    ['payout, room', 'PayoutRoom', byMerchant],
    ...payoutPages(await idsOf('payout', 'amount_cents')),
    ['home', 'Home', [{ zone }]],
    ...merchantPages(ids, before(30)),
    ['exceptions of none', 'ReconciliationExceptions', listed({}, { merchantId })],
    ['exceptions, totals', 'ReconciliationTotals', [{}, { merchantId }]],
    ['ledger verdict', 'LedgerVerdict', [{}]],
    ['day', 'ReconciliationDay', recentDays(now).flatMap((date) => [{ date }, { date, merchantId }])],
    ['requests', 'Requests', filtered({}, { merchantId })],
    ['requests, failed', 'Requests', filtered({ failed: true }, { failed: true, merchantId })],
    [
      'requests, failures of a day',
      'RequestFailures',
      [{ from: before(1) }, { from: before(1), merchantId }],
    ],
    ['keys', 'ApiKeys', byMerchant],
    ['keys, counts', 'KeyCounts', [{}]],
    ['audit', 'AuditEntries', filtered({}, { merchantId })],
    ['audit entry', 'AuditEntry', await plainIdsOf('audit_entry')],
    ['audit, choices', 'AuditChoices', [{}]],
    ['balance', 'Balance', byMerchant],
    ['balance as of', 'BalanceAt', [1, 30, 200].map((ago) => ({ merchantId, asOf: before(ago) }))],
    ['balance, history of 90 days', 'BalanceHistory', [{ merchantId, ...days }]],
    ['balance, release days of the reserve', 'ReserveSchedule', byMerchant.map((of) => ({ ...of, zone }))],
    ['statement', 'Statement', filtered({ merchantId }, { merchantId, clock: 'posting' })],
    [
      'statement, summary',
      'StatementSummary',
      ['posting', 'fact'].map((clock) => ({ merchantId, clock, from: before(90), to: before(60) })),
    ],
    ['fleet', 'WebhookFleet', [{ first: 50 }]],
    ['endpoints', 'WebhookEndpoints', byMerchant],
    ['endpoint', 'WebhookEndpoint', endpoints],
    ['endpoint, history of 90 days', 'WebhookEndpointHistory', ofEndpoints],
    ['deliveries', 'WebhookDeliveries', filtered({ merchantId }, { merchantId, status: ['failed'] })],
    ['delivery', 'WebhookDelivery', await idsOf('webhook_delivery')],
    ['event types', 'WebhookEventTypes', [{}]],
    ...replayPages(await idsOf('webhook_replay')),
    ...peoplePages(await plainIdsOf('staff')),
    ...shellOperations(byMerchant),
    ...searches(charges),
  ]
}

/**
 * Returns the operations of two pages: the list of merchants, including its comparison of balances with the ledger, and
 * a merchant's page. Also returns the notice about other merchants, which several pages show.
 */
function merchantPages(ids: string[], ago: Date): Operation[] {
  const asOf = ago.toISOString()
  const byMerchant = each('merchantId', ids.slice(0, SAMPLES))
  return [
    ['merchants', 'MerchantList', filtered({}, { order: 'total' }, { asOf, order: 'total' })],
    ['merchants, totals', 'MerchantTotals', filtered({}, { asOf })],
    ['merchants, ledger check', 'LedgerSum', each('asOf', [systemClock.now().toISOString(), asOf])],
    ['merchant', 'Merchant', each('id', ids.slice(0, SAMPLES))],
    ['merchant, figures', 'MerchantFigures', byMerchant],
    ['merchant, keys', 'MerchantKeys', byMerchant],
    ['merchant, debt', 'DebtWriteOffs', byMerchant],
    ['other merchants that need attention', 'OtherMerchants', each('than', ids.slice(0, SAMPLES))],
  ]
}

/** Returns the operations of a charge's page. */
function chargePages(ids: string[]): Operation[] {
  return [
    ['charge', 'Charge', each('id', ids)],
    ['charge, refund', 'RefundPreview', each('chargeId', ids)],
    ['charge, dispute', 'DisputePreview', each('chargeId', ids)],
  ]
}

/** Returns the operations of a payout's page. `ids` contains the ids of the largest payouts. */
function payoutPages(ids: Variables): Operation[] {
  const lines = ids.map(({ merchantId, id }) => ({ merchantId, payoutId: id, first: 50 }))
  return [
    ['payout', 'Payout', ids],
    ['payout lines', 'PayoutLines', lines],
    ['payout lines, counted', 'PayoutLines', lines.map((given) => ({ ...given, first: 1, count: true }))],
  ]
}

/** Returns five dates such as `2026-11-20`: today, and the dates 1, 2, 30 and 200 days ago. */
const recentDays = (now: Date): string[] =>
  [0, 1, 2, 30, 200].map((ago) =>
    plusMs(now, -ago * DAY_MS)
      .toISOString()
      .slice(0, 10),
  )

/** Returns the operations of the pages of replays. `ids` contains the ids of replays. */
function replayPages(ids: Variables): Operation[] {
  const ofMerchants = ids.map(({ merchantId }) => ({ merchantId, first: 50 }))
  return [
    ['replays', 'WebhookReplays', ofMerchants],
    ['replay', 'WebhookReplay', ids],
  ]
}

/**
 * Returns the operations of the pages about people, and of the pages that open a link for an invitation or a password.
 * `ids` contains the ids of people.
 */
function peoplePages(ids: Variables): Operation[] {
  return [
    ['people', 'StaffMembers', [{}]],
    ['person', 'StaffMember', ids],
    ['roles', 'StaffRoles', [{}]],
    ['invitations', 'StaffInvitations', [{}]],
    ['invitation of none', 'InvitationOffer', [{ token: 'unknown' }]],
    ['password of none', 'PasswordOffer', [{ token: 'unknown' }]],
  ]
}

/** Returns the operations that many pages share, and the operations about the signed-in person. */
function shellOperations(byMerchant: Variables): Operation[] {
  return [
    ['me', 'Me', [{}]],
    ['merchants of the menu', 'Merchants', [{}]],
    ['ways to sign in', 'SignInWays', [{}]],
    ['last proof', 'Proved', [{}]],
    ['account', 'AccountSecurity', [{}]],
    ['own sessions', 'MySessions', [{}]],
    ['saved views', 'SavedViews', each('page', ['charges', 'cases', 'payouts'])],
    ['key scopes', 'ApiKeyScopes', [{}]],
    ['PSP accounts', 'PixAccounts', [{}]],
    ['assignable PSP accounts', 'AssignablePixAccounts', [{}]],
    ['test account of none', 'TestAccount', byMerchant],
  ]
}

/**
 * Returns operations that read the list of charges: one for each filter, and one that also requests the total count.
 */
function chargeLists(charges: Charge[], merchantId: string | undefined, createdFrom: Date): Operation[] {
  const payers = Array.from({ length: SAMPLES }, (_, n) => payerOf(n * 31 * 13))
  const dates = { createdFrom, createdTo: plusMs(createdFrom, DAY_MS) }
  const lists: [name: string, filters: Variables][] = [
    ['all', [{}]],
    ['one merchant', [{ merchantId }]],
    ['status', each('status', [['paid'], ['pending'], ['failed'], ['expired', 'cancelled']])],
    ['status of none', [{ status: ['created'] }]],
    ['needs attention', [{ needsAttention: true }, { needsAttention: true, merchantId }]],
    ['difference of none', [{ hasDifference: true }]],
    ['dates', [dates, { ...dates, merchantId }]],
    ['amount', charges.map(({ cents }) => ({ amountFromCents: cents, amountToCents: cents }))],
    ['amount range', [{ amountFromCents: '10000', amountToCents: '20000' }]],
    ['amount of none', [{ amountFromCents: '9000000' }]],
    ['order reference', charges.map(({ reference }) => ({ orderReference: reference }))],
    ['end-to-end id', charges.map(({ endToEndId }) => ({ q: endToEndId }))],
    ['document', payers.map(({ document }) => ({ q: document }))],
    ['name', payers.map(({ name }) => ({ q: name }))],
    ['common name', each('q', ['silva', 'SOUZA', 'conceição', 'mari', 'ana', 's'])],
    ['name of none', each('q', ['zzyzx', 'Ana Zzyzx'])],
    ['name and status', [{ q: 'silva', status: ['expired'] }]],
  ]
  const counted = [{}, { merchantId, q: 'silva' }].map((filter) => ({ filter, first: 1, count: true }))
  return [
    ...lists.map(([name, filters]): Operation => [`charges: ${name}`, 'Charges', filtered(...filters)]),
    ['charges: counted', 'Charges', counted],
  ]
}

/** Returns the searches of the command palette, over all records of all merchants. */
function searches(charges: Charge[]): Operation[] {
  const texts: [name: string, texts: string[]][] = [
    ['id', charges.map(({ id }) => id)],
    ['reference', charges.map(({ reference }) => reference)],
    ['document', [payerOf(31).document, payerOf(62).document]],
    ['amount', charges.map(({ cents }) => (Number(cents) / 100).toFixed(2).replace('.', ','))],
    ['name', ['Ana Souza', 'conceição', 'Loja 7', 'silva']],
  ]
  return texts.map(([name, all]) => [`search: ${name}`, 'Search', each('text', all)])
}
