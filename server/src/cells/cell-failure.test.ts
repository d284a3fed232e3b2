import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '../api-keys/create-api-key.ts'
import type { Cell } from '../cells-kit.ts'
import { startCellJobs, type RunningJobs } from '../jobs.ts'
import { SCOPES } from '../kernel/scopes.ts'
import { captureLog } from '../testing/captured-log.ts'
import { RestClient } from '../testing/clients/rest-client.ts'
import { eventually } from '../testing/eventually.ts'
import { World } from '../testing/world.ts'
import { placeMerchant } from './place-merchant.ts'

const CLAIMED = 'this process runs the jobs of the cell'

let world: World
let cell: Cell
beforeAll(async () => {
  world = await World.start({ cells: ['a'], log: captureLog('error').log })
  const found = world.cells.ofProcess?.find('a')
  if (!found) throw new Error('BUG: there is no cell a')
  cell = found
})
afterAll(() => world.stop())

/** Starts the jobs of the cell as another process does. `claims` returns how often it began to run the jobs. */
function startProcess(): { jobs: RunningJobs; claims: () => number } {
  const { log, lines } = captureLog('info')
  const jobs = startCellJobs({ ...cell, kit: { ...cell.kit, log } })
  return { jobs, claims: () => lines.filter(({ msg }) => msg === CLAIMED).length }
}

test('one process runs the jobs of a cell, and another one continues when the first one stops', async () => {
  const first = startProcess()
  await eventually(() => expect(first.claims()).toBe(1))
  const second = startProcess()
  await first.jobs.stop()
  await eventually(() => expect(second.claims()).toBe(1))
  expect(first.claims()).toBe(1)
  await second.jobs.stop()
})

test('while the database of a cell is unreachable, the other cells answer and the process is ready', async () => {
  const placing = { cells: ['main', 'a'], wanted: 'a', contextOf: () => cell.kit.context('test') }
  const input = { name: 'Loja', document: '12345678000195' }
  const { merchant } = await placeMerchant(world.context(), input, placing)
  const { key } = await createApiKey(cell.kit.context('test'), merchant.id, { name: 'x', scopes: SCOPES })
  const rest = new RestClient(world.baseUrl, key)
  const readyz = async () => {
    const answer = await fetch(`${world.baseUrl}/readyz`)
    return { status: answer.status, body: await answer.json() }
  }
  expect((await rest.get('/v1/balance')).status).toBe(200)
  expect(await readyz()).toEqual({ status: 200, body: { ready: true, unavailable_cells: [] } })

  const database = world.cells.databases.get('a')
  const name = new URL(database?.url ?? '').pathname.slice(1)
  await world.database.asSuperuser(
    `alter database ${name} allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  )
  world.clock.advance(2_000)
  expect((await rest.get('/v1/balance')).status).toBeGreaterThanOrEqual(500)
  expect((await world.rest.get('/v1/balance')).status).toBe(200)
  expect(await readyz()).toEqual({ status: 200, body: { ready: true, unavailable_cells: ['a'] } })

  await world.database.asSuperuser(`alter database ${name} allow_connections true`)
  await eventually(async () => expect((await rest.get('/v1/balance')).status).toBe(200))
  expect(await readyz()).toEqual({ status: 200, body: { ready: true, unavailable_cells: [] } })
})
