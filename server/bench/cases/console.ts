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
import { secondsOfEach, type Case } from '../bench.ts'
import { openDataSet, type DataSet } from '../data/data-set.ts'
import { sendRequests, type Request } from '../load/closed-loop.ts'
import { measureCost } from '../machine.ts'
import { payerOf } from '../payers.ts'
import { row, type Row } from '../table.ts'

const PERSISTED = 'console/src/api/generated/persisted-documents.json'

/** Returns the GraphQL documents that the console sends, by operation name. */
export function consoleDocuments(): Map<string, string> {
  const file = join(findPaths('.').root, PERSISTED)
  const texts = Object.values(z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8'))))
  return new Map(texts.map((text) => [/\b(?:query|mutation) (\w+)/.exec(text)?.[1] ?? '', text]))
}

/**
 * Creates a session of a person with the role auditor, who may read everything. Returns the `Cookie` header of its
 * requests.
 */
export async function consoleCookie(ctx: Context, publicUrl: string): Promise<string> {
  const email = `bench-${ctx.ids.uuid(ctx.clock.now())}@exemplo.com.br`
  const { staff } = await createStaff(ctx, { email, name: 'Bench', role: 'auditor' })
  const token = generateToken(ctx.ids)
  const session = { ip: null, userAgent: null, method: 'local', stepUpAt: null } as const
  await transaction(ctx, async (tx) => createSession(tx, await lockStaff(tx, staff.id), token, session))
  return writeCookie(cookieForm(publicUrl), token, 0).split(';', 1)[0] ?? ''
}

const EMPTY = /"(?:nodes|search)":\[\]|^\{"data":\{"\w+":null\}\}/

/**
 * Measures the latency and the processor time of each console operation over HTTP. Sends the requests one after the
 * other in one session, as one person does.
 */
export const consoleCase: Case = async (bench) => {
  const data = await openDataSet(bench, bench.largeRows)
  const { origin } = data.deployment
  const cookie = await data.deployment.withContext((ctx) => consoleCookie(ctx, origin))
  const headers = { 'content-type': 'application/json', 'apollo-require-preflight': 'true', cookie }
  const documents = consoleDocuments()
  const operations = await consoleOperations(data)
  const how = { connections: 1, seconds: secondsOfEach(bench, operations.length) }
  const checked: [name: string, requests: Request[]][] = []
  for (const [name, document, variables] of operations) {
    const query = documents.get(document)
    if (query === undefined) throw new Error(`bench: the console has no operation ${document}`)
    if (variables.length === 0)
      throw new Error(`bench: the data set has no rows from which to take the variables of ${name}`)
    const requests = variables.map((given) => {
      return { path: '/graphql', headers, body: JSON.stringify({ query, variables: given }) }
    })
    // A query without results is fast, so only an operation whose name ends with `none` may get an empty response.
    for (const { path, body } of requests) {
      const text = await (await fetch(`${origin}${path}`, { method: 'POST', headers, body })).text()
      if (EMPTY.test(text) !== name.endsWith('none') || text.includes('"errors":['))
        throw new Error(`bench: ${name}: unexpected response to ${body}: ${text.slice(0, 500)}`)
    }
    checked.push([name, requests])
  }
  // There is no separate warm-up, because the requests above have warmed the server up.
  const rows: Row[] = []
  for (const [name, requests] of checked) {
    const { cost, ...stats } = await measureCost(data.deployment, async () => {
      const [result] = await sendRequests([{ origin, requests }], how)
      if (!result) throw new Error('BUG: sendRequests returned no result')
      return result
    })
    const goal = { measure: stats.p95Ms, unit: 'ms p95', must: '<= 100 ms', strive: '<= 30 ms' }
    rows.push(row({ name: `console ${name}`, ...stats, ...goal, cost }))
  }
  return rows
}

type Variables = Record<string, unknown>[]

/**
 * A name, a GraphQL operation of the console, and several sets of variables. The variables differ, so that caches
 * cannot answer every request. An operation whose name ends with `none` must find nothing.
 */
type Operation = [name: string, document: string, variables: Variables]

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
const each = (name: string, values: readonly unknown[]): Variables =>
  values.map((value) => ({ [name]: value }))

/** Returns the main operations of each page: lists, details, charts and searches. */
async function consoleOperations({ deployment: { owner }, merchants }: DataSet): Promise<Operation[]> {
  const idsOf = async (table: string): Promise<Variables> => {
    const text = `select merchant_id as "merchantId", id from ${table} order by id desc limit $1`
    return (await owner.query(text, [SAMPLES])).rows
  }
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
    [
      'charge',
      'Charge',
      each(
        'id',
        charges.map(({ id }) => id),
      ),
    ],
    ['cases', 'Cases', [{ first: 50 }, { first: 50, merchantId }]],
    ['case', 'Case', await idsOf('financial_case')],
    ['payouts, counted', 'Payouts', [{ first: 50, paidFrom: before(90), paidTo: now, count: true }]],
    ['payouts of 90 days', 'PayoutHistory', [days, { ...days, merchantId }]],
    ['payout', 'Payout', await idsOf('payout')],
    ['home', 'Home', [{ zone }]],
    [
      'merchants',
      'MerchantList',
      filtered({}, { order: 'total' }, { asOf: before(30).toISOString(), order: 'total' }),
    ],
    ['balance', 'Balance', byMerchant],
    ['balance as of', 'BalanceAt', [1, 30, 200].map((ago) => ({ merchantId, asOf: before(ago) }))],
    ['balance of 90 days', 'BalanceHistory', [{ merchantId, ...days }]],
    ['statement', 'Statement', filtered({ merchantId })],
    ['fleet', 'WebhookFleet', [{ first: 50 }]],
    ['endpoints', 'WebhookEndpoints', byMerchant],
    ['endpoint', 'WebhookEndpoint', endpoints],
    ['endpoint of 90 days', 'WebhookEndpointHistory', ofEndpoints],
    ['deliveries', 'WebhookDeliveries', filtered({ merchantId }, { merchantId, status: ['failed'] })],
    ['delivery', 'WebhookDelivery', await idsOf('webhook_delivery')],
    ...searches(charges),
  ]
}

/** Returns operations that read the list of charges with each of its filters. */
function chargeLists(charges: Charge[], merchantId: string | undefined, createdFrom: Date): Operation[] {
  const payers = Array.from({ length: SAMPLES }, (_, n) => payerOf(n * 31 * 13))
  const dates = { createdFrom, createdTo: plusMs(createdFrom, DAY_MS) }
  const lists: [name: string, filters: Variables][] = [
    ['all', [{}]],
    ['one merchant', [{ merchantId }]],
    ['status', each('status', [['paid'], ['pending'], ['failed'], ['expired', 'cancelled']])],
    ['status of none', [{ status: ['created'] }]],
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
