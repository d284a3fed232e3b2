import { beforeAll, expect, test } from 'vitest'
import { createApiKey } from '../api-keys/create-api-key.ts'
import { transaction } from '../kernel/context.ts'
import { SCOPES } from '../kernel/scopes.ts'
import { type ConsoleClient } from '../testing/clients/console-client.ts'
import { aPaidCharge } from '../testing/fixtures/charges.ts'
import { requestRefund } from '../testing/fixtures/returns.ts'
import { startConsole } from '../testing/fixtures/start-console.ts'
import { recordAudit, type AuditEntry } from './record-audit.ts'

const { world, testConsole } = await startConsole()
let auditor: ConsoleClient
beforeAll(async () => {
  auditor = await testConsole.signedIn('auditor')
})

const act = (actor: string, entry: Partial<AuditEntry>) =>
  transaction(world.context(actor), (tx) =>
    recordAudit(tx, { action: 'test.act', target: { type: 'test', id: 'one' }, ...entry }),
  )

interface Line {
  id: string
  actorName: string
  action: string
  targetId: string
  reason: string | null
  merchant: { name: string } | null
  changes: { field: string; before: string | null; after: string | null }[]
}
interface Lines {
  auditEntries: { nodes: Line[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } }
}

const list = async (filter: object, page: { first?: number; after?: string | null } = {}) => {
  const { data, errors } = await auditor.send<Lines>(
    `query ($filter: AuditFilterInput, $first: Int, $after: String) {
      auditEntries(filter: $filter, first: $first, after: $after) {
        nodes { id actorName action targetId reason merchant { name } changes { field before after } }
        pageInfo { hasNextPage endCursor } } }`,
    { filter, ...page },
  )
  expect(errors).toEqual([])
  if (!data) throw new Error('the query returned no data')
  return data.auditEntries
}
const targets = async (filter: object) => (await list(filter)).nodes.map(({ targetId }) => targetId)

test('each filter of the audit log finds the matching entries, and filters can be combined', async () => {
  const { id } = await testConsole.createPerson('finance')
  const who = `staff:${id}`
  await act(who, { target: { type: 'test', id: 'a' }, reason: 'Cliente pediu 100% de volta' })
  await act(who, { target: { type: 'test', id: 'b' }, action: 'test.other', merchantId: world.merchantId })
  const between = world.clock.now()
  world.clock.advance(60_000)
  await act('cli', { target: { type: 'test', id: 'c' }, reason: 'Outra', merchantId: world.merchantId })
  expect(await targets({ actor: who })).toEqual(['b', 'a'])
  expect(await targets({ action: 'test.act', actor: 'cli' })).toEqual(['c'])
  expect(await targets({ targetIds: ['a', 'c'] })).toEqual(['c', 'a'])
  expect(await targets({ merchantId: world.merchantId, targetIds: ['a', 'b', 'c'] })).toEqual(['c', 'b'])
  expect(await targets({ targetIds: ['a', 'b', 'c'], from: new Date(between.getTime() + 1) })).toEqual(['c'])
  expect(await targets({ targetIds: ['a', 'b', 'c'], to: new Date(between.getTime() + 1) })).toEqual([
    'b',
    'a',
  ])
  expect(await targets({ text: 'CLIENTE PEDIU' })).toEqual(['a'])
  expect(await targets({ text: '100%' })).toEqual(['a'])
  expect(await targets({ text: '1_0' })).toEqual([])
  const [line] = (await list({ targetIds: ['b'] })).nodes
  expect(line).toMatchObject({ actorName: 'Pessoa finance', merchant: { name: 'Padaria São João' } })
})

test('pages of the audit log have neither gaps nor duplicates while entries are added', async () => {
  for (let n = 0; n < 7; n++) await act('cli', { target: { type: 'page', id: `p${n}` }, action: 'test.page' })
  const seen: string[] = []
  let after: string | null = null
  do {
    const page: Lines['auditEntries'] = await list({ action: 'test.page' }, { first: 3, after })
    seen.push(...page.nodes.map(({ targetId }) => targetId))
    after = page.pageInfo.endCursor
    await act('cli', { target: { type: 'page', id: 'later' }, action: 'test.page' })
  } while (after !== null)
  expect(seen).toEqual(['p6', 'p5', 'p4', 'p3', 'p2', 'p1', 'p0'])
})

