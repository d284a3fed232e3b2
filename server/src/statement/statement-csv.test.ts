import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from '../kernel/context.ts'
import { plusMs } from '../kernel/clock.ts'
import { postEntries, type Entry } from '../ledger/post-entries.ts'
import { aPaidCharge } from '../testing/fixtures/charges.ts'
import { readCsv } from '../testing/clients/read-csv.ts'
import { World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

const LINES_POSTED = 1_100
const DAY_MS = 86_400_000

type Cell = string | number | boolean | null
interface PageJson {
  items: { journal_id: string; line_no: number; [column: string]: Cell | { [member: string]: Cell } }[]
  next_cursor: string | null
}

async function csv(
  query = '',
  accept = 'text/csv',
): Promise<{ status: number; type: string; rows: string[][] }> {
  const answer = await fetch(`${world.baseUrl}/v1/statement${query}`, {
    headers: { authorization: `Bearer ${world.key}`, accept },
  })
  return {
    status: answer.status,
    type: answer.headers.get('content-type') ?? '',
    rows: readCsv(await answer.text()),
  }
}

const post = (entries: Entry[]) =>
  transaction(world.context(), async (tx) => {
    await postEntries(tx, world.merchantId, entries, tx.clock.now())
  })

const anEntry = (dedupeKey: string, economicAt: Date, description = 'Lançamento'): Entry => ({
  eventType: 'gateway.external_payout',
  description,
  source: { type: 'gateway', id: world.merchantId },
  dedupeKey,
  economicAt,
  lines: [
    { code: 'bank', debitCents: 1n },
    { code: 'available', creditCents: 1n },
  ],
})

test('the CSV of a statement contains all pages of the period, and its columns are the members of the JSON', async () => {
  const now = world.clock.now()
  await aPaidCharge(world, { order_reference: 'pedido,com "aspas"\ne linha' })
  await post(Array.from({ length: LINES_POSTED }, (_, n) => anEntry(`csv:${n}`, plusMs(now, -n * 1_000))))
  const { status, type, rows } = await csv()
  expect([status, type]).toEqual([200, 'text/csv; charset=utf-8; header=present'])
  const [header = [], ...lines] = rows
  const items: PageJson['items'] = []
  for (let cursor = ''; ;) {
    const { body } = await world.rest.get<PageJson>(`/v1/statement?limit=500${cursor}`)
    items.push(...body.items)
    if (body.next_cursor === null) break
    cursor = `&cursor=${body.next_cursor}`
  }
  expect(items.length).toBeGreaterThan(LINES_POSTED)
  expect(header).toEqual(
    expect.arrayContaining(['journal_id', 'amount_cents', 'service.order_reference', 'payout.id']),
  )
  const expected = items.map((item) =>
    header.map((name) => {
      const [outer = '', inner] = name.split('.')
      const value = item[outer]
      const cell = typeof value === 'object' ? value?.[inner ?? ''] : value
      return cell === null ? '' : String(cell ?? '')
    }),
  )
  expect(lines).toEqual(expected)
  const columns = new Set(header.map((name) => name.split('.')[0]))
  expect(columns).toEqual(new Set(items.flatMap((item) => Object.keys(item))))
})

test('a text that a spreadsheet would run as a formula is escaped, and an amount stays a number', async () => {
  const now = world.clock.now()
  const evil = ['=1+1', '+cmd', '-2+3', '-2', '@SUM(A1)', '＝1', '＠1', '\tx']
  await post(evil.map((text, n) => anEntry(`evil:${n}`, plusMs(now, -60 * DAY_MS), text)))
  const from = encodeURIComponent(plusMs(now, -61 * DAY_MS).toISOString())
  const to = encodeURIComponent(plusMs(now, -59 * DAY_MS).toISOString())
  const [header = [], ...lines] = (await csv(`?from=${from}&to=${to}`)).rows
  const column = (name: string) => lines.map((line) => line[header.indexOf(name)])
  expect(column('description').toSorted()).toEqual(evil.map((text) => `'${text}`).toSorted())
  expect(new Set(column('amount_cents').map(Number))).toEqual(new Set([1]))
})

test('the CSV of an empty period has only the header, and an error is sent as JSON', async () => {
  const empty = await csv('?from=2031-01-01T00:00:00Z&to=2030-01-01T00:00:00Z')
  expect([empty.status, empty.rows.length]).toEqual([200, 1])
  for (const query of ['?cursor=x', '?from=ontem', '?offset=1']) {
    const answer = await world.rest.get(`/v1/statement${query}`, { accept: 'text/csv' })
    expect([answer.status, answer.body.error.code]).toEqual([422, 'validation_error'])
  }
})

test.each([
  ['text/csv', 'text/csv'],
  ['text/csv;q=0.9, */*;q=0.1', 'text/csv'],
  ['application/json, text/csv;q=0.5', 'application/json'],
  ['text/csv;q=0, application/json', 'application/json'],
  ['*/*', 'application/json'],
  ['image/png', 'application/json'],
])('a request with the Accept header %s gets %s', async (accept, type) => {
  const answer = await fetch(`${world.baseUrl}/v1/statement?limit=1`, {
    headers: { authorization: `Bearer ${world.key}`, accept },
  })
  expect(answer.headers.get('content-type')).toContain(type)
  await answer.text()
})

test('a route without CSV returns JSON, even if the client prefers CSV', async () => {
  expect((await world.rest.get('/v1/balance', { accept: 'text/csv' })).headers.get('content-type')).toContain(
    'application/json',
  )
})

test('the service still answers after a client has aborted a CSV download', async () => {
  const stop = new AbortController()
  const answer = await fetch(`${world.baseUrl}/v1/statement`, {
    headers: { authorization: `Bearer ${world.key}`, accept: 'text/csv' },
    signal: stop.signal,
  })
  const reader = answer.body?.getReader()
  await reader?.read()
  stop.abort()
  expect((await world.rest.get('/v1/balance')).status).toBe(200)
})

test('back-dated entries that are posted while the pages are read appear on no page', async () => {
  const names = (page: PageJson) => page.items.map((line) => `${line.journal_id} ${line.line_no}`)
  const first = (await world.rest.get<PageJson>('/v1/statement?limit=500')).body
  const paged = names(first)
  const now = world.clock.now()
  await post(Array.from({ length: 50 }, (_, n) => anEntry(`late:${n}`, plusMs(now, -n * 40_000))))
  const before = new Set(paged)
  for (let cursor = first.next_cursor; cursor !== null;) {
    const { body }: { body: PageJson } = await world.rest.get(`/v1/statement?limit=500&cursor=${cursor}`)
    paged.push(...names(body))
    cursor = body.next_cursor
  }
  expect(before.size).toBe(500)
  expect(new Set(paged).size).toBe(paged.length)
  const whole = (await csv()).rows.length - 1
  expect(whole - paged.length).toBe(50)
})
