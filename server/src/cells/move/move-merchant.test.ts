import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '../../api-keys/create-api-key.ts'
import type { Cell, Cells } from '../../cells-kit.ts'
import { sql } from '../../kernel/database/sql.ts'
import { SCOPES } from '../../kernel/scopes.ts'
import { verifyLedger } from '../../ledger/verify/verify-ledger.ts'
import { drainInbox } from '../../payments/drain-inbox.ts'
import { assignPixAccounts } from '../../pix-accounts/manage/assign-accounts.ts'
import { RestClient } from '../../testing/clients/rest-client.ts'
import { createCharge, type ChargeJson } from '../../testing/fixtures/charges.ts'
import { TestMoveTools } from '../../testing/move-tools.ts'
import { World } from '../../testing/world.ts'
import { placeMerchant } from '../place-merchant.ts'
import { abortMove } from './abort-move.ts'
import { moveMerchant, type MoveOptions } from './move-merchant.ts'
import type { MoveStep } from './connections.sql.ts'
import type { MoveReport } from './complete-move.ts'

const CELLS = ['main', 'a', 'b']

let world: World
let networks: Map<string, Awaited<ReturnType<World['networks']['add']>>>
beforeAll(async () => {
  world = await World.start({ cells: ['a', 'b'] })
  networks = new Map()
  for (const id of ['a', 'b']) {
    const callbackBase = `http://service.test/cells/${id}/network`
    networks.set(id, await world.networks.add(contextOf(id), `psp-${id}`, { callbackBase }))
  }
})
afterAll(() => world.stop())

function cellsOf(): Cells {
  if (!world.cells.ofProcess) throw new Error('BUG: the world has no cells')
  return world.cells.ofProcess
}

function cellOf(id: string): Cell {
  const cell = cellsOf().find(id)
  if (!cell) throw new Error(`BUG: there is no cell ${id}`)
  return cell
}

const contextOf = (id: string) => cellOf(id).kit.context('test')

async function merchantIn(cell: string): Promise<{ merchantId: string; rest: RestClient }> {
  const placing = { cells: CELLS, wanted: cell, contextOf }
  const input = { name: `Loja ${cell}`, document: '12345678000195', terms: { writeRate: 1_000 } }
  const { merchant } = await placeMerchant(world.context(), input, placing)
  await assignPixAccounts(contextOf(cell), merchant.id, [`psp-${cell}`])
  const { key } = await createApiKey(contextOf(cell), merchant.id, { name: 'tudo', scopes: SCOPES })
  return { merchantId: merchant.id, rest: new RestClient(world.baseUrl, key) }
}

const networkOf = (id: string) => {
  const network = networks.get(id)
  if (!network) throw new Error(`BUG: the cell ${id} has no PSP`)
  return network
}

/** Creates a charge, and pays it at the PSP of a cell, which reports the payment to this cell. */
async function pay(rest: RestClient, cell: string): Promise<ChargeJson> {
  const { body, status } = await createCharge(rest)
  expect(status).toBe(201)
  networkOf(cell).pay({ txid: body.pix?.txid ?? '' })
  await networkOf(cell).idle()
  await drainInbox(contextOf(cell), 100)
  return body
}

const statusOf = async (rest: RestClient, { id }: { id: string }): Promise<string> =>
  (await rest.get<ChargeJson>(`/v1/pix/charges/${id}`)).body.status

async function move(
  options: Partial<MoveOptions> & Pick<MoveOptions, 'merchantId' | 'to'>,
  onStep?: (step: MoveStep) => void,
): Promise<MoveReport> {
  await using run = new TestMoveTools(world, onStep)
  const report = await moveMerchant(run.tools, { accounts: [`psp-${options.to}`], ...options })
  await cellsOf().directory.refresh()
  return report
}

/** Starts a move to the cell `b`, and ends the connections of the command before `last`, as a kill does. */
async function moveUntil(last: MoveStep, merchantId: string): Promise<void> {
  const reached = Promise.withResolvers<void>()
  const run = new TestMoveTools(world, (step) => {
    if (step !== last) return undefined
    reached.resolve()
    return new Promise<void>(() => undefined)
  })
  const moving = moveMerchant(run.tools, { merchantId, to: 'b', accounts: ['psp-b'] })
  await Promise.race([reached.promise, moving])
  await run[Symbol.asyncDispose]()
  await cellsOf().directory.refresh()
}

