import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { eventually } from '../testing/eventually.ts'
import { aChargeBody, aPaidCharge, anIdempotencyKey, createCharge } from '../testing/fixtures/charges.ts'
import { logInto } from '../testing/fakes/fake-pix-provider.ts'
import { RestClient, type RestAnswer } from '../testing/clients/rest-client.ts'
import { World } from '../testing/world.ts'
import { errorResponse } from './errors.ts'

let world: World
const lines: string[] = []
beforeAll(async () => {
  world = await World.start({ log: logInto(lines) })
})
afterAll(() => world.stop())

const Line = z.looseObject({
  correlation_id: z.string().optional(),
  level: z.number(),
  status: z.number().optional(),
})
const linesOf = (correlationId: string) =>
  lines.map((line) => Line.parse(JSON.parse(line))).filter((line) => line.correlation_id === correlationId)

const LIMIT_HEADERS = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']

type Send = () => Promise<RestAnswer<unknown>>
const post = (body: unknown, headers: Record<string, string> = { 'idempotency-key': anIdempotencyKey() }) =>
  world.rest.post<unknown>('/v1/pix/charges', body, headers)

test.each<[string, number, Send]>([
  ['a success', 200, () => world.rest.get('/v1/balance')],
  ['a creation', 201, () => post(aChargeBody())],
  ['a missing scope', 403, async () => (await world.restWith(['balance:read'])).get('/v1/pix/charges')],
  ['a missing resource', 404, () => world.rest.get('/v1/pix/charges/nothing')],
  [
    'a conflict',
    409,
    async () => post(aChargeBody({ order_reference: (await createCharge(world.rest)).body.order_reference })),
  ],
  ['a too large body', 413, () => post('x'.repeat(70_000))],
  ['an invalid body', 422, () => post({})],
  ['an invalid query', 422, () => world.rest.get('/v1/pix/charges?limit=0')],
])(
  'a response for %s (%i) has its correlation id in the header and the log, and has rate limit headers',
  async (_, status, send) => {
    const answer = await send()
    expect(answer.status).toBe(status)
    const id = answer.headers.get('x-correlation-id') ?? ''
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(linesOf(id)).toMatchObject([{ status, merchant_id: world.merchantId }])
    for (const name of LIMIT_HEADERS) expect(answer.headers.get(name)).toMatch(/^\d+$/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const refused = { error: { correlation_id: id } }
    expect(status >= 400 ? answer.body : refused).toMatchObject(refused)
  },
)

test.each<[string, number, Send]>([
  ['an unknown route', 404, () => world.rest.get('/v1/nothing')],
  ['a wrong method', 405, () => world.rest.delete('/v1/balance')],
  ['a missing API key', 401, () => new RestClient(world.baseUrl, undefined).get('/v1/balance')],
])('a response for %s (%i) has a correlation id and no rate limit headers', async (_, status, send) => {
  const answer = await send()
  expect(answer.status).toBe(status)
  const id = answer.headers.get('x-correlation-id') ?? ''
  expect(answer.body).toMatchObject({ error: { correlation_id: id } })
  expect(linesOf(id)).toMatchObject([{ status }])
  expect(LIMIT_HEADERS.map((name) => answer.headers.get(name))).toEqual([null, null, null])
})

test.each(['/healthz', '/readyz', '/docs', '/v1/openapi.json', '/anything'])(
  'a response from %s has a correlation id',
  async (path) => {
    const answer = await fetch(world.baseUrl + path)
    expect(answer.headers.get('x-correlation-id')).toMatch(/^[0-9a-f-]{36}$/)
    await answer.text()
  },
)

test.each([
  ['another scheme', (key: string) => `Basic ${key}`],
  ['a token scheme', (key: string) => `Token ${key}`],
  ['no scheme', (key: string) => key],
  ['two API keys', (key: string) => `Bearer ${key}, Bearer ${key}`],
  ['an API key in quotes', (key: string) => `Bearer "${key}"`],
])('an Authorization header with %s is refused with 401 and WWW-Authenticate: Bearer', async (_, header) => {
  const rest = new RestClient(world.baseUrl, undefined)
  const answer = await rest.get('/v1/balance', { authorization: header(world.key) })
  expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthorized'])
  expect(answer.headers.get('www-authenticate')).toBe('Bearer')
})

test('the scheme Bearer is accepted in any letter case', async () => {
  const rest = new RestClient(world.baseUrl, undefined)
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    expect((await rest.get('/v1/balance', { authorization: `${scheme} ${world.key}` })).status).toBe(200)
  }
})

test("a payer's e-mail, phone and CPF are never stored or logged in plain text", async () => {
  const payer = {
    name: 'Zenaide Quitéria Xavier',
    document: '98765432100',
    email: 'zenaide.quiteria@exemplo.com.br',
    phone: '+5521912345678',
  }
  const paid = await aPaidCharge(world, { payer, description: 'Cadeira' })
  world.network.setFault({ on: 'cob', mode: 'http_500', count: 1 })
  await createCharge(world.rest, { payer })
  await post(aChargeBody({ payer: { ...payer, document: '1' } }))
  await post(aChargeBody({ payer, order_reference: paid.order_reference }))
  world.network.setFault({ on: 'cob', mode: 'refuse', count: 1 })
  await post(aChargeBody({ payer }))
  await world.rest.get(`/v1/pix/charges?q=${payer.document}`)
  await world.rest.get(`/v1/pix/charges?q=${encodeURIComponent(payer.email)}`)

  const secret = [payer.email, 'zenaide.quiteria', payer.phone, '21912345678', payer.document]
  const rows = await everyRow()
  expect(rows.filter((row) => row.includes('Zenaide')).length).toBeGreaterThan(0)
  const everything = [...rows, ...lines]
  const occurrences = (word: string) =>
    everything.filter((text) => text.includes(word) || text.includes(hexOf(word)))
  expect(secret.filter((word) => occurrences(word).length > 0)).toEqual([])
  expect(lines.filter((line) => line.includes('Zenaide') || line.includes(world.key))).toEqual([])
})

const hexOf = (text: string): string => Buffer.from(text).toString('hex')

/** Returns every row of every table as text, as the superuser sees it. */
async function everyRow(): Promise<string[]> {
  const client = new Client({ connectionString: world.database.superuserUrl })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const texts: string[] = []
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
      texts.push(...rows.map(({ row }) => row))
    }
    return texts
  } finally {
    await client.end()
  }
}

test('an unreachable database is answered with 503, and requests succeed again when the database is reachable', async () => {
  const fragile = await World.start({ log: logInto([]) })
  const superuser = new Client({ connectionString: fragile.database.superuserUrl })
  await superuser.connect()
  const limitTo = (connections: number) =>
    superuser.query(`do $$ begin
      execute format('alter database %I connection limit ${connections}', current_database());
      perform pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid();
    end $$`)
  try {
    expect((await fragile.rest.get('/v1/balance')).status).toBe(200)
    await limitTo(0)
    for (let n = 0; n < 3; n++) {
      const away = await fragile.rest.get('/v1/balance')
      expect(away).toMatchObject({
        status: 503,
        body: { error: { code: 'service_unavailable', details: {} } },
      })
      expect(away.headers.get('retry-after')).toBe('1')
    }
    await limitTo(-1)
    await eventually(async () => expect((await fragile.rest.get('/v1/balance')).status).toBe(200))
  } finally {
    await superuser.end()
    await fragile.stop()
  }
})

test('an unexpected error is an internal_error, not a service_unavailable', () => {
  expect(errorResponse(new Error('any'), 'c').body.error.code).toBe('internal_error')
})
