import { createApiKey } from '../api-keys/create-api-key.ts'
import { placeMerchant } from '../cells/place-merchant.ts'
import type { Cell, Cells } from '../cells-kit.ts'
import { MAIN_CELL } from '../kernel/settings/config.ts'
import { SCOPES } from '../kernel/scopes.ts'
import { assignPixAccounts } from '../pix-accounts/manage/assign-accounts.ts'
import { RestClient } from './clients/rest-client.ts'
import type { TestDatabase } from './test-database.ts'
import type { World } from './world.ts'

/** Returns the cells of a world that was started with cells. */
export function cellsOf({ cells }: World): Cells {
  if (!cells.ofProcess) throw new Error('BUG: the world has no cells')
  return cells.ofProcess
}

/** Returns a cell of a world. */
export function cellOf(world: World, id: string): Cell {
  const cell = cellsOf(world).find(id)
  if (!cell) throw new Error(`BUG: the world has no cell ${id}`)
  return cell
}

/** Creates a merchant in a cell, with a key of every scope. */
export async function merchantIn(
  world: World,
  cell: string,
  name = `Loja ${cell}`,
): Promise<{ merchantId: string; rest: RestClient }> {
  const contextOf = (id: string) => cellOf(world, id).kit.context('test')
  const placing = { cells: cellsOf(world).list.map(({ id }) => id), wanted: cell, contextOf }
  const input = { name, document: '12345678000195', terms: { writeRate: 1_000, feePercentBps: 0 } }
  const { merchant } = await placeMerchant(world.context(), input, placing)
  const { key } = await createApiKey(contextOf(cell), merchant.id, { name: 'tudo', scopes: SCOPES })
  return { merchantId: merchant.id, rest: new RestClient(world.baseUrl, key) }
}

/** Creates a receiving account in a cell, and assigns it to a merchant. */
export async function addAccount(
  world: World,
  { cell, merchantId, id }: Record<'cell' | 'merchantId' | 'id', string>,
) {
  const ctx = cellOf(world, cell).kit.context('test')
  const network = await world.networks.add(ctx, id, {
    callbackBase: `http://service.test/cells/${cell}/network`,
  })
  await assignPixAccounts(ctx, merchantId, [id])
  return network
}

/** Makes the database of a cell refuse connections, and closes the open connections. */
export async function stopCell(world: World, cell: string): Promise<void> {
  const name = nameOf(databaseOf(world, cell))
  await anotherDatabase(world, cell).asSuperuser(
    `alter database ${name} allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  )
}

/** Lets the database of a cell accept connections again. */
export const resumeCell = (world: World, cell: string): Promise<void> =>
  anotherDatabase(world, cell).asSuperuser(
    `alter database ${nameOf(databaseOf(world, cell))} allow_connections true`,
  )

const nameOf = ({ url }: TestDatabase): string => new URL(url).pathname.slice(1)

function databaseOf({ cells, database: main }: World, cell: string): TestDatabase {
  const database = cell === MAIN_CELL ? main : cells.databases.get(cell)
  if (!database) throw new Error(`BUG: the cell ${cell} has no database`)
  return database
}

/** Returns a database that accepts connections while the database of `cell` does not. */
function anotherDatabase({ cells, database: main }: World, cell: string): TestDatabase {
  const [other] = cell === MAIN_CELL ? cells.databases.values() : [main]
  if (!other) throw new Error('BUG: the world has only one cell')
  return other
}
