import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCells } from '../cells-kit.ts'
import { NO_TRACING } from '../kernel/tracing/tracing.ts'
import { readCells } from '../kernel/settings/cells-config.ts'
import { createApiKey } from '../api-keys/create-api-key.ts'
import { systemIds } from '../kernel/ids.ts'
import { sql } from '../kernel/database/sql.ts'
import { SCOPES } from '../kernel/scopes.ts'
import { assignPixAccounts } from '../pix-accounts/manage/assign-accounts.ts'
import { drainInbox } from '../payments/drain-inbox.ts'
import { operatorEnv, runCommand } from '../testing/clients/command-line.ts'
import { RestClient } from '../testing/clients/rest-client.ts'
import { anIdempotencyKey, createCharge, type ChargeJson } from '../testing/fixtures/charges.ts'
import { cellOf, cellsOf, merchantIn } from '../testing/cell-merchants.ts'
import { settingsOf } from '../testing/world-settings.ts'
import { World } from '../testing/world.ts'
import { Directory } from './directory.ts'
import { endFreeze } from './freeze/end-freeze.ts'
import { abandonMove, freezeMove, startMove, switchMove } from './move-place.ts'
import { placeMerchant } from './place-merchant.ts'

let world: World
beforeAll(async () => {
  world = await World.start({ cells: ['a', 'b'] })
})
afterAll(() => world.stop())

const contextOf = (id: string) => cellOf(world, id).kit.context('test')

/** Returns how many rows with this merchant each cell has in a table. */
async function rowsOf(table: string, merchantId: string): Promise<Record<string, number>> {
  const counts = cellsOf(world).list.map(async ({ id }): Promise<[string, number]> => {
    const text = `select count(*)::int as n from ${table} where merchant_id = $1`
    const [row] = await sql<{ n: number }>(contextOf(id), text, [merchantId])
    return [id, row?.n ?? 0]
  })
  return Object.fromEntries(await Promise.all(counts))
}

/** Ends a freeze although its time is not over. */
const endFreezeNow = (merchantId: string): Promise<boolean> =>
  endFreeze(world.context(), merchantId, { contextOf, cells: ['main', 'a', 'b'], isForced: true })

/** Runs a command with the settings of all cells. */
const command = (text: string) =>
  runCommand(text.split(' '), { ...operatorEnv(world), ...world.cells.settings })

test('the charges and payments of a merchant are stored only in the database of its cell', async () => {
  const { merchantId, rest } = await merchantIn(world, 'a')
  const callbackBase = 'http://service.test/cells/a/network'
  const network = await world.networks.add(contextOf('a'), 'psp-a', { callbackBase })
  await assignPixAccounts(contextOf('a'), merchantId, ['psp-a'])
  const { body, status } = await createCharge(rest)
  expect(status).toBe(201)
  expect(await rowsOf('charge', merchantId)).toEqual({ main: 0, a: 1, b: 0 })

  network.pay({ txid: body.pix?.txid ?? '' })
  await network.idle()
  expect(await drainInbox(contextOf('a'), 100)).toBe(1)
  expect((await rest.get<ChargeJson>(`/v1/pix/charges/${body.id}`)).body.status).toBe('paid')
  expect(await rowsOf('journal_entry', merchantId)).toEqual({ main: 0, a: 1, b: 0 })
})

