import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { transaction, type Context } from '../../src/kernel/context.ts'
import { createStaff } from '../../src/staff/create-staff.ts'
import { cookieForm, writeCookie } from '../../src/staff/sessions/session-cookie.ts'
import { createSession, generateToken } from '../../src/staff/sessions/session.ts'
import { lockStaff } from '../../src/staff/staff.queries.ts'
import { findPaths } from '../../stack/paths.ts'
import type { Case } from '../bench.ts'
import { openDataSet } from '../data/data-set.ts'
import { sendRequests } from '../load/closed-loop.ts'
import { row, type Row } from '../table.ts'
import { consoleOperations } from './console-operations.ts'

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
