import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { findPlaces } from '../../stack/places.ts'
import type { Bench, Case } from '../bench.ts'
import { consoleCookie } from '../data/console-session.ts'
import { openDataSet, type DataSet } from '../data/data-set.ts'
import type { Request } from '../load/jobs.ts'
import { withContext } from '../service-context.ts'
import { row, type Row } from '../table.ts'
import type { Operation } from './console-operation.ts'
import { consoleOperations } from './console-operations.ts'

const PERSISTED = 'console/src/api/generated/persisted-documents.json'

/** The texts that the console's own code sends, by the name of the operation. */
function consoleDocuments(): Map<string, string> {
  const file = join(findPlaces('.').root, PERSISTED)
  const texts = Object.values(z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8'))))
  return new Map(texts.map((text) => [/\b(?:query|mutation) (\w+)/.exec(text)?.[1] ?? '', text]))
}

function requestsOf(operation: Operation, documents: Map<string, string>, cookie: string): Request[] {
  const query = documents.get(operation.document)
  if (query === undefined) throw new Error(`bench: the console has no operation ${operation.document}`)
  if (operation.variables.length === 0) throw new Error(`bench: nothing to ask of ${operation.name}`)
  const headers = { 'content-type': 'application/json', 'apollo-require-preflight': 'true', cookie }
  return operation.variables.map((variables) => ({
    path: '/graphql',
    headers,
    body: JSON.stringify({ query, variables }),
  }))
}

const EMPTY = /"(?:nodes|search)":\[\]|^\{"data":\{"\w+":null\}\}/

/** A fast answer with nothing in it would prove nothing. */
async function findsWhatItShould(origin: string, operation: Operation, requests: Request[]): Promise<void> {
  for (const { path, headers, body = '' } of requests) {
    const text = await (await fetch(`${origin}${path}`, { method: 'POST', headers, body })).text()
    const isWrong = EMPTY.test(text) !== (operation.findsNothing ?? false) || text.includes('"errors":[')
    if (isWrong) throw new Error(`bench: ${operation.name} of ${body} found ${text.slice(0, 500)}`)
  }
}

async function measure(bench: Bench, data: DataSet, operation: Operation, requests: Request[]): Promise<Row> {
  const run = { connections: 1, seconds: Math.max(1, bench.seconds / 5) }
  const { stand } = bench
  const job = { kind: 'requests' as const, ...run, origin: data.origin, requests }
  const { count, seconds, p50Ms, p95Ms, p99Ms } = await stand.load.run(job)
  const judged = { measure: p95Ms, must: '<= 100 ms', strive: '<= 30 ms' }
  return row({ name: `console ${operation.name}`, rate: count / seconds, p50Ms, p95Ms, p99Ms, ...judged })
}

/** What the console asks for, one after the other as one person does, by a signed-in session over HTTP. */
export const consoleCase: Case = {
  name: 'console',
  roles: [],
  async run(bench): Promise<Row[]> {
    const data = await openDataSet(bench, bench.charges)
    const cookie = await withContext(data.settings, (ctx) => consoleCookie(ctx, data.origin))
    const documents = consoleDocuments()
    const rows: Row[] = []
    for (const operation of await consoleOperations(data)) {
      const requests = requestsOf(operation, documents, cookie)
      await findsWhatItShould(data.origin, operation, requests)
      const measured = await measure(bench, data, operation, requests)
      bench.say(`  ${measured.name}: p95 ${measured.p95Ms?.toFixed(1)} ms`)
      rows.push(measured)
    }
    return rows
  },
}
