import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { transaction, type Context } from '../../src/kernel/context.ts'
import { createStaff } from '../../src/staff/create-staff.ts'
import { cookieForm, writeCookie } from '../../src/staff/sessions/session-cookie.ts'
import { createSession, generateToken } from '../../src/staff/sessions/session.ts'
import { lockStaff } from '../../src/staff/staff.queries.ts'
import { plusMs, systemClock } from '../../src/kernel/clock.ts'
import { findPaths } from '../../stack/paths.ts'
import type { Case } from '../bench.ts'
import { openDataSet, type DataSet } from '../data/data-set.ts'
import { sendRequests } from '../load/closed-loop.ts'
import { payerOf } from '../payers.ts'
import { row, type Row } from '../table.ts'

const PERSISTED = 'console/src/api/generated/persisted-documents.json'

/** Returns the documents that the console sends, by operation name. */
function consoleDocuments(): Map<string, string> {
  const file = join(findPaths('.').root, PERSISTED)
  const texts = Object.values(z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8'))))
  return new Map(texts.map((text) => [/\b(?:query|mutation) (\w+)/.exec(text)?.[1] ?? '', text]))
}

/** Creates a session of an auditor, who may read everything. Returns the `Cookie` header of the browser. */
async function consoleCookie(ctx: Context, publicUrl: string): Promise<string> {
  const email = `bench-${ctx.ids.uuid(ctx.clock.now())}@exemplo.com.br`
  const { staff } = await createStaff(ctx, { email, name: 'Bench', role: 'auditor' })
  const token = generateToken(ctx.ids)
  const session = { ip: null, userAgent: null, method: 'local', stepUpAt: null } as const
  await transaction(ctx, async (tx) => createSession(tx, await lockStaff(tx, staff.id), token, session))
  return writeCookie(cookieForm(publicUrl), token, 0).split(';', 1)[0] ?? ''
}

const EMPTY = /"(?:nodes|search)":\[\]|^\{"data":\{"\w+":null\}\}/

/** Measures the operations of the console over HTTP, in one session, one after the other as one person sends them. */
export const consoleCase: Case = async (bench) => {
  const data = await openDataSet(bench, bench.largeRows)
  const { origin } = data.deployment
  const cookie = await data.deployment.withContext((ctx) => consoleCookie(ctx, origin))
  const headers = { 'content-type': 'application/json', 'apollo-require-preflight': 'true', cookie }
  const documents = consoleDocuments()
  const rows: Row[] = []
  for (const [name, document, variables] of await consoleOperations(data)) {
    const query = documents.get(document)
    if (query === undefined) throw new Error(`bench: the console has no operation ${document}`)
    if (variables.length === 0)
      throw new Error(`bench: ${name} has no variables; the data set has no matching rows`)
    const requests = variables.map((given) => {
      return { path: '/graphql', headers, body: JSON.stringify({ query, variables: given }) }
    })
    // A query that finds nothing is fast, so a response must be empty only where the name of the operation says so.
    for (const { path, body } of requests) {
      const text = await (await fetch(`${origin}${path}`, { method: 'POST', headers, body })).text()
      if (EMPTY.test(text) !== name.endsWith('none') || text.includes('"errors":['))
        throw new Error(`bench: ${name}: unexpected response to ${body}: ${text.slice(0, 500)}`)
    }
    const how = { connections: 1, seconds: Math.max(1, bench.seconds / 5) }
    const [stats] = await sendRequests([{ origin, requests }], how)
    if (!stats) throw new Error('BUG: sendRequests returned no result')
    const goal = { measure: stats.p95Ms, unit: 'ms p95', must: '<= 100 ms', strive: '<= 30 ms' }
    rows.push(row({ name: `console ${name}`, ...stats, ...goal }))
  }
  return rows
}

type Variables = Record<string, unknown>[]

/**
 * A name, a GraphQL operation of the console, and several sets of variables, so that results are not always cached. An
 * operation whose name ends with `none` must find nothing.
 */
type Operation = [name: string, document: string, variables: Variables]

type Charge = Record<'id' | 'merchantId' | 'reference' | 'endToEndId' | 'cents', string>

const SAMPLES = 20
const DAY_MS = 86_400_000
const zone = 'America/Sao_Paulo'

const CHARGES = `
  with ends as (
    (select * from charge where status = 'paid' order by created_at desc limit $1) union all
    (select * from charge where status = 'paid' order by created_at limit $1))
  select id, merchant_id as "merchantId", order_reference as reference, end_to_end_id as "endToEndId",
    amount_cents::text as cents from ends`

const page = (...given: Variables): Variables => given.map((one) => ({ first: 50, ...one }))
const filtered = (...filters: Variables): Variables => page(...filters.map((filter) => ({ filter })))
const each = (name: string, values: readonly unknown[], more = {}): Variables =>
  values.map((value) => ({ [name]: value, ...more }))

/** Returns the lists, details, charts and searches of the console. */
async function consoleOperations({ deployment: { owner }, merchants }: DataSet): Promise<Operation[]> {
  const idsOf = async (table: string): Promise<Variables> => {
    const text = `select merchant_id as "merchantId", id from ${table} order by id desc limit $1`
    return (await owner.query(text, [SAMPLES])).rows
  }
  const { rows: charges } = await owner.query<Charge>(CHARGES, [SAMPLES])
  const { rows: ends } = await owner.query<{ oldest: Date }>('select min(created_at) as oldest from charge')
  const oldest = ends[0]?.oldest ?? new Date(0)
  const ids = merchants.map(({ id }) => id)
  const merchantId = ids[0]
  const byMerchant = each('merchantId', ids.slice(0, SAMPLES))
  const endpoints = await idsOf('webhook_endpoint')
  const now = systemClock.now()
  const before = (days: number) => plusMs(now, -days * DAY_MS)
  const span = (days: number) => ({ from: before(days), to: now, zone })
  const history = (step: string, days: number) =>
    endpoints.map(({ merchantId: of, id }) => ({ merchantId: of, endpointId: id, ...span(days), step }))
  const paid = { paidFrom: before(90), paidTo: now }
  const deliveries = [{}, { status: ['failed'] }, { eventType: 'charge.failed' }].map((one) => ({
    merchantId,
    ...one,
  }))
  return [
    ...chargeLists(charges, merchantId, oldest),
    ['charge', 'Charge', charges.map(({ id }) => ({ id }))],
    ['case', 'Case', await idsOf('financial_case')],
    ['payout', 'Payout', await idsOf('payout')],
    ['delivery', 'WebhookDelivery', await idsOf('webhook_delivery')],
    ['endpoint', 'WebhookEndpoint', endpoints],
    ['home', 'Home', [{ zone }]],
    ['balance', 'Balance', byMerchant],
    ['balance as of', 'BalanceAt', [1, 30, 200].map((days) => ({ merchantId, asOf: before(days) }))],
    ['balance of 90 days', 'BalanceHistory', [{ merchantId, ...span(90) }]],
    ['statement', 'Statement', filtered({ merchantId }, { merchantId, from: oldest })],
    ['payouts', 'Payouts', page({}, { merchantId, state: ['paid'] })],
    ['payouts of 90 days, and their count', 'Payouts', page({ ...paid, count: true })],
    ['payouts by the day', 'PayoutHistory', each('merchantId', [null, merchantId], span(30))],
    ['cases', 'Cases', page({}, { kind: ['dispute'], status: ['open'] }, { merchantId, kind: ['refund'] })],
    ['merchants', 'MerchantList', [{}]],
    ['fleet', 'WebhookFleet', page({})],
    ['endpoints', 'WebhookEndpoints', byMerchant],
    ['deliveries', 'WebhookDeliveries', filtered(...deliveries)],
    ['endpoint by the hour', 'WebhookEndpointHistory', history('hour', 7)],
    ['endpoint by the day', 'WebhookEndpointHistory', history('day', 90)],
    ...searches(charges),
  ]
}

function chargeLists(charges: Charge[], merchantId: string | undefined, oldest: Date): Operation[] {
  const payers = Array.from({ length: SAMPLES }, (_, n) => payerOf(n * 31 * 13))
  const days = (after: number, count = 1) => {
    const createdFrom = plusMs(oldest, after * DAY_MS)
    return { createdFrom, createdTo: plusMs(createdFrom, count * DAY_MS) }
  }
  const refunded = ['refunded', 'partially_refunded']
  const closed = { status: ['expired', 'cancelled'], merchantId }
  const exact = charges.map(({ cents }) => ({ amountFromCents: cents, amountToCents: cents }))
  const lists: [name: string, filters: Variables][] = [
    ['all', [{}]],
    ['one merchant', [{ merchantId }]],
    ['status', [...each('status', [['paid'], ['pending'], ['failed'], refunded]), closed]],
    ['status of none', [{ status: ['created'] }]],
    ['dates', [days(10), { ...days(1), merchantId }]],
    [
      'amount range',
      [
        { amountFromCents: '10000', amountToCents: '20000' },
        ...exact,
        ...exact.map((amounts, n) => ({ ...amounts, merchantId: charges[n]?.merchantId })),
      ],
    ],
    ['amount of none', [{ amountFromCents: '9000000' }, { amountToCents: '1' }]],
    ['order reference', charges.map(({ reference }) => ({ orderReference: reference }))],
    ['end-to-end id', charges.map(({ endToEndId }) => ({ q: endToEndId }))],
    ['document', payers.map(({ document }) => ({ q: document }))],
    ['name', payers.map(({ name }) => ({ q: name }))],
    ['common name', each('q', ['silva', 'SOUZA', 'conceição', 'mari', 'ana', 's'])],
    ['name of none', each('q', ['zzyzx', 'Ana Zzyzx'])],
    [
      'name, status and dates',
      [
        { q: 'silva', status: ['expired'], ...days(30, 90) },
        { q: 'ana', status: refunded },
      ],
    ],
  ]
  const counted = [{}, { status: ['paid'] }, { merchantId, q: 'silva' }]
  return [
    ...lists.map(([name, filters]): Operation => [`charges: ${name}`, 'Charges', filtered(...filters)]),
    ['charges: counted', 'Charges', counted.map((filter) => ({ filter, first: 1, count: true }))],
  ]
}

/** Returns the searches of the search palette, over all records of all merchants. */
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
