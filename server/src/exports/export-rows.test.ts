import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { LISTS } from './lists.ts'
import { sql } from '../kernel/database/sql.ts'
import { type ConsoleClient } from '../testing/clients/console-client.ts'
import { startConsole } from '../testing/fixtures/start-console.ts'
import { seedConsoleLists, type SeededLists } from '../testing/fixtures/seed-console-lists.ts'
import { readCsv } from '../testing/clients/read-csv.ts'
import { CONSOLE_LISTS, type ConsoleList } from '../testing/suites/console-lists.ts'

/**
 * A time zone that differs from those of the machine and of Brazil. The zone's offset is not a whole number of hours.
 */
const ZONE = { name: 'Asia/Kolkata', offset: '+05:30' }

const { world, testConsole } = await startConsole({ terms: { feePercentBps: 0 } })
let admin: ConsoleClient
let adminId: string
let there: SeededLists
beforeAll(async () => {
  const person = await testConsole.createPerson('admin')
  adminId = person.id
  there = await seedConsoleLists(world, `staff:${adminId}`)
  admin = await testConsole.signInAs(person)
})

const mine = () => ({ merchantId: world.merchantId })
const given = () => ({
  ...mine(),
  endpointId: there.endpointId,
  adminId,
  midpoint: there.midpoint.toISOString(),
  payoutId: there.payoutId,
})

const Rows = z.array(z.record(z.string(), z.unknown()))
const Counted = z.object({ nodes: Rows, totalCount: z.int() })
const Answer = z.object({
  rows: Counted.or(Rows.transform((nodes) => ({ nodes, totalCount: nodes.length }))),
})

/** Returns the identifying values of the rows that the console page shows, in order. */
async function onPage({ query, by }: ConsoleList, filter: object): Promise<string[]> {
  const { data, errors } = await admin.send(query, query.includes('$filter') ? { filter } : { ...filter })
  expect(errors).toEqual([])
  const fields = by?.map(([, field]) => field) ?? ['id']
  const { nodes, totalCount } = Answer.parse(data).rows
  expect(totalCount).toBe(nodes.length)
  return nodes.map((row) => fields.map((field) => String(row[field])).join(' '))
}

/** Exports a list. Returns the values of each row by column. */
async function inFile(list: string, filter: object): Promise<Map<string, string>[]> {
  const answer = await admin.export({ list, format: 'csv', zone: ZONE.name, filter })
  expect([list, answer.status]).toEqual([list, 200])
  const [heading = [], ...rows] = readCsv(await answer.text())
  return rows.map((row) => new Map(heading.map((column, n) => [column, row[n] ?? ''])))
}

test.each(CONSOLE_LISTS)(
  'the export of $list has the same rows as the page, for each of its filters',
  async (shown) => {
    const columns = shown.by?.map(([column]) => column) ?? ['id']
    const found: number[] = []
    for (const filter of shown.filters(given())) {
      const expected = await onPage(shown, filter)
      const rows = await inFile(shown.list, filter)
      expect(rows.map((row) => columns.map((column) => row.get(column)).join(' '))).toEqual(expected)
      found.push(expected.length)
    }
    const [everything = 0, ...narrowed] = found
    expect([everything, ...narrowed].filter((count) => count === 0)).toEqual([])
    expect(narrowed.filter((count) => count >= everything)).toEqual([])
  },
)

const endpointsInFile = async (withOff: boolean) =>
  (await inFile('webhook-endpoints', { ...mine(), withOff })).map((row) => row.get('id'))

test('endpoints that are off are exported only with the filter `withOff`', async () => {
  const query = 'query ($m: Uuid!) { rows: webhookEndpoints(merchantId: $m) { id status } }'
  const { nodes: rows } = Answer.parse((await admin.send(query, { m: world.merchantId })).data).rows
  const ids = (of: typeof rows) => of.map(({ id }) => id)
  expect(rows).toHaveLength(2)
  expect(await endpointsInFile(true)).toEqual(ids(rows))
  expect(await endpointsInFile(false)).toEqual(ids(rows.filter(({ status }) => status === 'active')))
})

test("the export of all endpoints contains each endpoint's most common failure", async () => {
  for (const [outcome, attempts] of Object.entries({ timeout: 2, http_5xx: 5, succeeded: 9 }))
    await sql(
      world.context(),
      `insert into webhook_endpoint_hour (merchant_id, endpoint_id, hour, outcome, latency_ms_max, attempts)
       values ($1, $2, $3, $4, 100, $5)`,
      [world.merchantId, there.endpointId, world.clock.now(), outcome, attempts],
    )
  const [row] = await inFile('webhook-fleet', {})
  expect([row?.get('id'), row?.get('common_failure')]).toEqual([there.endpointId, 'http_5xx'])
})

test("the exports of a person's sessions and of the roles have the same rows as the pages", async () => {
  const { data } = await admin.send(
    'query ($id: Uuid!) { staffMember(id: $id) { rows: sessions { id } } staffRoles { role permissions } }',
    { id: adminId },
  )
  const { staffMember, staffRoles } = z
    .object({
      staffMember: Answer,
      staffRoles: z.array(z.object({ role: z.string(), permissions: z.array(z.string()) })),
    })
    .parse(data)
  const sessions = await inFile('staff-sessions', { staffId: adminId })
  expect(sessions.map((row) => row.get('id'))).toEqual(staffMember.rows.nodes.map(({ id }) => id))
  const roles = await inFile('staff-roles', {})
  const granted = (role: string) =>
    roles.filter((row) => row.get(role) === 'true').map((row) => row.get('permission'))
  for (const { role, permissions } of staffRoles)
    expect([role, granted(role).toSorted()]).toEqual([role, permissions.toSorted()])
})

/** Returns a filter that matches some rows of a list. */
function someOf(list: string): object {
  if (list === 'webhook-endpoints') return mine()
  if (list === 'staff-sessions') return { staffId: adminId }
  // A past day, because only a closed day can be exported and the day of this test's records is not closed yet.
  if (list === 'reconciliation') return { date: '2020-01-01' }
  return CONSOLE_LISTS.find((shown) => shown.list === list)?.filters(given())[0] ?? {}
}

/** Lists whose time columns are empty in this test, because no delivery has ended and no day is closed. */
const WITHOUT_TIMES = ['webhook-endpoints', 'reconciliation']

test.each([...LISTS])(
  'every time in the export of %s has the offset of the requested zone',
  async (list, { columns }) => {
    const times = columns.filter(({ kind }) => kind === 'time').map(({ id }) => id)
    const rows = await inFile(list, someOf(list))
    const texts = rows
      .flatMap((row) => times.map((column) => row.get(column) ?? ''))
      .filter((text) => text !== '')
    expect(texts.filter((text) => !text.endsWith(ZONE.offset))).toEqual([])
    expect([list, texts.length > 0]).toEqual([list, times.length > 0 && !WITHOUT_TIMES.includes(list)])
  },
)
