import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { transaction, type Context } from '../../src/kernel/context.ts'
import { createStaff } from '../../src/staff/create-staff.ts'
import { cookieForm, writeCookie } from '../../src/staff/sessions/session-cookie.ts'
import { createSession, generateToken } from '../../src/staff/sessions/session.ts'
import { lockStaff } from '../../src/staff/staff.queries.ts'
import { findPaths } from '../../stack/paths.ts'
import { secondsOfEach, type Case } from '../bench.ts'
import { openDataSet } from '../data/data-set.ts'
import { sendRequests, type Request } from '../load/closed-loop.ts'
import { measureCost } from '../machine.ts'
import { row, type Row } from '../table.ts'
import { addConsoleData } from './console-data.ts'
import { consoleOperations, type Operation } from './console-operations.ts'

const PERSISTED = 'console/src/api/generated/persisted-documents.json'

/** Returns the GraphQL documents that the console sends, by operation name. */
export function consoleDocuments(): Map<string, string> {
  const file = join(findPaths('.').root, PERSISTED)
  const texts = Object.values(z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8'))))
  return new Map(texts.map((text) => [/\b(?:query|mutation) (\w+)/.exec(text)?.[1] ?? '', text]))
}

/**
 * Creates a session of a person with the role auditor, who may read everything. Returns the `Cookie` header for
 * requests in this session.
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

/** @throws Error if the operations leave out a query of the console. */
function assertComplete(documents: Map<string, string>, operations: readonly Operation[]): void {
  const measured = new Set(operations.map(([, document]) => document))
  const missing = Array.from(documents)
    .filter(([name, text]) => /\bquery /.test(text) && !measured.has(name))
    .map(([name]) => name)
  if (missing.length > 0)
    throw new Error(`bench: consoleOperations lacks the console's GraphQL queries ${missing.join(', ')}`)
}

/**
 * Measures the latency and the processor time of each console operation over HTTP. Sends the requests one after the
 * other in one session, as one person does.
 */
export const consoleCase: Case = async (bench) => {
  const data = await openDataSet(bench, bench.largeRows)
  await addConsoleData(data, bench.largeRows)
  const { origin } = data.deployment
  const cookie = await data.deployment.withContext((ctx) => consoleCookie(ctx, origin))
  const headers = { 'content-type': 'application/json', 'apollo-require-preflight': 'true', cookie }
  const documents = consoleDocuments()
  const operations = await consoleOperations(data)
  assertComplete(documents, operations)
  const how = { connections: 1, seconds: secondsOfEach(bench, operations.length) }
  const checked: [name: string, requests: Request[]][] = []
  for (const [name, document, variables] of operations) {
    const query = documents.get(document)
    if (query === undefined) throw new Error(`bench: the console has no GraphQL operation named ${document}`)
    if (variables.length === 0)
      throw new Error(`bench: the data set has no rows from which to take the variables of ${name}`)
    const requests = variables.map((given) => {
      return { path: '/graphql', headers, body: JSON.stringify({ query, variables: given }) }
    })
    // An empty response would make an operation look faster than it is. Only an operation whose name ends with `none`
    // must get an empty response.
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
      if (!result) throw new Error(`BUG: sendRequests returned no result for the operation ${name}`)
      return result
    })
    const goal = { measure: stats.p95Ms, unit: 'ms p95', must: '<= 100 ms', strive: '<= 30 ms' }
    rows.push(row({ name: `console ${name}`, ...stats, ...goal, cost }))
  }
  return rows
}
