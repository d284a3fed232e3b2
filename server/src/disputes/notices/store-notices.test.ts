import { afterEach, beforeEach, expect, test } from 'vitest'
import { readBacklogs } from '../../jobs/read-backlogs.ts'
import { sql } from '../../kernel/database/sql.ts'
import { aPaidCharge } from '../../testing/fixtures/charges.ts'
import { anInfracao, sendNotices } from '../../testing/fixtures/disputes.ts'
import { World } from '../../testing/world.ts'
import { applyNotices } from './apply-notices.ts'

let world: World
beforeEach(async () => {
  world = await World.start()
})
afterEach(() => world.stop())

test('the backlog of the job `notices` counts only notices that can be applied', async () => {
  const charge = await aPaidCharge(world)
  await sendNotices(world, {
    infracoes: [
      anInfracao(world, charge),
      anInfracao(world, charge, { id: 'x', endToEndId: 'E'.repeat(32) }),
    ],
  })
  const backlog = async () => (await readBacklogs(world.context())).find(({ job }) => job === 'notices')
  expect(await backlog()).toMatchObject({ count: 1 })
  await applyNotices(world.context('job:notices'), 10)
  expect(await backlog()).toMatchObject({ count: 0 })
})

test('a callback with a wrong secret or without a list of at most 1,000 notices is refused', async () => {
  expect((await sendNotices(world, { infracoes: [] }, 'wrong')).status).toBe(404)
  for (const body of [{ pix: [] }, 'x', { infracoes: Array.from({ length: 1_001 }, () => ({})) }])
    expect((await sendNotices(world, body)).status).toBe(422)
})

test('an unreadable notice is skipped, and the other notices of the same callback are stored', async () => {
  const charge = await aPaidCharge(world)
  const wrong = [
    { status: 'OUTRA' },
    { valor: undefined },
    { valor: '0.00' },
    { endToEndId: 'E'.repeat(31) },
    { id: 'a\0' },
  ]
  const infracoes = [
    ...wrong.map((changes, n) => anInfracao(world, charge, { id: `wrong${n}`, ...changes })),
    anInfracao(world, charge, { id: 'right', descricao: 'a\0' }),
    null,
  ]
  expect((await sendNotices(world, { infracoes })).status).toBe(200)
  expect(await sql(world.context(), 'select network_id, description from dispute_notice')).toEqual([
    { network_id: 'right', description: null },
  ])
})
