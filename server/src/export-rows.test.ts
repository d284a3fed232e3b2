import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { LISTS } from './exports/lists.ts'
import { sql } from './kernel/sql.ts'
import { type ConsoleClient } from './testing/console-client.ts'
import { openOffice } from './testing/office.ts'
import { oneOfEach, type OneOfEach } from './testing/one-of-each.ts'
import { readCsv } from './testing/read-csv.ts'

/** Nowhere near the zone of the machine, of Brazil, or of a whole hour. */
const ZONE = { name: 'Asia/Kolkata', offset: '+05:30' }

const { world, office } = await openOffice({ terms: { feePercentBps: 0 } })
let admin: ConsoleClient
let adminId: string
let there: OneOfEach
beforeAll(async () => {
  const person = await office.person('admin')
  adminId = person.id
  there = await oneOfEach(world, `staff:${adminId}`)
  admin = await office.signInAs(person)
})

/** A list of the console: what its page asks for, and filters that its page can have. */
interface Shown {
  list: string
  query: string
  /** What tells its rows apart, by column. */
  by?: readonly (readonly [column: string, field: string])[]
  filters: () => object[]
}

const paged = (field: string, declared: string, given: string, selection = 'id'): string =>
  `query ${declared} { rows: ${field}(${given}first: 100) { nodes { ${selection} } } }`
const whole = (field: string, declared = '', given = ''): string =>
  `query ${declared} { rows: ${field}${given} { id } }`

const at = () => there.noon.toISOString()
const mine = () => ({ merchantId: world.merchantId })

/** The first filter of each finds more than any of the others, and each finds something. */
const SHOWN: Shown[] = [
  {
    list: 'charges',
    query: paged('charges', '($filter: ChargeFilter)', 'filter: $filter, '),
    filters: () => [
      {},
      mine(),
      { status: ['pending'] },
      { orderReference: 'contestado' },
      { q: 'pendente' },
      { createdFrom: at() },
      { createdTo: at() },
      { amountFromCents: '5001' },
      { amountToCents: '5000' },
    ],
  },
  {
    list: 'cases',
    query: paged(
      'cases',
      '($merchantId: ID, $kind: [CaseKind!], $status: [CaseStatus!])',
      'merchantId: $merchantId, kind: $kind, status: $status, ',
    ),
    filters: () => [{}, { kind: ['dispute'] }, { ...mine(), kind: ['refund'] }],
  },
  {
    list: 'payouts',
    query: paged(
      'payouts',
      '($merchantId: ID, $state: [PayoutState!], $paidFrom: DateTime, $paidTo: DateTime)',
      'merchantId: $merchantId, state: $state, paidFrom: $paidFrom, paidTo: $paidTo, ',
    ),
    filters: () => [
      {},
      { state: ['reserved', 'paid'] },
      { ...mine(), state: ['given_back'] },
      { paidFrom: '2000-01-01T00:00:00.000Z' },
      { paidTo: '2100-01-01T00:00:00.000Z' },
    ],
  },
  {
    list: 'statement',
    query: paged('statement', '($filter: StatementFilter!)', 'filter: $filter, ', 'journalId lineNo'),
    by: [
      ['journal_id', 'journalId'],
      ['line_no', 'lineNo'],
    ],
    filters: () => [
      mine(),
      { ...mine(), position: 'payout_reserved' },
      { ...mine(), from: at() },
      { ...mine(), to: at() },
    ],
  },
  {
    list: 'reconciliation-exceptions',
    query: paged(
      'reconciliationExceptions',
      '($merchantId: ID, $state: ReconciliationExceptionState, $kind: ReconciliationExceptionKind)',
      'merchantId: $merchantId, state: $state, kind: $kind, ',
    ),
    filters: () => [{}, mine(), { state: 'open' }, { state: 'closed' }, { kind: 'missing_at_network' }],
  },
  {
    list: 'webhook-deliveries',
    query: paged('webhookDeliveries', '($filter: WebhookDeliveryFilter!)', 'filter: $filter, '),
    filters: () => [
      mine(),
      { ...mine(), endpointId: there.endpointId },
      { ...mine(), eventType: 'charge.paid' },
      { ...mine(), status: ['failed'] },
      { ...mine(), errorClass: 'endpoint_off' },
      { ...mine(), createdFrom: at() },
      { ...mine(), createdTo: at() },
    ],
  },
  {
    list: 'webhook-replays',
    query: paged(
      'webhookReplays',
      '($merchantId: ID!, $endpointId: ID)',
      'merchantId: $merchantId, endpointId: $endpointId, ',
    ),
    filters: () => [mine(), { ...mine(), endpointId: there.endpointId }],
  },
  {
    list: 'audit',
    query: paged('auditEntries', '($filter: AuditFilterInput)', 'filter: $filter, '),
    filters: () => [
      {},
      mine(),
      { actor: `staff:${adminId}` },
      { action: 'webhook_replay.start' },
      { targetIds: [world.merchantId] },
      { from: at() },
      { to: at() },
      { text: 'BANCO recusou' },
    ],
  },
  { list: 'webhook-fleet', query: paged('webhookEndpointFleet', '', ''), filters: () => [{}] },
  { list: 'merchants', query: whole('merchants'), filters: () => [{}] },
  {
    list: 'api-keys',
    query: whole('apiKeys', '($merchantId: ID!)', '(merchantId: $merchantId)'),
    filters: () => [mine()],
  },
  { list: 'staff-members', query: whole('staffMembers'), filters: () => [{}] },
  { list: 'staff-invitations', query: whole('staffInvitations'), filters: () => [{}] },
  { list: 'own-sessions', query: whole('mySessions'), filters: () => [{}] },
]

