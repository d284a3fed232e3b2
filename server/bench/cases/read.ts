import { z } from 'zod'
import type { Bench, Case } from '../bench.ts'
import { openDataSet, SMALL, type DataSet } from '../data/data-set.ts'
import { sendRequests, type Request } from '../load/requests.ts'
import { row, type Row } from '../table.ts'

const CONNECTIONS = 4
const DEEP_PAGES = { from: 40, to: 50 }
const IDS_PER_MERCHANT = 50

const Page = z.object({ next_cursor: z.string().nullable() })

const headersOf = (apiKey: string) => ({ authorization: `Bearer ${apiKey}` })

/** Returns reads of many charges, merchants and pages. The first merchant has half of all charges. */
async function requestsOf({ deployment, merchants }: DataSet): Promise<Record<string, Request[]>> {
  const headers = headersOf(merchants[0]?.apiKey ?? '')
  const charges = '/v1/pix/charges?limit=50'
  const statement = '/v1/statement?limit=50&from=2000-01-01T00:00:00Z'
  const forAllMerchants = (path: string) =>
    merchants.map(({ apiKey }) => ({ path, headers: headersOf(apiKey) }))
  const deep = async (path: string): Promise<Request[]> => {
    const found: Request[] = []
    let next = path
    for (let page = 1; page <= DEEP_PAGES.to; page++) {
      if (page >= DEEP_PAGES.from) found.push({ path: next, headers })
      const answer = Page.parse(await (await fetch(`${deployment.origin}${next}`, { headers })).json())
      if (answer.next_cursor === null) throw new Error(`bench: ${path} has only ${page} pages`)
      next = `${path}&cursor=${answer.next_cursor}`
    }
    return found
  }
  const { rows } = await deployment.owner.query<{ id: string; merchant_id: string }>(
    `select c.id, m.id as merchant_id from unnest($1::uuid[]) as m (id) cross join lateral (
       select id from charge where merchant_id = m.id order by md5(id::text) limit $2) c order by md5(c.id::text)`,
    [merchants.map(({ id }) => id), IDS_PER_MERCHANT],
  )
  const keys = new Map(merchants.map(({ id, apiKey }) => [id, apiKey]))
  return {
    'read charge': rows.map(({ id, merchant_id: of }) => ({
      path: `/v1/pix/charges/${id}`,
      headers: headersOf(keys.get(of) ?? ''),
    })),
    'read balance': forAllMerchants('/v1/balance'),
    'read charges, page 1': forAllMerchants(charges),
    'read charges, pages 40 to 50': await deep(charges),
    'read statement, page 1': forAllMerchants(statement),
    'read statement, pages 40 to 50': await deep(statement),
  }
}

async function measure(
  bench: Bench,
  name: string,
  sets: { data: DataSet; requests: Request[] }[],
): Promise<Row> {
  const groups = sets.map(({ data, requests }) => ({ origin: data.deployment.origin, requests }))
  const [small, large] = await sendRequests(groups, { connections: CONNECTIONS, seconds: bench.seconds })
  if (!small || !large) throw new Error('BUG: sendRequests did not return two results')
  const note = `p50 ${small.p50Ms.toFixed(1)}, p95 ${small.p95Ms.toFixed(1)} ms at ${SMALL}`
  const goal = { measure: large.p50Ms / small.p50Ms, unit: `x ${SMALL}`, must: '<= 2', strive: '<= 1.2' }
  return row({ name, ...large, ...goal, note })
}

/** Sends requests to the small and the large data set alternately. The measure is the ratio of the medians. */
export const readCase: Case = {
  name: 'read',
  async run(bench) {
    const [small, large] = [await openDataSet(bench, SMALL), await openDataSet(bench, bench.largeRows)]
    const [ofSmall, ofLarge] = [await requestsOf(small), await requestsOf(large)]
    const rows: Row[] = []
    for (const [name, requests] of Object.entries(ofLarge)) {
      const sets = [
        { data: small, requests: ofSmall[name] ?? [] },
        { data: large, requests },
      ]
      rows.push(await measure(bench, name, sets))
    }
    return rows
  },
}
