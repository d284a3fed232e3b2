import { z } from 'zod'
import type { Bench, Case } from '../bench.ts'
import type { Request } from '../load/jobs.ts'
import { row, type Row } from '../table.ts'
import { loadUpTo, SMALL } from './large-data.ts'

const CONNECTIONS = 4
const PAGE = 50

const Page = z.object({ items: z.array(z.object({}).loose()), next_cursor: z.string().nullable() })

/** What is read, with the merchant that has half of all charges. */
async function requestsOf({ stand, merchants }: Bench): Promise<Record<string, Request>> {
  const headers = { authorization: `Bearer ${merchants.large[0]?.apiKey}` }
  const charges = '/v1/pix/charges?limit=50'
  const statement = '/v1/statement?limit=50&from=2000-01-01T00:00:00Z'
  const get = async (path: string) =>
    Page.parse(await (await fetch(`${stand.origin}${path}`, { headers })).json())
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

async function readAll(bench: Bench) {
  const { stand } = bench
  const requests = Object.entries(await requestsOf(bench))
  const results = []
  for (const [name, request] of requests) {
    const run = { connections: CONNECTIONS, seconds: Math.max(1, bench.seconds / 2) }
    const job = { kind: 'requests' as const, ...run, origin: stand.origin, requests: [request] }
    results.push({ name, ...(await stand.load.run(job)) })
  }
  return results
}

/** Judged by the ratio of medians: at the large data set to at the small one. */
export const readCase: Case = {
  name: 'read',
  roles: ['api'],
  async run(bench): Promise<Row[]> {
    await loadUpTo(bench, SMALL)
    await readAll(bench)
    const small = await readAll(bench)
    await loadUpTo(bench, bench.charges)
    await readAll(bench)
    const large = await readAll(bench)
    return large.map(({ name, count, seconds, p50Ms, p95Ms, p99Ms }, index) => {
      const before = small[index]?.p50Ms ?? 0
      const note = `p50 ${before.toFixed(1)} ms at ${SMALL}`
      const judged = { measure: p50Ms / before, must: '<= 2', strive: '<= 1.2', note }
      return row({ name, rate: count / seconds, p50Ms, p95Ms, p99Ms, ...judged })
    })
  },
}
