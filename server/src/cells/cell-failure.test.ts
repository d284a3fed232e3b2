import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Cell } from '../cells-kit.ts'
import { drainInbox } from '../payments/drain-inbox.ts'
import { startCellJobs, type RunningJobs } from '../jobs.ts'
import { captureLog } from '../testing/captured-log.ts'
import { addAccount, cellOf, merchantIn, resumeCell, stopCell } from '../testing/cell-merchants.ts'
import { eventually } from '../testing/eventually.ts'
import { createCharge } from '../testing/fixtures/charges.ts'
import { World } from '../testing/world.ts'

const CLAIMED = 'this process runs the jobs of the cell'

let world: World
let cell: Cell
beforeAll(async () => {
  world = await World.start({ cells: ['a'], log: captureLog('error').log })
  cell = cellOf(world, 'a')
})
afterAll(() => world.stop())

/**
 * Starts the jobs of the cell as another process does. `claims` returns how often this process began to run the jobs.
 */
function startProcess(): { jobs: RunningJobs; claims: () => number } {
  const { log, lines } = captureLog('info')
  const jobs = startCellJobs({ ...cell, kit: { ...cell.kit, log } })
  return { jobs, claims: () => lines.filter(({ msg }) => msg === CLAIMED).length }
}

test('one process runs the jobs of a cell, and when it stops, another process runs these jobs', async () => {
  const first = startProcess()
  await eventually(() => expect(first.claims()).toBe(1))
  const second = startProcess()
  await first.jobs.stop()
  await eventually(() => expect(second.claims()).toBe(1))
  expect(first.claims()).toBe(1)
  await second.jobs.stop()
})

test('the charges, payments and reads of a merchant in another cell succeed while the cell `main` refuses connections', async () => {
  const { merchantId, rest } = await merchantIn(world, 'a')
  const network = await addAccount(world, { cell: 'a', merchantId, id: 'psp-a' })
  // This call adds the key to the copy of the directory before main is stopped.
  expect((await rest.get('/v1/balance')).status).toBe(200)
  await stopCell(world, 'main')
  const { body, status } = await createCharge(rest)
  network.pay({ txid: body.pix?.txid ?? '' })
  await network.idle()
  const recorded = await drainInbox(cell.kit.context('test'), 100)
  const answers = await Promise.all(
    ['/v1/balance', `/v1/pix/charges/${body.id}`, '/v1/statement'].map((path) => rest.get(path)),
  )
  await resumeCell(world, 'main')
  expect([status, recorded, ...answers.map((one) => one.status)]).toEqual([201, 1, 200, 200, 200])
})

test('while the database of a cell is unreachable, the other cells answer and the process is ready', async () => {
  const { rest } = await merchantIn(world, 'a')
  const readyz = async () => {
    const answer = await fetch(`${world.baseUrl}/readyz`)
    return { status: answer.status, body: await answer.json() }
  }
  expect((await rest.get('/v1/balance')).status).toBe(200)
  expect(await readyz()).toEqual({ status: 200, body: { ready: true, unavailable_cells: [] } })

  await stopCell(world, 'a')
  world.clock.advance(2_000)
  const refused = await rest.get('/v1/balance')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect((await world.rest.get('/v1/balance')).status).toBe(200)
  expect(await readyz()).toEqual({ status: 200, body: { ready: true, unavailable_cells: ['a'] } })

  await resumeCell(world, 'a')
  await eventually(async () => expect((await rest.get('/v1/balance')).status).toBe(200))
  expect(await readyz()).toEqual({ status: 200, body: { ready: true, unavailable_cells: [] } })
})
