import { z } from 'zod'
import { secondsOfEach, type Case } from '../bench.ts'
import { ensureDataSet, openDataSet, SMALL, type DataSet } from '../data/data-set.ts'
import { sendRequests, type Request } from '../load/closed-loop.ts'
import { payerOf } from '../payers.ts'
import { row, type Row } from '../table.ts'

/** The bound on the load time applies only to a data set of at least this many charges. */
const GOAL_CHARGES = 1_000_000
const DEEP_PAGES = { from: 40, to: 50 }
const IDS_PER_MERCHANT = 50

/**
 * Measures how long the large data set takes to load. If an earlier run has loaded it, returns the time of that run.
 */
export const load: Case = async (bench) => {
  const { loadSeconds, isFresh } = await ensureDataSet(bench, bench.largeRows)
  const goal = bench.largeRows < GOAL_CHARGES ? {} : { must: '<= 600 s' }
  const note = `${bench.largeRows} charges${isFresh ? '' : ', loaded by an earlier run'}`
  return [row({ name: 'load', measure: loadSeconds, unit: 's', note, ...goal })]
}

const get = (path: string, apiKey: string): Request => ({
  path,
  headers: { authorization: `Bearer ${apiKey}` },
})

const Page = z.object({ next_cursor: z.string() })

/** Returns requests for the pages 40 to 50 of a list of the first merchant. */
async function deepPages({ deployment, firstKey }: DataSet, path: string): Promise<Request[]> {
  const pages = [get(path, firstKey)]
  for (let last = pages[0]; last && pages.length < DEEP_PAGES.to; last = pages.at(-1)) {
    const answer = await fetch(`${deployment.origin}${last.path}`, last)
    pages.push(get(`${path}&cursor=${Page.parse(await answer.json()).next_cursor}`, firstKey))
  }
  return pages.slice(DEEP_PAGES.from - 1)
}

const CHARGES = `
  select c.id, m.key from unnest($1::uuid[], $2::text[]) as m (id, key) cross join lateral (
    select id from charge where merchant_id = m.id order by md5(id::text) limit $3) c order by md5(c.id::text)`

/**
 * Returns the requests of each kind of read. The requests read different charges, merchants and pages. The first
 * merchant has half of all charges.
 */
async function readsOf(data: DataSet): Promise<Record<string, Request[]>> {
  const { deployment, merchants } = data
  const charges = '/v1/pix/charges?limit=50'
  const statement = '/v1/statement?limit=50&from=2000-01-01T00:00:00Z'
  const ofAllMerchants = (path: string) => merchants.map(({ apiKey }) => get(path, apiKey))
  const ids = [merchants.map(({ id }) => id), merchants.map(({ apiKey }) => apiKey), IDS_PER_MERCHANT]
  const { rows } = await deployment.owner.query<{ id: string; key: string }>(CHARGES, ids)
  return {
    'read charge': rows.map(({ id, key }) => get(`/v1/pix/charges/${id}`, key)),
    'read balance': ofAllMerchants('/v1/balance'),
    'read charges, page 1': ofAllMerchants(charges),
    'read charges, pages 40 to 50': await deepPages(data, charges),
    'read statement, page 1': ofAllMerchants(statement),
    'read statement, pages 40 to 50': await deepPages(data, statement),
  }
}

/**
 * Sends requests to the small and the large data set alternately. The result of an operation is the ratio of its two
 * median latencies.
 */
export const read: Case = async (bench) => {
  const sets = [await openDataSet(bench, SMALL), await openDataSet(bench, bench.largeRows)]
  const reads = await Promise.all(sets.map(readsOf))
  const names = Object.keys(reads[0] ?? {})
  const seconds = secondsOfEach(bench, names.length)
  const rows: Row[] = []
  for (const name of names) {
    const groups = sets.map(({ deployment: { origin } }, n) => ({ origin, requests: reads[n]?.[name] ?? [] }))
    const [small, large] = await sendRequests(groups, { connections: 4, seconds })
    if (!small || !large)
      throw new Error('BUG: sendRequests returned no result for the small or the large data set')
    const note = `p50 ${small.p50Ms.toFixed(1)}, p95 ${small.p95Ms.toFixed(1)} ms at ${SMALL}`
    const goal = { measure: large.p50Ms / small.p50Ms, unit: `x ${SMALL}`, must: '<= 2', strive: '<= 1.2' }
    rows.push(row({ name, ...large, ...goal, note }))
  }
  return rows
}

const PAID = `
  select id, order_reference as reference, end_to_end_id as "endToEndId" from charge
  where merchant_id = $1 and status = 'paid' order by md5(id::text) limit 50`

/** Returns search texts for the parameter `q`, by kind, such as order reference, txid or name. */
async function formsOf({ deployment, merchants }: DataSet): Promise<Record<string, string[]>> {
  const found = await deployment.owner.query<Record<'id' | 'reference' | 'endToEndId', string>>(PAID, [
    merchants[0]?.id,
  ])
  const payers = Array.from({ length: 50 }, (_, n) => payerOf(n * 31 * 13))
  return {
    order: found.rows.map(({ reference }) => reference),
    id: found.rows.map(({ id }) => id),
    txid: found.rows.map(({ id }) => id.replaceAll('-', '')),
    'end-to-end id': found.rows.map(({ endToEndId }) => endToEndId),
    document: payers.map(({ document }) => document),
    'whole name': payers.map(({ name }) => name),
    'common name': ['silva', 'SOUZA', 'conceição', 'mari', 'ana', 's'],
    'nothing there': ['zzyzx', 'pedido-que-nao-existe', '00000000191'],
  }
}

/** Measures each kind of search text separately, for the merchant that has half of all charges. */
export const search: Case = async (bench) => {
  const data = await openDataSet(bench, bench.largeRows)
  const forms = Object.entries(await formsOf(data))
  const how = { connections: 1, seconds: secondsOfEach(bench, forms.length) }
  const rows: Row[] = []
  for (const [name, texts] of forms) {
    const requests = texts.map((q) => get(`/v1/pix/charges?q=${encodeURIComponent(q)}`, data.firstKey))
    const [stats] = await sendRequests([{ origin: data.deployment.origin, requests }], how)
    if (!stats) throw new Error(`BUG: sendRequests returned no result for the search by ${name}`)
    const goal = { measure: stats.p99Ms, unit: 'ms p99', must: '<= 50 ms', strive: '<= 10 ms' }
    rows.push(row({ name: `search ${name}`, ...stats, ...goal }))
  }
  return rows
}
