import { plusMs, systemClock } from '../../src/kernel/clock.ts'
import { endToEndIdOf } from '../bulk/bulk-charge.ts'
import type { DataSet } from '../data/data-set.ts'
import { payerOf } from '../payers.ts'
import { finding } from './console-finding.ts'
import type { Operation } from './console-operation.ts'

/** What of the data set the console would be looking at. */
interface Subjects {
  first: string
  merchants: string[]
  charges: { id: string; orderReference: string; merchantId: string }[]
  oldest: Date
}

const PAGE = 50
const ZONE = 'America/Sao_Paulo'
const DAY_MS = 86_400_000
const SUBJECTS = 20

const CHARGES = `
  (select id, order_reference as "orderReference", merchant_id as "merchantId" from charge
    where status = 'paid' order by created_at desc limit $1)
  union all
  (select id, order_reference, merchant_id from charge where status = 'paid' order by created_at limit $1)`

async function subjectsOf({ owner, merchants }: DataSet): Promise<Subjects> {
  const { rows: charges } = await owner.query<Subjects['charges'][number]>(CHARGES, [SUBJECTS])
  const { rows: ends } = await owner.query<{ oldest: Date }>('select min(created_at) as oldest from charge')
  return {
    first: merchants[0]?.id ?? '',
    merchants: merchants.map(({ id }) => id),
    charges,
    oldest: ends[0]?.oldest ?? new Date(0),
  }
}

/** The console's lists and details. */
export async function consoleOperations(data: DataSet): Promise<Operation[]> {
  const subjects = await subjectsOf(data)
  return [
    ...chargeLists(subjects),
    ...(await details(data, subjects)),
    ...money(subjects),
    ...webhooks(subjects),
    ...(await endpointHistories(data)),
    ...finding(subjects.charges),
  ]
}

const list = (name: string, filters: Record<string, unknown>[], findsNothing = false): Operation => ({
  name: `charges: ${name}`,
  document: 'Charges',
  variables: filters.map((filter) => ({ filter, first: PAGE })),
  findsNothing,
})

const counting = (filters: Record<string, unknown>[]): Operation => ({
  name: 'charges: counted',
  document: 'Charges',
  variables: filters.map((filter) => ({ filter, first: 1, count: true })),
})

function chargeLists({ first, charges, oldest }: Subjects): Operation[] {
  const payers = Array.from({ length: SUBJECTS }, (_, n) => payerOf(n * 31 * 13))
  const aDay = (from: Date) => ({ createdFrom: from, createdTo: plusMs(from, DAY_MS) })
  return [
    list('all', [{}]),
    counting([{}, { status: ['paid'] }, { merchantId: first, q: 'silva' }]),
    list('one merchant', [{ merchantId: first }]),
    list('status', [
      { status: ['paid'] },
      { status: ['pending'] },
      { status: ['failed'] },
      { status: ['refunded', 'partially_refunded'] },
      { status: ['expired', 'cancelled'], merchantId: first },
    ]),
    list('status that none has', [{ status: ['created'] }], true),
    list('dates', [
      aDay(plusMs(oldest, 10 * DAY_MS)),
      { ...aDay(plusMs(oldest, DAY_MS)), merchantId: first },
    ]),
    list('amount range', [
      { amountFromCents: '10000', amountToCents: '20000' },
      { amountFromCents: '12345', amountToCents: '12345' },
      { amountFromCents: '12345', amountToCents: '12346', merchantId: first },
    ]),
    list('amount that none has', [{ amountFromCents: '9000000' }, { amountToCents: '1' }], true),
    list(
      'order reference',
      charges.map(({ orderReference }) => ({ orderReference })),
    ),
    list(
      'end-to-end id',
      charges.map(({ id }) => ({ q: endToEndIdOf(id) })),
    ),
    list(
      'document',
      payers.map(({ document }) => ({ q: document })),
    ),
    list(
      'name',
      payers.map(({ name }) => ({ q: name })),
    ),
    list(
      'common name',
      ['silva', 'SOUZA', 'conceição', 'mari', 'ana', 's'].map((q) => ({ q })),
    ),
    list('name that nobody has', [{ q: 'zzyzx' }, { q: 'Ana Zzyzx' }], true),
    list('name, status and dates', [
      { q: 'silva', status: ['failed'], ...aDay(plusMs(oldest, 30 * DAY_MS)) },
      { q: 'ana', status: ['refunded', 'partially_refunded'] },
    ]),
  ]
}

