import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { findPaths } from '../../stack/paths.ts'
import type { Case } from '../bench.ts'
import { consoleCookie } from '../data/console-session.ts'
import { openDataSet } from '../data/data-set.ts'
import { sendRequests, type Request } from '../load/requests.ts'
import { row, type Row } from '../table.ts'
import { consoleOperations, type Operation } from './console-operations.ts'

const PERSISTED = 'console/src/api/generated/persisted-documents.json'

/** Returns the documents that the console sends, by operation name. */
function consoleDocuments(): Map<string, string> {
  const file = join(findPaths('.').root, PERSISTED)
  const texts = Object.values(z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8'))))
  return new Map(texts.map((text) => [/\b(?:query|mutation) (\w+)/.exec(text)?.[1] ?? '', text]))
}

function requestsOf(
  { name, document, variables }: Operation,
  query: string | undefined,
  cookie: string,
): Request[] {
  if (query === undefined) throw new Error(`bench: the console has no operation ${document}`)
  if (variables.length === 0)
    throw new Error(`bench: ${name} has no variables; the data set has no matching rows`)
  const headers = { 'content-type': 'application/json', 'apollo-require-preflight': 'true', cookie }
  return variables.map((given) => ({
    path: '/graphql',
    headers,
    body: JSON.stringify({ query, variables: given }),
  }))
}

const EMPTY = /"(?:nodes|search)":\[\]|^\{"data":\{"\w+":null\}\}/

/**
 * Sends each request once and checks the response, because a query that finds nothing is fast.
 * @throws Error when a response is unexpectedly empty or not empty, or has errors.
 */
async function checkAnswers(origin: string, operation: Operation, requests: Request[]): Promise<void> {
  for (const { path, headers, body = '' } of requests) {
    const text = await (await fetch(`${origin}${path}`, { method: 'POST', headers, body })).text()
    const isWrong = EMPTY.test(text) !== operation.findsNothing || text.includes('"errors":[')
    if (isWrong)
      throw new Error(`bench: ${operation.name}: unexpected response to ${body}: ${text.slice(0, 500)}`)
  }
}

/** Measures the operations of the console over HTTP, in one session, one after the other as one person sends them. */
export const consoleCase: Case = {
  name: 'console',
  async run(bench) {
    const data = await openDataSet(bench, bench.largeRows)
    const { origin } = data.deployment
    const cookie = await data.deployment.withContext((ctx) => consoleCookie(ctx, origin))
    const documents = consoleDocuments()
    const rows: Row[] = []
    for (const operation of await consoleOperations(data)) {
      const requests = requestsOf(operation, documents.get(operation.document), cookie)
      await checkAnswers(origin, operation, requests)
      const run = { connections: 1, seconds: Math.max(1, bench.seconds / 5) }
      const [stats] = await sendRequests([{ origin, requests }], run)
      if (!stats) throw new Error('BUG: sendRequests returned no result')
      const goal = { measure: stats.p95Ms, unit: 'ms p95', must: '<= 100 ms', strive: '<= 30 ms' }
      rows.push(row({ name: `console ${operation.name}`, ...stats, ...goal }))
    }
    return rows
  },
}