test('a merchant without an entry in the directory is in the cell `main`, and a key that no cell knows is refused', async () => {
  expect((await world.rest.get('/v1/balance')).status).toBe(200)
  const { key } = await createApiKey(world.context(), world.merchantId, { name: 'nova', scopes: SCOPES })
  expect((await new RestClient(world.baseUrl, key).get('/v1/balance')).status).toBe(200)
  const unknown = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`
  expect((await new RestClient(world.baseUrl, unknown).get('/v1/balance')).status).toBe(401)
})

test('a callback gets 404 if its path has an unknown cell or the secret of another cell', async () => {
  for (const path of ['/cells/a/network/world-callback-secret/pix', '/cells/c/network/x/pix'])
    expect((await fetch(world.baseUrl + path, { method: 'POST', body: '{}' })).status).toBe(404)
})

test('closing the cells does not close the tracing of the process', async () => {
  let closed = 0
  const tracing = { ...NO_TRACING, close: async () => void (closed += 1) }
  const settings = readCells({ ...settingsOf(world.database), ...world.cells.settings })
  const cells = await openCells({ ...world.kit, tracing }, settings)
  await cells?.close()
  expect([cells?.list.length, closed]).toEqual([3, 0])
})

test('calls of a merchant succeed while its rows are copied, are refused during the freeze, and use the new cell after it', async () => {
  const { merchantId, rest } = await merchantIn(world, 'a')
  const control = world.context()
  await startMove(control, merchantId, 'b')
  await cellsOf(world).directory.refresh()
  expect((await rest.get('/v1/balance')).status).toBe(200)
  await expect(startMove(control, merchantId, 'main')).rejects.toMatchObject({ code: 'conflict' })
  await freezeMove(control, merchantId)
  await cellsOf(world).directory.refresh()
  const refused = await rest.get('/v1/balance')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])

  await endFreezeNow(merchantId)
  await abandonMove(control, merchantId)
  await cellsOf(world).directory.refresh()
  expect((await rest.get('/v1/balance')).status).toBe(200)

  // From here on, the process reads the directory only on demand.
  await cellsOf(world).directory.close()
  await startMove(control, merchantId, 'b')
  const version = await freezeMove(control, merchantId)
  await switchMove(control, merchantId, { version, hashes: [] })
  await expect(abandonMove(control, merchantId)).rejects.toMatchObject({
    details: { reason: 'move_is_decided' },
  })
  await endFreezeNow(merchantId)
  await world.cells.databases.get('a')?.asSuperuser(`delete from api_key where merchant_id = '${merchantId}'`)
  world.clock.advance(2_000)
  // This process has not yet read the end of the move. The unknown key makes the process read the directory.
  expect((await rest.get('/v1/balance')).status).toBe(503)
  expect(cellsOf(world).directory.placeOf(merchantId)).toMatchObject({ cellId: 'b', state: 'active' })
  expect((await rest.get('/v1/balance')).status).toBe(401)
})

test('a process that froze a merchant cannot switch the merchant to the new cell after another process has ended the freeze', async () => {
  const { merchantId } = await merchantIn(world, 'a')
  const control = world.context()
  await startMove(control, merchantId, 'b')
  const version = await freezeMove(control, merchantId)
  await endFreezeNow(merchantId)
  await freezeMove(control, merchantId)
  await expect(switchMove(control, merchantId, { version, hashes: [] })).rejects.toMatchObject({
    details: { reason: 'freeze_has_ended' },
  })
})

test('a copy of the directory continues to give its last answers while the directory is unreachable', async () => {
  const { merchantId } = await merchantIn(world, 'a')
  let isReachable = true
  const directory = new Directory(() => {
    if (!isReachable) throw new Error('unreachable')
    return world.context()
  })
  await directory.refresh()
  isReachable = false
  await expect(directory.refresh()).rejects.toThrow('unreachable')
  expect(directory.placeOf(merchantId)).toMatchObject({ cellId: 'a', state: 'active' })
  isReachable = true
  await startMove(world.context(), merchantId, 'b')
  await freezeMove(world.context(), merchantId)
  await directory.refresh()
  expect(directory.placeOf(merchantId).state).toBe('moving')
})

test('a database that belongs to another cell receives no call', async () => {
  const { rest } = await merchantIn(world, 'b')
  await using confused = await World.start({ cells: ['a'] })
  await confused.cells.databases.get('a')?.asSuperuser(`update cell_identity set cell_id = 'x'`)
  const { kit, requireIdentity } = cellOf(confused, 'a')
  await expect(requireIdentity(kit.context('test'))).rejects.toMatchObject({ code: 'service_unavailable' })
  expect((await rest.get('/v1/balance')).status).toBe(200)
})

test('a new merchant goes to the only open cell, and is refused if no cell is open', async () => {
  const placing = { cells: ['main', 'a', 'b'], contextOf }
  const input = { name: 'Loja', document: '12345678000195', idempotencyKey: anIdempotencyKey() }
  await command('cell close --id main')
  await command('cell close --id a')
  await command('cell open --id b')
  const first = await placeMerchant(world.context(), input, placing)
  expect(first.cellId).toBe('b')
  await command('cell close --id b')
  const again = await placeMerchant(world.context(), input, placing)
  expect([again.cellId, again.merchant.id]).toEqual(['b', first.merchant.id])
  const other = { ...input, idempotencyKey: anIdempotencyKey() }
  await expect(placeMerchant(world.context(), other, placing)).rejects.toMatchObject({
    details: { reason: 'no_open_cell' },
  })
})

test('the command line creates merchants and keys in a cell, finds the cell of an account, and lists cells', async () => {
  const created = await command('account create --name Papelaria --document 12345678000195 --cell b --json')
  expect(created.stderr).toBe('')
  const { gateway_id: id, cell }: { gateway_id: string; cell: string } = JSON.parse(created.stdout)
  expect(cell).toBe('b')
  const keyed = await command(`api-key create --account ${id} --name x --scopes balance:read --json`)
  const { key }: { key: string } = JSON.parse(keyed.stdout)
  expect((await new RestClient(world.baseUrl, key).get('/v1/balance')).status).toBe(200)

  const listed: { items: { id: string; fault: string | null }[] } = JSON.parse(
    (await command('cell list --json')).stdout,
  )
  expect(listed.items.map((one) => [one.id, one.fault])).toEqual([
    ['main', null],
    ['a', null],
    ['b', null],
  ])
  const refused = await command('ledger verify')
  expect([refused.status, refused.stderr]).toEqual([
    1,
    expect.stringContaining('name one of the cells with --cell'),
  ])
  expect((await command('ledger verify --cell b')).status).toBe(0)
  expect((await command(`ledger verify --account ${id}`)).status).toBe(0)
  expect((await command(`ledger verify --account ${systemIds.uuid(world.clock.now())}`)).status).toBe(1)
})
