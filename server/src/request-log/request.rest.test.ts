import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '../api-keys/create-api-key.ts'
import { plusMs, systemClock } from '../kernel/clock.ts'
import { sql } from '../kernel/database/sql.ts'
import { SCOPES } from '../kernel/scopes.ts'
import { itNeedsScope } from '../testing/suites/it-needs-scope.ts'
import { aChargeBody, anIdempotencyKey } from '../testing/fixtures/charges.ts'
import { RestClient, type ErrorBody, type RestAnswer } from '../testing/clients/rest-client.ts'
import { World } from '../testing/world.ts'
import { maintainRequestPartitions } from './maintain-request-partitions.ts'

interface Item {
  correlation_id: string
  started_at: string
  route: string
  status: number
}
interface Page {
  items: Item[]
  next_cursor: string | null
}

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

const idOf = (answer: RestAnswer<unknown>): string => answer.headers.get('x-correlation-id') ?? ''

/**
 * Stores all calls that were made so far, and returns those that match the query and that the key of `rest` may read.
 */
async function logged(rest: RestClient, query: string): Promise<Page> {
  await world.kit.requestLog.flush()
  const { status, body } = await rest.get<Page>(`/v1/requests?${query}`)
  expect(status).toBe(200)
  return body
}

const loggedCall = async (rest: RestClient, answer: RestAnswer<unknown>) =>
  (await logged(rest, `correlation_id=${idOf(answer)}`)).items

itNeedsScope(() => world, { method: 'get', path: '/v1/requests' }, 'any')

test('a call is logged with its route, status, code, reason, idempotency result and invalid fields', async () => {
  const body = aChargeBody()
  const headers = { 'idempotency-key': anIdempotencyKey() }
  const post = (sent: unknown) => world.rest.post('/v1/pix/charges', sent, headers)
  const call = { method: 'POST', route: '/v1/pix/charges', query_parameters: [], fields: [] }
  const first = await post(body)
  expect(await loggedCall(world.rest, first)).toEqual([
    {
      ...call,
      correlation_id: idOf(first),
      started_at: expect.stringMatching(/Z$/),
      status: 201,
      code: null,
      reason: null,
      duration_ms: expect.any(Number),
      idempotency: 'first',
    },
  ])
  expect(await loggedCall(world.rest, await post(body))).toMatchObject([
    { ...call, status: 200, code: null, idempotency: 'replayed' },
  ])
  expect(await loggedCall(world.rest, await post(aChargeBody()))).toMatchObject([
    { ...call, status: 409, code: 'idempotency_conflict', idempotency: 'conflict' },
  ])
  const { order_reference } = body
  const again = await world.rest.post('/v1/pix/charges', aChargeBody({ order_reference }), {
    'idempotency-key': anIdempotencyKey(),
  })
  expect(await loggedCall(world.rest, again)).toMatchObject([
    { ...call, status: 409, code: 'conflict', reason: 'order_reference_in_use', idempotency: null },
  ])
  const refused = await post(aChargeBody({ amount_cents: -1, payer: { name: 'Maria', document: '1' } }))
  expect(await loggedCall(world.rest, refused)).toMatchObject([
    {
      status: 422,
      code: 'validation_error',
      idempotency: null,
      fields: expect.arrayContaining([
        { path: 'amount_cents', code: 'out_of_range' },
        { path: 'payer.document', code: 'format' },
      ]),
    },
  ])
  const listed = await world.rest.get('/v1/pix/charges?limit=0&order_reference=a&limit=1')
  expect(await loggedCall(world.rest, listed)).toMatchObject([
    { route: '/v1/pix/charges', query_parameters: ['limit', 'order_reference'], status: 422 },
  ])
})

test('an API key can list only the calls that were made with it', async () => {
  const { key } = await createApiKey(world.context(), world.merchantId, { name: 'outra', scopes: SCOPES })
  const sameMerchant = new RestClient(world.baseUrl, key)
  const { rest: stranger } = await world.anotherMerchant()
  const answer = await world.rest.get('/v1/balance')
  expect(await loggedCall(sameMerchant, answer)).toEqual([])
  expect(await loggedCall(stranger, answer)).toEqual([])
  expect(await loggedCall(world.rest, answer)).toMatchObject([{ correlation_id: idOf(answer) }])
  const { next_cursor: cursor } = await logged(world.rest, 'limit=1')
  for (const other of [sameMerchant, stranger]) {
    const { status, body } = await other.get(`/v1/requests?cursor=${cursor}`)
    expect([status, body.error.details.reason]).toEqual([422, 'cursor_filter_mismatch'])
  }
})

test('the pages of the request log contain every matching call once, newest first, and invalid filters are refused', async () => {
  const { rest } = await world.anotherMerchant({ readRate: 100_000 })
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.unshift(idOf(await rest.get('/v1/balance')))
  const missing = idOf(await rest.get('/v1/pix/charges/nothing'))
  const read: string[] = []
  for (let query = 'route=/v1/balance&limit=2'; ;) {
    const page = await logged(rest, query)
    read.push(...page.items.map((item) => item.correlation_id))
    if (page.next_cursor === null) break
    query = `route=/v1/balance&limit=2&cursor=${page.next_cursor}`
  }
  expect(read).toEqual(ids.toSorted().toReversed())
  for (const query of ['status=404', 'code=not_found', 'route=/v1/pix/charges/:id'])
    expect((await logged(rest, query)).items.map((item) => item.correlation_id)).toEqual([missing])
  const [found] = (await logged(rest, `correlation_id=${missing}`)).items
  const at = found?.started_at ?? ''
  expect((await logged(rest, `correlation_id=${missing}&started_to=${at}`)).items).toEqual([])
  expect((await logged(rest, `correlation_id=${missing}&started_from=${at}`)).items).toHaveLength(1)
  expect((await logged(rest, 'correlation_id=ffffffff-ffff-7fff-bfff-ffffffffffff')).items).toEqual([])
  for (const query of ['status=99', 'status=x', 'code=x', 'method=x', 'route=%00', 'correlation_id=x'])
    expect((await rest.get(`/v1/requests?${query}`)).status).toBe(422)
})