async function details({ owner }: DataSet, { charges }: Subjects): Promise<Operation[]> {
  const idsOf = async (table: string): Promise<Record<string, unknown>[]> => {
    const text = `select merchant_id as "merchantId", id from ${table} order by id desc limit $1`
    return (await owner.query<Record<string, unknown>>(text, [SUBJECTS])).rows
  }
  return [
    { name: 'charge', document: 'Charge', variables: charges.map(({ id }) => ({ id })) },
    { name: 'case', document: 'Case', variables: await idsOf('financial_case') },
    { name: 'payout', document: 'Payout', variables: await idsOf('payout') },
    { name: 'delivery', document: 'WebhookDelivery', variables: await idsOf('webhook_delivery') },
    { name: 'endpoint', document: 'WebhookEndpoint', variables: await idsOf('webhook_endpoint') },
  ]
}

function money({ first, merchants, oldest }: Subjects): Operation[] {
  const now = systemClock.now()
  const ofEach = merchants.slice(0, SUBJECTS).map((merchantId) => ({ merchantId }))
  const statement = (filter: Record<string, unknown>) => ({ filter, first: PAGE })
  return [
    { name: 'home', document: 'Home', variables: [{ zone: ZONE }] },
    { name: 'balance', document: 'Balance', variables: ofEach },
    {
      name: 'balance as of',
      document: 'BalanceAt',
      variables: [1, 30, 200].map((days) => ({ merchantId: first, asOf: plusMs(now, -days * DAY_MS) })),
    },
    {
      name: 'balance of 90 days',
      document: 'BalanceHistory',
      variables: [{ merchantId: first, from: plusMs(now, -90 * DAY_MS), to: now, zone: ZONE }],
    },
    {
      name: 'statement',
      document: 'Statement',
      variables: [statement({ merchantId: first }), statement({ merchantId: first, from: oldest })],
    },
    {
      name: 'payouts',
      document: 'Payouts',
      variables: [{ first: PAGE }, { first: PAGE, merchantId: first, state: ['paid'] }],
    },
    {
      name: 'payouts of 90 days, and their count',
      document: 'Payouts',
      variables: [{ first: PAGE, paidFrom: plusMs(now, -90 * DAY_MS), paidTo: now, count: true }],
    },
    {
      name: 'payouts by the day',
      document: 'PayoutHistory',
      variables: [null, first].map((merchantId) => ({
        merchantId,
        from: plusMs(now, -30 * DAY_MS),
        to: now,
        zone: ZONE,
      })),
    },
    {
      name: 'cases',
      document: 'Cases',
      variables: [
        { first: PAGE },
        { first: PAGE, kind: ['dispute'], status: ['open'] },
        { first: PAGE, merchantId: first, kind: ['refund'] },
      ],
    },
    { name: 'merchants', document: 'MerchantList', variables: [{}] },
  ]
}

function webhooks({ first, merchants }: Subjects): Operation[] {
  const deliveries = (filter: Record<string, unknown>) => ({
    filter: { merchantId: first, ...filter },
    first: PAGE,
  })
  return [
    { name: 'fleet', document: 'WebhookFleet', variables: [{ first: PAGE }] },
    {
      name: 'endpoints',
      document: 'WebhookEndpoints',
      variables: merchants.slice(0, SUBJECTS).map((merchantId) => ({ merchantId })),
    },
    {
      name: 'deliveries',
      document: 'WebhookDeliveries',
      variables: [
        deliveries({}),
        deliveries({ status: ['failed'] }),
        deliveries({ eventType: 'charge.failed' }),
      ],
    },
  ]
}

/** A week by the hour, and the time for which counts are kept by the day. */
async function endpointHistories({ owner }: DataSet): Promise<Operation[]> {
  const now = systemClock.now()
  const { rows } = await owner.query<Record<string, unknown>>(
    'select merchant_id as "merchantId", id as "endpointId" from webhook_endpoint order by id limit $1',
    [SUBJECTS],
  )
  const history = (step: string, days: number): Operation => ({
    name: `endpoint by the ${step}`,
    document: 'WebhookEndpointHistory',
    variables: rows.map((of) => ({ ...of, from: plusMs(now, -days * DAY_MS), to: now, zone: ZONE, step })),
  })
  return [history('hour', 7), history('day', 90)]
}