test('an audit entry has the values before and after the change, without secrets and documents', async () => {
  await act('cli', {
    target: { type: 'test', id: 'change' },
    reason: 'CPF 529.982.247-25 confirmado',
    before: { name: 'Velho', scopes: ['a'], document: '52998224725' },
    after: { name: 'Novo', rate: 5 },
  })
  const [line] = (await list({ targetIds: ['change'] })).nodes
  expect(line?.reason).toBe('CPF [CPF] confirmado')
  expect(line?.changes.toSorted((a, b) => (a.field < b.field ? -1 : 1))).toEqual([
    { field: 'document', before: '[…]', after: null },
    { field: 'name', before: 'Velho', after: 'Novo' },
    { field: 'rate', before: null, after: '5' },
    { field: 'scopes', before: '["a"]', after: null },
  ])
  const { data } = await auditor.send<{ auditEntry: Line | null }>(
    'query ($id: Uuid!) { auditEntry(id: $id) { targetId } }',
    { id: line?.id },
  )
  expect(data?.auditEntry?.targetId).toBe('change')
})

test('an audit entry names its target, the charge of the target, and the API key that acted', async () => {
  const charge = await aPaidCharge(world)
  const { body: refund } = await requestRefund(world.rest, charge.id, { amount_cents: 100 })
  const { apiKey } = await createApiKey(world.context(), world.merchantId, { name: 'loja', scopes: SCOPES })
  const keyId = apiKey.id
  const { id: staffId } = await testConsole.createPerson('support')
  const named: [string, string | null][] = [
    ['charge', charge.id],
    ['refund', refund.id],
    ['api_key', keyId],
    ['merchant', world.merchantId],
    ['staff', staffId],
    ['write_off', '01890000-0000-7000-8000-000000000000'],
    ['list', 'charges'],
    ['return_hold', null],
  ]
  for (const [type, id] of named)
    await act(`api-key:${keyId}`, { action: 'test.named', target: { type, id } })
  const { data, errors } = await auditor.send<{ auditEntries: { nodes: object[] } }>(
    `{ auditEntries(filter: { action: "test.named" }) { nodes { actorName targetType target { name chargeId } } } }`,
  )
  expect(errors).toEqual([])
  const actorName = 'api-key:loja'
  const order = charge.order_reference
  expect(data?.auditEntries.nodes.toReversed()).toEqual([
    { actorName, targetType: 'charge', target: { name: order, chargeId: charge.id } },
    { actorName, targetType: 'refund', target: { name: order, chargeId: charge.id } },
    { actorName, targetType: 'api_key', target: { name: 'loja', chargeId: null } },
    { actorName, targetType: 'merchant', target: { name: 'Padaria São João', chargeId: null } },
    { actorName, targetType: 'staff', target: { name: 'Pessoa support', chargeId: null } },
    { actorName, targetType: 'write_off', target: null },
    { actorName, targetType: 'list', target: null },
    { actorName, targetType: 'return_hold', target: null },
  ])
})

test('an audit entry lists changed values before unchanged values', async () => {
  await act('cli', {
    target: { type: 'test', id: 'whole' },
    before: { a: 1, b: 2, c: null, d: 4 },
    after: { a: 1, b: 3, c: null, d: 5 },
  })
  const [line] = (await list({ targetIds: ['whole'] })).nodes
  expect(line?.changes.map(({ field }) => field)).toEqual(['b', 'd', 'a', 'c'])
})

test('the list of actions contains each action of the audit log once, in alphabetical order', async () => {
  await act('cli', { action: 'test.zzz' })
  await act('cli', { action: 'test.zzz' })
  const { data } = await auditor.send<{ auditActions: string[] }>('{ auditActions }')
  const actions = data?.auditActions ?? []
  expect(actions.at(-1)).toBe('test.zzz')
  expect(actions).toEqual([...new Set(actions)].toSorted())
  expect(actions).toContain('staff.sign_in')
})

test('an invalid filter is refused, and the refusal names the invalid fields', async () => {
  const { errors } = await auditor.send(
    `{ auditEntries(filter: { action: "${'x'.repeat(101)}", targetIds: [] }) { nodes { id } } }`,
  )
  expect(errors[0]?.extensions.fields).toEqual([
    { path: 'action', code: 'too_long' },
    { path: 'targetIds', code: 'too_short' },
  ])
})
