import { plusMs, systemClock } from '../../src/kernel/clock.ts'
import type { DataSet } from '../data/data-set.ts'
import { payerOf } from '../payers.ts'

type Variables = Record<string, unknown>[]

/** A GraphQL document of the console, with several sets of variables, so that results are not always cached. */
export interface Operation {
  name: string
  document: string
  variables: Variables
  /** Whether the response must be empty. */
  findsNothing: boolean
}

interface Samples {
  first: string
  merchants: string[]
  charges: { id: string; merchantId: string; orderReference: string; endToEndId: string; cents: string }[]
  oldest: Date
  now: Date
}

const PAGE = 50
const ZONE = 'America/Sao_Paulo'
const DAY_MS = 86_400_000
const SAMPLES = 20

const CHARGES = `
  with ends as (
    (select * from charge where status = 'paid' order by created_at desc limit $1) union all
    (select * from charge where status = 'paid' order by created_at limit $1))
  select id, merchant_id as "merchantId", order_reference as "orderReference", end_to_end_id as "endToEndId",
    amount_cents::text as cents from ends`

/** Returns the lists, details, charts and searches of the console. A name that ends with `none` must find nothing. */
export async function consoleOperations({ deployment: { owner }, merchants }: DataSet): Promise<Operation[]> {
  const rowsOf = async (text: string): Promise<Variables> =>
    (await owner.query<Record<string, unknown>>(text, [SAMPLES])).rows
  const namesOf = (table: string) =>
    rowsOf(`select merchant_id as "merchantId", id from ${table} order by id desc limit $1`)
  const { rows: charges } = await owner.query<Samples['charges'][number]>(CHARGES, [SAMPLES])
  const { rows: ends } = await owner.query<{ oldest: Date }>('select min(created_at) as oldest from charge')
  const [ids, oldest] = [merchants.map(({ id }) => id), ends[0]?.oldest ?? new Date(0)]
  const samples = { first: ids[0] ?? '', merchants: ids, charges, oldest, now: systemClock.now() }
  const endpoints = await namesOf('webhook_endpoint')
  const operations: Record<string, [document: string, variables: Variables]> = {
    ...chargeLists(samples),
    charge: ['Charge', charges.map(({ id }) => ({ id }))],
    case: ['Case', await namesOf('financial_case')],
    payout: ['Payout', await namesOf('payout')],
    delivery: ['WebhookDelivery', await namesOf('webhook_delivery')],
    endpoint: ['WebhookEndpoint', endpoints],
    ...money(samples),
    ...webhooks(samples, endpoints),
    ...searches(samples),
  }
  return Object.entries(operations).map(([name, [document, variables]]) => {
    return { name, document, variables, findsNothing: name.endsWith('none') }
  })
}

function chargeLists({ first, charges, oldest }: Samples): Record<string, [string, Variables]> {
  const payers = Array.from({ length: SAMPLES }, (_, n) => payerOf(n * 31 * 13))
  const days = (after: number, count = 1) => {
    const from = plusMs(oldest, after * DAY_MS)
    return { createdFrom: from, createdTo: plusMs(from, count * DAY_MS) }
  }
  const filters: Record<string, Variables> = {
    all: [{}],
    'one merchant': [{ merchantId: first }],
    status: [
      ...['paid', 'pending', 'failed'].map((status) => ({ status: [status] })),
      { status: ['refunded', 'partially_refunded'] },
      { status: ['expired', 'cancelled'], merchantId: first },
    ],
    'status of none': [{ status: ['created'] }],
    dates: [days(10), { ...days(1), merchantId: first }],
    'amount range': [
      { amountFromCents: '10000', amountToCents: '20000' },
      ...charges.map(({ cents }) => ({ amountFromCents: cents, amountToCents: cents })),
      ...charges.map(({ cents, merchantId }) => ({
        amountFromCents: cents,
        amountToCents: cents,
        merchantId,
      })),
    ],
    'amount of none': [{ amountFromCents: '9000000' }, { amountToCents: '1' }],
    'order reference': charges.map(({ orderReference }) => ({ orderReference })),
    'end-to-end id': charges.map(({ endToEndId }) => ({ q: endToEndId })),
    document: payers.map(({ document }) => ({ q: document })),
    name: payers.map(({ name }) => ({ q: name })),
    'common name': ['silva', 'SOUZA', 'conceição', 'mari', 'ana', 's'].map((q) => ({ q })),
    'name of none': [{ q: 'zzyzx' }, { q: 'Ana Zzyzx' }],
    'name, status and dates': [
      { q: 'silva', status: ['expired'], ...days(30, 90) },
      { q: 'ana', status: ['refunded', 'partially_refunded'] },
    ],
  }
  const lists = Object.entries(filters).map(([name, all]): [string, [string, Variables]] => {
    return [`charges: ${name}`, ['Charges', all.map((filter) => ({ filter, first: PAGE }))]]
  })
  const counted = [{}, { status: ['paid'] }, { merchantId: first, q: 'silva' }]
  const count = counted.map((filter) => ({ filter, first: 1, count: true }))
  return { ...Object.fromEntries(lists), 'charges: counted': ['Charges', count] }
}