test('the log contains no value, no unknown parameter name and no unknown field name that a hostile client sent', async () => {
  const marks: string[] = []
  /** Returns a text that occurs nowhere else. */
  const hostile = (text: string): string => {
    const mark = `${text}-${world.kit.ids.bytes(6).toString('hex')}`
    marks.push(mark)
    return mark
  }
  const headers = () => ({
    'idempotency-key': hostile('key'),
    'user-agent': hostile('agent'),
    'x-correlation-id': hostile('correlation'),
    'x-forwarded-for': hostile('address'),
    referer: `https://loja.example/${hostile('page')}`,
    cookie: hostile('cookie'),
    [hostile('x-header')]: hostile('header'),
  })
  const send = (method: string, path: string, body?: unknown, key = world.key) =>
    new RestClient(world.baseUrl, key).send<ErrorBody>(method, path, body, headers())
  const answers = [
    await send('POST', `/v1/pix/charges?${hostile('name')}=${hostile('value')}`, {
      [hostile('52998224725')]: hostile('body'),
      payer: { name: hostile('Maria'), [hostile('field')]: 1, email: hostile('mail') },
      order_reference: hostile('order'),
      description: hostile('text'),
    }),
    await send('POST', '/v1/pix/charges', aChargeBody({ order_reference: hostile('order') })),
    await send('POST', '/v1/pix/charges', aChargeBody({ metadata: { [hostile('Maria')]: 1 } })),
    await send('POST', `/v1/pix/charges/${hostile('id')}/refunds`, { metadata: { [hostile('cpf')]: [] } }),
    await send('GET', `/v1/reconciliation/${hostile('date')}?${hostile('name')}[${hostile('nested')}]=1`),
    await send(
      'GET',
      `/v1/pix/charges?q=${hostile('q')}&cursor=${hostile('cursor')}&limit=${hostile('limit')}`,
    ),
    await send('GET', `/v1/pix/charges/${hostile('id')}`),
    await send('GET', `/v1/${hostile('path')}/x`),
    await send('POST', '/v1/webhooks/endpoints', {
      url: `https://127.0.0.1/${hostile('url')}`,
      event_types: [hostile('type'), { [hostile('nested')]: 1 }],
    }),
    await send('PATCH', `/v1/webhooks/endpoints/${hostile('id')}`, [hostile('list')]),
    await send('POST', '/v1/pix/charges', hostile('not json')),
    await send('GET', '/v1/balance', undefined, hostile('svc_live_key')),
    await send('PROPFIND', `/v1/balance?${hostile('name')}`),
  ]
  await world.kit.requestLog.flush()
  const rows = await sql<{ row: string; fields: { path: string }[]; names: string[] }>(
    world.context(),
    'select r::text as row, fields, query_names as names from request_log r where correlation_id = any ($1::uuid[])',
    [answers.map(idOf)],
  )
  expect(rows).toHaveLength(answers.length)
  const all = await sql<{ row: string }>(world.context(), 'select r::text as row from request_log r')
  expect(all.filter(({ row }) => marks.some((mark) => row.includes(mark)))).toEqual([])
  const paths = new Set(rows.flatMap(({ fields }) => fields.map(({ path }) => path)))
  expect(paths).toContain('unknown')
  expect(paths).toContain('amount_cents')
  expect(paths).toContain('event_types.0')
  expect(new Set(rows.flatMap(({ names }) => names))).toEqual(new Set(['unknown', 'q', 'cursor', 'limit']))
})

test('calls older than 30 days are neither listed nor kept', async () => {
  const { rest } = await world.anotherMerchant()
  const at = (days: number) => ({
    ...world.context(),
    clock: { ...systemClock, now: () => plusMs(world.clock.now(), days * 86_400_000) },
  })
  await maintainRequestPartitions(at(-40))
  const answer = await rest.get('/v1/balance')
  await world.kit.requestLog.flush()
  await sql(
    world.context(),
    `insert into request_log select (jsonb_populate_record(r, jsonb_build_object('started_at',
       r.started_at - n * interval '1 day', 'correlation_id', gen_random_uuid()))).*
     from request_log r cross join unnest(array[29, 31, 35]) n where correlation_id = $1`,
    [idOf(answer)],
  )
  expect((await logged(rest, 'route=/v1/balance')).items).toHaveLength(2)
  await maintainRequestPartitions(at(0))
  const kept = await sql<{ n: bigint }>(
    world.context(),
    `select count(*) as n from request_log where api_key_id = (select api_key_id from request_log where correlation_id = $1)
       and route = '/v1/balance'`,
    [idOf(answer)],
  )
  // The other rows, which are 31 and 35 days old, were in partitions that have been dropped.
  expect(kept).toEqual([{ n: 2n }])
  expect(await maintainRequestPartitions(at(0))).toBe(0)
})

test('the application can neither change nor delete logged calls', async () => {
  for (const statement of ['delete from request_log', "update request_log set route = 'x'"])
    await expect(sql(world.context(), statement)).rejects.toThrow('permission denied')
})
