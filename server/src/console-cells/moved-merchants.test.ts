import { afterEach, expect, test } from 'vitest'
import { freezeMove, startMove } from '../cells/move-place.ts'
import { moveMerchant } from '../cells/move/move-merchant.ts'
import { cellOf, cellsOf, merchantIn, resumeCell, stopCell } from '../testing/cell-merchants.ts'
import type { GraphqlAnswer } from '../testing/clients/console-client.ts'
import { eventually } from '../testing/eventually.ts'
import { startConsole } from '../testing/fixtures/start-console.ts'
import { TestMoveTools } from '../testing/move-tools.ts'

const { world, testConsole } = await startConsole({ cells: ['a'] })

afterEach(() => resumeCell(world, 'a'))

/** Moves a merchant to the cell `to`. Closes the database connections of the move afterwards. */
async function move(merchantId: string, to: string, accounts: string[]): Promise<void> {
  await using run = new TestMoveTools(world)
  await moveMerchant(run.tools, { merchantId, to, accounts })
  await cellsOf(world).directory.refresh()
}

const AUDIT = `query ($m: Uuid!, $n: Int, $after: String) {
  auditEntries(filter: { merchantId: $m }, first: $n, after: $after) {
    nodes { action actorName merchant { id name } target { name } } totalCount
    pageInfo { hasNextPage endCursor } } }`

interface Entry {
  action: string
  actorName: string
  merchant: { id: string; name: string } | null
  target: { name: string } | null
}

interface AuditPage {
  auditEntries: {
    nodes: Entry[]
    totalCount: number
    pageInfo: { hasNextPage: boolean; endCursor: string | null }
  }
}

const CREATE_KEY = `mutation ($m: Uuid!, $n: String!) {
  createApiKey(input: { merchantId: $m, name: $n, scopes: ["balance:read"] }) { apiKey { id } } }`

test('the audit log of a moved merchant lists its entries from all cells in order of time', async () => {
  const admin = await testConsole.signedIn('admin')
  const { merchantId } = await merchantIn(world, 'a', 'Loja que muda')
  const act = async (name: string): Promise<void> => {
    world.clock.advance(1_000)
    const { errors } = await admin.send(CREATE_KEY, { m: merchantId, n: name })
    expect(errors).toEqual([])
    world.clock.advance(1_000)
  }
  /** Reads the whole log in pages, the oldest entry first. */
  const readAll = async (n: number): Promise<Entry[]> => {
    const entries: Entry[] = []
    let after: string | null = null
    do {
      const answer: GraphqlAnswer<AuditPage> = await admin.send(AUDIT, { m: merchantId, n, after })
      expect(answer.errors).toEqual([])
      const page = answer.data?.auditEntries
      entries.push(...(page?.nodes ?? []))
      after = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null
    } while (after !== null)
    return entries.toReversed()
  }

  await act('antes')
  await move(merchantId, 'main', [])
  await act('depois')
  const entries = await readAll(100)
  const since = entries.findIndex(({ target }) => target?.name === 'antes')
  expect(entries.slice(since).map(({ action, target }) => [action, target?.name])).toEqual([
    ['api_key.create', 'antes'],
    ['cell.move_merchant', 'Loja que muda'],
    ['api_key.create', 'depois'],
  ])
  expect(entries.filter(({ merchant }) => merchant?.name !== 'Loja que muda')).toEqual([])
  expect(await readAll(1)).toEqual(entries)

  await stopCell(world, 'a')
  const partial = await admin.send<AuditPage>(AUDIT, { m: merchantId, n: 100, after: null })
  expect(partial).toMatchObject({ errors: [], missingCells: ['a'] })
  expect(partial.data?.auditEntries.nodes.map(({ action }) => action)).toEqual([
    'api_key.create',
    'cell.move_merchant',
  ])
})

test('while a merchant is frozen during its move, its pages are refused instead of being empty', async () => {
  const admin = await testConsole.signedIn('admin')
  const { merchantId } = await merchantIn(world, 'a', 'Loja parada')
  const read = () => admin.send<object>('query ($m: Uuid!) { merchant(id: $m) { name } }', { m: merchantId })
  await startMove(world.context(), merchantId, 'main')
  await freezeMove(world.context(), merchantId)
  await cellsOf(world).directory.refresh()
  expect((await read()).errors[0]?.extensions).toMatchObject({ code: 'service_unavailable' })
  await eventually(async () => expect((await read()).data).toEqual({ merchant: { name: 'Loja parada' } }))
})

test('while the cell of a merchant is stopped, the audit log still shows an entry about the merchant, with `merchant` null', async () => {
  const admin = await testConsole.signedIn('admin')
  const { merchantId } = await merchantIn(world, 'main', 'Loja distante')
  await world.networks.add(cellOf(world, 'a').kit.context('test'), 'psp-a')
  await move(merchantId, 'a', ['psp-a'])
  await stopCell(world, 'a')
  const { data, errors } = await admin.send<AuditPage>(AUDIT, { m: merchantId, n: 100, after: null })
  expect(errors).toEqual([])
  expect(data?.auditEntries.nodes[0]).toMatchObject({ action: 'cell.move_merchant', merchant: null })
})
