import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plusMs } from '../kernel/clock.ts'
import { sql } from '../kernel/database/sql.ts'
import { makeSchema } from '../schema.ts'
import { captureLog } from '../testing/captured-log.ts'
import { TestConsole, type ConsoleClient } from '../testing/clients/console-client.ts'
import {
  hostileValuesFor,
  operationOf,
  type ValidValue,
  type Leaf,
  type Operation,
} from '../testing/suites/hostile-arguments.ts'
import { inParallel } from '../testing/in-parallel.ts'
import { createCharge } from '../testing/fixtures/charges.ts'
import { seedConsoleLists } from '../testing/fixtures/seed-console-lists.ts'
import { operationsOf } from '../testing/suites/operations.ts'
import { World } from '../testing/world.ts'

const GENERATED = join(import.meta.dirname, '../../../console/src/api/generated/persisted-documents.json')
const QUERIES_AT_ONCE = 8
const FAULTS_SHOWN = 20
const DAY_MS = 86_400_000

const idOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`

const schema = makeSchema()
/**
 * The console's operations by id. `texts` adds one operation per root field, for arguments that the console does not
 * use.
 */
const listed: Record<string, string> = JSON.parse(readFileSync(GENERATED, 'utf8'))
const texts = [...Object.values(listed), ...operationsOf(schema).map(({ text }) => text)]

/**
 * For each root field, the table whose row the argument `id` identifies. For unlisted fields, this table is `merchant`.
 */
const TABLES: [operation: RegExp, table: string][] = [
  [/^(charge|reveal(Payer))/, 'charge'],
  [/^(financialCase|retryReturn)$/, 'financial_case'],
  [/payout$/i, 'payout'],
  [/^(webhookEndpoint|.+WebhookEndpoint.*|rotateWebhookSecret)$/, 'webhook_endpoint'],
  [/webhookDelivery$/i, 'webhook_delivery'],
  [/^webhookReplay$/, 'webhook_replay'],
  [/ApiKey$/, 'api_key'],
  [/DebtWriteOff$/, 'debt_write_off'],
  [/Exception$/, 'reconciliation_exception'],
  [/^auditEntry$/, 'audit_entry'],
  [/View$/, 'staff_view'],
  [/Invitation$/, 'staff_invitation'],
  [/staff/i, 'staff'],
]
const TABLE_OF: Record<string, string> = {
  chargeId: 'charge',
  caseId: 'financial_case',
  endpointId: 'webhook_endpoint',
  journalId: 'journal_entry',
  entry: 'journal_entry',
  staffId: 'staff',
}
const TABLES_OF_MERCHANTS = [
  'charge',
  'financial_case',
  'payout',
  'webhook_endpoint',
  'webhook_delivery',
  'webhook_replay',
  'api_key',
  'reconciliation_exception',
  'journal_entry',
]

const { log, errors } = captureLog('warn')
let folder: string
let world: World
let testConsole: TestConsole
let admin: ConsoleClient
/** The id of a row of the tested merchant, by table. For `staff`, the row is a person other than the caller. */
const own: Record<string, string> = {}
/** Ids of another merchant or of the wrong table, and cursors of other lists and filters. */
const foreign: { ids: string[]; cursors: string[] } = { ids: [], cursors: [] }
const agent = new Agent({ keepAlive: true, maxSockets: QUERIES_AT_ONCE })
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'console-'))
  mkdirSync(join(folder, 'assets'))
  const operations = Object.fromEntries(texts.map((text) => [idOf(text), text]))
  writeFileSync(join(folder, '.operations.json'), JSON.stringify(operations))
  world = await World.start({ log })
  const config = { ...world.kit.config, development: false, consoleDir: folder }
  testConsole = await TestConsole.start({ ...world.kit, config })
  // The test client's sign-in sends unregistered operations, which production refuses. So the test signs people in at a
  // second console that is not in production mode.
  await using entrance = await TestConsole.start(world.kit)
  const colleague = await entrance.createPerson('support')
  await seedConsoleLists(world, `staff:${colleague.id}`)
  const other = await world.anotherMerchant()
  for (let n = 0; n < 2; n += 1) await createCharge(other.rest)
  Object.assign(own, { merchant: world.merchantId, staff: colleague.id })
  for (const table of TABLES_OF_MERCHANTS) {
    const rows = await sql<{ id: string; merchant_id: string }>(
      world.context(),
      `select distinct on (merchant_id) id, merchant_id from ${table} order by merchant_id, id`,
    )
    const mine = rows.find(({ merchant_id: owner }) => owner === world.merchantId)
    if (!mine) throw new Error(`${table}: the merchant has no row`)
    own[table] = mine.id
  }
  const [theirs] = await sql<{ id: string }>(
    world.context(),
    'select id from charge where merchant_id = $1',
    [other.merchantId],
  )
  foreign.ids.push(other.merchantId, theirs?.id ?? '', own['charge'] ?? '', colleague.id)
  admin = await entrance.signedIn('admin')
  const page = await other.rest.get<{ next_cursor: string }>('/v1/pix/charges?limit=1')
  const cursor = page.body.next_cursor
  foreign.cursors.push(cursor, cursor.slice(0, -1), cursor.replace('.', 'x.'), `${cursor}.${cursor}`)
})
afterAll(async () => {
  agent.destroy()
  await testConsole.stop()
  await world.stop()
  rmSync(folder, { recursive: true })
})

const TEXT: Record<string, string> = {
  zone: 'America/Sao_Paulo',
  email: 'pessoa@exemplo.com.br',
  url: 'https://shop.example/hostile',
  page: 'charges',
}

const validValue: ValidValue = ({ name, type, operation }) => {
  const now = world.clock.now()
  switch (type) {
    case 'Uuid':
      return own[tableOf(name, operation)] ?? world.merchantId
    case 'SessionId':
      return '0123456789abcdef0123456789abcdef'
    case 'DateTime':
      return (name.toLowerCase().endsWith('from') ? plusMs(now, -DAY_MS) : now).toISOString()
    case 'Cents':
      return '100'
    case 'Int':
      return 10
    case 'Boolean':
      return true
    default:
      return TEXT[name] ?? 'texto'
  }
}

function tableOf(name: string, operation: string): string {
  if (name !== 'id') return TABLE_OF[name] ?? 'merchant'
  return TABLES.find(([pattern]) => pattern.test(operation))?.[1] ?? 'merchant'
}

interface Answer {
  errors?: { extensions: { code: string } }[]
}

/** Sends an operation over a keep-alive connection. Returns the error codes in the response. */
function send(documentId: string, variables: object): Promise<string[]> {
  const body = JSON.stringify({ documentId, variables })
  const headers = { 'content-type': 'application/json', cookie: admin.cookie ?? '' }
  return new Promise((resolve, reject) => {
    const sent = request(`${testConsole.baseUrl}/graphql`, { agent, method: 'POST', headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('error', reject)
      response.on('end', () => {
        const answer: Answer = JSON.parse(text)
        resolve((answer.errors ?? []).map(({ extensions }) => extensions.code))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/**
 * Error codes that fail the test: failures of the service, and refusals that prevent the hostile value from reaching
 * the resolver.
 */
const FAULTS = new Set([
  'INTERNAL_SERVER_ERROR',
  'service_unavailable',
  'GRAPHQL_VALIDATION_FAILED',
  'PERSISTED_OPERATION_UNKNOWN',
  'STEP_UP_REQUIRED',
  'FORBIDDEN',
  'UNAUTHENTICATED',
])
/** The mutations of a sign-in. With wrong credentials, these mutations return some of the codes in `FAULTS`. */
const SIGN_IN_STEPS = ['signIn', 'signInWithCode', 'confirmEnrolment']

/**
 * An operation, and the arguments that the test changes (`leaves`). For an operation of the console, these are all
 * arguments. For any other operation, these are the arguments that no earlier task changes.
 */
interface Task {
  text: string
  operation: Operation
  leaves: Leaf[]
}

function tasks(): Task[] {
  const seen = new Set<string>()
  return texts.map((text, index) => {
    const operation = operationOf(schema, text, validValue)
    const isOfConsole = index < Object.keys(listed).length
    const placeOf = (leaf: Leaf) => `${operation.field} ${leaf.name}`
    const leaves = operation.leaves.filter((leaf) => isOfConsole || !seen.has(placeOf(leaf)))
    for (const leaf of leaves) seen.add(placeOf(leaf))
    return { text, operation, leaves }
  })
}

/** Sends every hostile value for each of a task's arguments. Returns a line of text for each fault. */
async function faultsOf({ text, operation, leaves }: Task): Promise<string[]> {
  const faults: string[] = []
  for (const leaf of leaves)
    for (const value of hostileValuesFor(leaf, foreign)) {
      const codes = await send(idOf(text), leaf.variablesWith(value))
      const found = codes.filter((code) => FAULTS.has(code) && !SIGN_IN_STEPS.includes(operation.field))
      const shown = JSON.stringify(value).slice(0, 60)
      if (found.length > 0) faults.push(`${operation.name} ${leaf.name} = ${shown}: ${found.join()}`)
    }
  return faults
}

test('no value of any argument of any operation causes an internal error or an error in the log', async () => {
  const { query = [], mutation = [] } = Object.groupBy(tasks(), ({ operation }) => operation.kind)
  const ofQueries = await inParallel(query, QUERIES_AT_ONCE, faultsOf)
  // Run mutations one after the other, so that they do not affect each other.
  const ofMutations = await inParallel(mutation, 1, faultsOf)
  expect([...ofQueries, ...ofMutations].flat().slice(0, FAULTS_SHOWN)).toEqual([])
  expect(errors()).toEqual([])
})