async function countRows(cell: string, table: string, merchantId: string): Promise<number> {
  const owner = new TestMoveTools(world)
  await using _ = owner
  const { rows } = await (
    await owner.tools.client(cell)
  ).query<{ n: number }>(`select count(*)::int as n from ${table} where merchant_id = $1`, [merchantId])
  return rows[0]?.n ?? -1
}

async function expectSound(cell: string, merchantId?: string): Promise<void> {
  const { findings } = await verifyLedger(contextOf(cell), { merchantId })
  expect(findings).toEqual([])
}

/** Returns the number of tables of a cell whose rows can be hidden from the service. */
async function hidingTables(cell: string): Promise<number> {
  const [row] = await sql<{ n: number }>(
    contextOf(cell),
    `select count(*)::int as n from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace`,
  )
  return row?.n ?? -1
}

test('a merchant with paid and open charges works in the new cell, and the old one has no row of it', async () => {
  const { merchantId, rest } = await merchantIn('a')
  const paid = await pay(rest, 'a')
  const open = (await createCharge(rest)).body
  const balance = async () => ({ ...(await rest.get('/v1/balance')).body, as_of: '' })
  const before = await balance()
  const report = await move({ merchantId, to: 'b' })
  expect(report).toMatchObject({ from: 'a', to: 'b', givenUpFreezes: 0 })
  expect(report.pauseMs).toBeLessThan(2_000)
  expect(await balance()).toEqual(before)
  expect([await statusOf(rest, paid), await statusOf(rest, open)]).toEqual(['paid', 'pending'])
  expect([await countRows('a', 'charge', merchantId), await countRows('b', 'charge', merchantId)]).toEqual([
    0, 2,
  ])
  await expectSound('a')
  await expectSound('b', merchantId)
  expect([await hidingTables('a'), await hidingTables('b')]).toEqual([0, 0])
  const created = await pay(rest, 'b')
  expect(await statusOf(rest, created)).toBe('paid')
  await expectSound('b', merchantId)
  await expect(move({ merchantId, to: 'b' })).rejects.toMatchObject({ details: { reason: 'same_cell' } })
})

// The command `pnpm scale move` kills a move at every step.
test.each<MoveStep>(['copy', 'hide', 'switch', 'show', 'delete'])(
  'a command that ends before the step %s leaves one cell that works, and a repeated command completes the move',
  async (last) => {
    const { merchantId, rest } = await merchantIn('a')
    const paid = await pay(rest, 'a')
    await moveUntil(last, merchantId)
    const refused: MoveStep[] = ['hide', 'copy_rest', 'finish_copy', 'switch', 'show', 'open']
    const isRefused = refused.includes(last)
    expect((await rest.get('/v1/balance')).status).toBe(isRefused ? 503 : 200)
    if (!isRefused) expect(await statusOf(rest, paid)).toBe('paid')
    await move({ merchantId, to: 'b' }).catch((error: unknown) => {
      if (last !== 'end') throw error
    })
    expect(await statusOf(rest, paid)).toBe('paid')
    expect(await countRows('a', 'charge', merchantId)).toBe(0)
    await expectSound('b', merchantId)
    expect([await hidingTables('a'), await hidingTables('b')]).toEqual([0, 0])
  },
)

test('a move that fails in the freeze lets the merchant work in the source again', async () => {
  const { merchantId, rest } = await merchantIn('a')
  const paid = await pay(rest, 'a')
  const fail = (step: MoveStep): void => {
    if (step === 'switch') throw new Error('the switch fails')
  }
  await expect(move({ merchantId, to: 'b' }, fail)).rejects.toThrow('the switch fails')
  await cellsOf().directory.refresh()
  expect(await statusOf(rest, paid)).toBe('paid')
  await move({ merchantId, to: 'b' })
  expect(await statusOf(rest, paid)).toBe('paid')
})

test.each<MoveStep>(['start', 'verify_copy', 'switch'])(
  'an aborted move that ended before the step %s leaves the source whole',
  async (last) => {
    const { merchantId, rest } = await merchantIn('a')
    const paid = await pay(rest, 'a')
    await moveUntil(last, merchantId)
    await using run = new TestMoveTools(world)
    if (last === 'start')
      await expect(abortMove(run.tools, merchantId)).rejects.toMatchObject({
        details: { reason: 'merchant_is_not_moving' },
      })
    else expect(await abortMove(run.tools, merchantId)).toBe('a')
    await cellsOf().directory.refresh()
    expect(await statusOf(rest, paid)).toBe('paid')
    expect(await countRows('b', 'charge', merchantId)).toBe(0)
    await expectSound('a', merchantId)
    expect([await hidingTables('a'), await hidingTables('b')]).toEqual([0, 0])
  },
)
