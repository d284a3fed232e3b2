import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeLog } from '../kernel/log.ts'
import { TestConsole } from '../testing/clients/console-client.ts'
import { World } from '../testing/world.ts'
import { readOperations } from './persisted-operations.ts'

const idOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`
const ME = 'query Me { me { id role } }'
const CHARGE = 'query Charge($id: Uuid!) { charge(id: $id) { id } }'
/** An introspection query, registered as an operation of the console, to test that production refuses it anyway. */
const SCHEMA = 'query Schema { __schema { types { name } } }'
const INTROSPECTION = getIntrospectionQuery()

let folder: string
let world: World
let testConsole: TestConsole
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'console-'))
  mkdirSync(join(folder, 'assets'))
  list([ME, CHARGE, SCHEMA, INTROSPECTION])
  world = await World.start()
  const config = { ...world.kit.config, development: false, consoleDir: folder }
  testConsole = await TestConsole.start({ ...world.kit, config, log: makeLog('silent') })
})
afterAll(async () => {
  await testConsole.stop()
  await world.stop()
  rmSync(folder, { recursive: true })
})

const list = (texts: string[]): void =>
  writeFileSync(
    join(folder, '.operations.json'),
    JSON.stringify(Object.fromEntries(texts.map((text) => [idOf(text), text]))),
  )

async function ask(body: object) {
  const response = await testConsole.browser().post(JSON.stringify(body))
  const { data, errors }: { data?: unknown; errors?: { extensions: Record<string, unknown> }[] } = JSON.parse(
    await response.text(),
  )
  return { status: response.status, data, extensions: errors?.[0]?.extensions, headers: response.headers }
}

test('a registered operation is executed by its id, with its variables', async () => {
  expect(await ask({ documentId: idOf(ME) })).toMatchObject({ status: 200, data: { me: null } })
  const charge = await ask({
    documentId: idOf(CHARGE),
    variables: { id: '01890000-0000-7000-8000-000000000000' },
  })
  expect([charge.status, charge.extensions?.['code']]).toEqual([200, 'UNAUTHENTICATED'])
  expect((await ask({ documentId: idOf(CHARGE) })).extensions).toMatchObject({ code: 'BAD_USER_INPUT' })
})

test.each([
  ['the text of an operation that is not registered', { query: '{ me { id } }' }],
  ['the text of a registered operation', { query: ME }],
  ['a text together with a registered id', { documentId: idOf(ME), query: '{ merchants { id } }' }],
  [
    'an id in the format of Apollo persisted queries',
    { extensions: { persistedQuery: { version: 1, sha256Hash: idOf(ME).slice(7) } } },
  ],
  ['an operation name together with a registered id', { documentId: idOf(ME), operationName: 'Other' }],
  ['several operations', [{ documentId: idOf(ME) }]],
  ['an empty body', {}],
])('a request with %s is refused', async (_what, body) => {
  const { status, data, extensions, headers } = await ask(body)
  expect([status, data]).toEqual([400, undefined])
  expect(extensions).toEqual({
    code: 'PERSISTED_OPERATION_REQUIRED',
    reason: 'operation_not_named',
    correlation_id: headers.get('x-correlation-id'),
  })
  expect(headers.get('cache-control')).toBe('no-store')
})

test.each([
  ['that is not registered', idOf('{ me { id } }')],
  [
    'of a registered operation with one digit changed',
    idOf(ME).replace(/.$/, (last) => (last === '0' ? '1' : '0')),
  ],
  ['in capitals', idOf(ME).toUpperCase()],
  ['without its prefix', idOf(ME).slice(7)],
  ['equal to a property of every object', 'constructor'],
])('an operation id %s is refused', async (_what, documentId) => {
  const { status, data, extensions } = await ask({ documentId })
  expect([status, data, extensions?.['code']]).toEqual([400, undefined, 'PERSISTED_OPERATION_UNKNOWN'])
})

test.each([
  ['a short introspection query', SCHEMA],
  ['the standard introspection query', INTROSPECTION],
])('in production, %s is refused even if the query is registered', async (_what, text) => {
  const { data, extensions } = await ask({ documentId: idOf(text) })
  expect([data, extensions?.['code']]).toEqual([undefined, 'GRAPHQL_VALIDATION_FAILED'])
})

test('readOperations throws when a text does not match its id', () => {
  writeFileSync(join(folder, '.operations.json'), JSON.stringify({ [idOf(ME)]: '{ merchants { id } }' }))
  expect(() => readOperations(folder)).toThrow('does not match its id')
})