const page = (...filters: Variables): Variables => filters.map((filter) => ({ first: PAGE, ...filter }))

function money({ first, merchants, oldest, now }: Samples): Record<string, [string, Variables]> {
  const before = (days: number) => plusMs(now, -days * DAY_MS)
  const span = (days: number) => ({ from: before(days), to: now, zone: ZONE })
  const byMerchant = merchants.slice(0, SAMPLES).map((merchantId) => ({ merchantId }))
  const statements = [{ merchantId: first }, { merchantId: first, from: oldest }].map((filter) => ({
    filter,
  }))
  const cases = [{}, { kind: ['dispute'], status: ['open'] }, { merchantId: first, kind: ['refund'] }]
  const paid = { paidFrom: before(90), paidTo: now, count: true }
  return {
    home: ['Home', [{ zone: ZONE }]],
    balance: ['Balance', byMerchant],
    'balance as of': ['BalanceAt', [1, 30, 200].map((days) => ({ merchantId: first, asOf: before(days) }))],
    'balance of 90 days': ['BalanceHistory', [{ merchantId: first, ...span(90) }]],
    statement: ['Statement', page(...statements)],
    payouts: ['Payouts', page({}, { merchantId: first, state: ['paid'] })],
    'payouts of 90 days, and their count': ['Payouts', page(paid)],
    'payouts by the day': ['PayoutHistory', [null, first].map((merchantId) => ({ merchantId, ...span(30) }))],
    cases: ['Cases', page(...cases)],
    merchants: ['MerchantList', [{}]],
  }
}

function webhooks(
  { first, merchants, now }: Samples,
  endpoints: Variables,
): Record<string, [string, Variables]> {
  const filters = [{}, { status: ['failed'] }, { eventType: 'charge.failed' }]
  const deliveries = filters.map((filter) => ({ filter: { merchantId: first, ...filter }, first: PAGE }))
  const history = (step: string, days: number): Variables => {
    const span = { from: plusMs(now, -days * DAY_MS), to: now, zone: ZONE, step }
    return endpoints.map(({ merchantId, id }) => ({ merchantId, endpointId: id, ...span }))
  }
  return {
    fleet: ['WebhookFleet', [{ first: PAGE }]],
    endpoints: ['WebhookEndpoints', merchants.slice(0, SAMPLES).map((merchantId) => ({ merchantId }))],
    deliveries: ['WebhookDeliveries', deliveries],
    'endpoint by the hour': ['WebhookEndpointHistory', history('hour', 7)],
    'endpoint by the day': ['WebhookEndpointHistory', history('day', 90)],
  }
}

/** Returns the searches of the search palette, over all records of all merchants. */
function searches({ charges }: Samples): Record<string, [string, Variables]> {
  const texts = {
    id: charges.map(({ id }) => id),
    reference: charges.map(({ orderReference }) => orderReference),
    document: [payerOf(31).document, payerOf(62).document],
    amount: charges.map(({ cents }) => (Number(cents) / 100).toFixed(2).replace('.', ',')),
    name: ['Ana Souza', 'conceição', 'Loja 7', 'silva'],
  }
  return Object.fromEntries(
    Object.entries(texts).map(([name, all]) => [
      `search: ${name}`,
      ['Search', all.map((text) => ({ text }))],
    ]),
  )
}