const Rows = z.array(z.record(z.string(), z.unknown()))
const Answer = z.object({ rows: z.union([Rows, z.object({ nodes: Rows }).transform(({ nodes }) => nodes)]) })

/** What tells the rows of the page apart, in its order. */
async function onPage({ query, by }: Shown, filter: object): Promise<string[]> {
  const { data, errors } = await admin.send(query, query.includes('$filter') ? { filter } : { ...filter })
  expect(errors).toEqual([])
  const fields = by?.map(([, field]) => field) ?? ['id']
  return Answer.parse(data).rows.map((row) => fields.map((field) => String(row[field])).join(' '))
}

/** The file of a list, each row by its columns. */
async function inFile(list: string, filter: object): Promise<Map<string, string>[]> {
  const answer = await admin.export({ list, format: 'csv', zone: ZONE.name, filter })
  expect([list, answer.status]).toEqual([list, 200])
  const [heading = [], ...rows] = readCsv(await answer.text())
  return rows.map((row) => new Map(heading.map((column, n) => [column, row[n] ?? ''])))
}

test.each(SHOWN)('the file of $list has the rows of the page, by each of its filters', async (shown) => {
  const columns = shown.by?.map(([column]) => column) ?? ['id']
  const found: number[] = []
  for (const filter of shown.filters()) {
    const expected = await onPage(shown, filter)
    const rows = await inFile(shown.list, filter)
    expect(rows.map((row) => columns.map((column) => row.get(column)).join(' '))).toEqual(expected)
    found.push(expected.length)
  }
  const [everything = 0, ...narrowed] = found
  expect([everything, ...narrowed].filter((count) => count === 0)).toEqual([])
  expect(narrowed.filter((count) => count >= everything)).toEqual([])
})

const endpointsInFile = async (withOff: boolean) =>
  (await inFile('webhook-endpoints', { ...mine(), withOff })).map((row) => row.get('id'))

test('endpoints that are off are in the file when the page shows them', async () => {
  const query = 'query ($m: ID!) { rows: webhookEndpoints(merchantId: $m) { id status } }'
  const { rows } = Answer.parse((await admin.send(query, { m: world.merchantId })).data)
  const ids = (of: typeof rows) => of.map(({ id }) => id)
  expect(rows).toHaveLength(2)
  expect(await endpointsInFile(true)).toEqual(ids(rows))
  expect(await endpointsInFile(false)).toEqual(ids(rows.filter(({ status }) => status === 'active')))
})

test('what fails most at an endpoint is in the file of all of them, as on the page', async () => {
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

test("somebody's sessions and everybody's permissions are in the file as on the page", async () => {
  const { data } = await admin.send(
    'query ($id: ID!) { staffMember(id: $id) { rows: sessions { id } } staffRoles { role permissions } }',
    { id: adminId },
  )
  const { staffMember, staffRoles } = z
    .object({
      staffMember: Answer,
      staffRoles: z.array(z.object({ role: z.string(), permissions: z.array(z.string()) })),
    })
    .parse(data)
  const sessions = await inFile('staff-sessions', { staffId: adminId })
  expect(sessions.map((row) => row.get('id'))).toEqual(staffMember.rows.map(({ id }) => id))
  const roles = await inFile('staff-roles', {})
  const granted = (role: string) =>
    roles.filter((row) => row.get(role) === 'true').map((row) => row.get('permission'))
  for (const { role, permissions } of staffRoles)
    expect([role, granted(role).toSorted()]).toEqual([role, permissions.toSorted()])
})

/** A filter that finds something in a list. */
function someOf(list: string): object {
  if (list === 'webhook-endpoints') return mine()
  if (list === 'staff-sessions') return { staffId: adminId }
  return SHOWN.find((shown) => shown.list === list)?.filters()[0] ?? {}
}

/** No delivery of the shop has come to its end. */
const WITHOUT_MOMENTS = ['webhook-endpoints']

test.each([...LISTS])('every moment in the file of %s is of the zone shown', async (list, { columns }) => {
  const times = columns.filter(({ kind }) => kind === 'time').map(({ id }) => id)
  const rows = await inFile(list, someOf(list))
  const moments = rows
    .flatMap((row) => times.map((column) => row.get(column) ?? ''))
    .filter((text) => text !== '')
  expect(moments.filter((text) => !text.endsWith(ZONE.offset))).toEqual([])
  expect([list, moments.length > 0]).toEqual([list, times.length > 0 && !WITHOUT_MOMENTS.includes(list)])
})
