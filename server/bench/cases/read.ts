import { z } from 'zod'
import type { Bench, Case } from '../bench.ts'
import type { Request } from '../load/jobs.ts'
import { row, type Row } from '../table.ts'
import { openDataSet, SMALL, type DataSet } from '../data/data-set.ts'

const CONNECTIONS = 4
const PAGE = 50

const Page = z.object({ items: z.array(z.object({}).loose()), next_cursor: z.string().nullable() })

/** What is read, with the merchant that has half of all charges. */
async function requestsOf({ origin, merchants }: DataSet): Promise<Record<string, Request>> {
  const headers = { authorization: `Bearer ${merchants[0]?.apiKey}` }
  const charges = '/v1/pix/charges?limit=50'
  const statement = '/v1/statement?limit=50&from=2000-01-01T00:00:00Z'
  const get = async (path: string) => Page.parse(await (await fetch(`${origin}${path}`, { headers })).json())
  const deep = async (path: string): Promise<string> => {
    let cursor: string | null = null
    for (let page = 1; page < PAGE; page++) {
      const answer: z.infer<typeof Page> = await get(cursor === null ? path : `${path}&cursor=${cursor}`)
      cursor = answer.next_cursor
    }
    if (cursor === null) throw new Error(`bench: ${path} has no page ${PAGE}`)
    return `${path}&cursor=${cursor}`
  }
  const [first] = (await get(charges)).items
  return {
    'read charge': { path: `/v1/pix/charges/${String(first?.['id'])}`, headers },
    'read balance': { path: '/v1/balance', headers },
    'read charges, page 1': { path: charges, headers },
    'read charges, page 50': { path: await deep(charges), headers },
    'read statement, page 1': { path: statement, headers },
    'read statement, page 50': { path: await deep(statement), headers },
  }
}

/** Rounds of either size, one after the other, so that both have the same neighbours. */
const ROUNDS = 3

interface Reader {
  data: DataSet
  requests: Record<string, Request>
}

async function readerOf(bench: Bench, charges: number): Promise<Reader> {
  const data = await openDataSet(bench, charges)
  return { data, requests: await requestsOf(data) }
}

async function read({ stand, seconds }: Bench, { data, requests }: Reader, name: string) {
  const run = { connections: CONNECTIONS, seconds: Math.max(0.7, seconds / ROUNDS / 2) }
  const request = requests[name]
  if (!request) throw new Error(`bench: nothing to ${name}`)
  return await stand.load.run({ kind: 'requests', ...run, origin: data.origin, requests: [request] })
}

const best = (times: number[]): number => Math.min(...times)

/** Judged by the ratio of medians, each the best of its rounds: at the large data set to at the small one. */
export const readCase: Case = {
  name: 'read',
  roles: [],
  async run(bench): Promise<Row[]> {
    const small = await readerOf(bench, SMALL)
    const large = await readerOf(bench, bench.charges)
    const rows: Row[] = []
    for (const name of Object.keys(large.requests)) {
      const before = []
      const after = []
      for (let round = 0; round <= ROUNDS; round++) {
        before.push(await read(bench, small, name))
        after.push(await read(bench, large, name))
      }
      // The first round compiles what is hot.
      const [smallMs, p50Ms] = [before, after].map((runs) => best(runs.slice(1).map((run) => run.p50Ms)))
      const [p95Ms, p99Ms] = [best(after.map((run) => run.p95Ms)), best(after.map((run) => run.p99Ms))]
      const note = `p50 ${(smallMs ?? 0).toFixed(1)} ms at ${SMALL}`
      const judged = { measure: (p50Ms ?? 0) / (smallMs ?? 1), must: '<= 2', strive: '<= 1.2', note }
      rows.push(row({ name, p50Ms: p50Ms ?? null, p95Ms, p99Ms, ...judged }))
    }
    return rows
  },
}
