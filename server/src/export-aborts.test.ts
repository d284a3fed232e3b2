import { Client } from 'pg'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from './kernel/database/sql.ts'
import { captureLog } from './testing/captured-log.ts'
import { eventually } from './testing/eventually.ts'
import { startConsole } from './testing/fixtures/start-console.ts'

/** More than the buffers between a server and a reader who has stopped reading can hold. */
const MANY = 40_000

const captured = captureLog()
const { world, testConsole } = await startConsole({ log: captured.log })
afterEach(() => {
  captured.lines.length = 0
})
let wanted: object
beforeAll(async () => {
  await manyDeliveries()
  wanted = {
    list: 'webhook-deliveries',
    format: 'csv',
    zone: 'America/Sao_Paulo',
    filter: { merchantId: world.merchantId },
  }
})

/** What stands on the record of a person's files, once there is any. */
const recordedOf = (staffId: string) =>
  eventually(async () => {
    const lines = await sql<{ after: { rows: number; complete: boolean } }>(
      world.context(),
      `select after from audit_entry where action = 'list.export' and actor = $1`,
      [`staff:${staffId}`],
    )
    expect(lines).toHaveLength(1)
    return lines[0]?.after
  })

/** Somebody whose file has begun, and who has stopped reading. */
async function reading() {
  const person = await testConsole.createPerson('support')
  const browser = await testConsole.signInAs(person)
  const leaving = new AbortController()
  const answer = await browser.export(wanted, { signal: leaving.signal })
  const reader = answer.body?.getReader()
  if (!reader) throw new Error('no file')
  await reader.read()
  const rest = async (): Promise<void> => {
    while (!(await reader.read()).done);
  }
  return { person, browser, leaving, rest }
}

test('a file that its reader breaks off stops being read, and is on the record as far as it got', async () => {
  const { person, leaving } = await reading()
  leaving.abort()
  const line = await recordedOf(person.id)
  expect(line?.complete).toBe(false)
  expect(line?.rows).toBeGreaterThan(0)
  expect(line?.rows).toBeLessThan(MANY)
  await expect.poll(() => captured.lines.map(({ msg }) => msg)).toContain('export')
  expect(captured.errors()).toEqual([])
})

test('a failure of the database in the middle of a file breaks it off and is logged', async () => {
  const { rest } = await reading()
  const owner = new Client({ connectionString: world.database.superuserUrl })
  await owner.connect()
  await owner.query('revoke select on webhook_delivery from pix_app')
  await expect(rest()).rejects.toThrow('terminated')
  await owner.query('grant select on webhook_delivery to pix_app')
  await owner.end()
  await expect.poll(() => captured.errors().map(({ msg }) => msg)).toEqual(['export failed'])
})

test.each([
  ['is shut out', `deactivateStaff(id: $id, reason: "Saiu")`],
  ['gets a role that has not the list', `changeStaffRole(id: $id, role: finance, reason: "Mudou")`],
  ['loses the second factor', `resetStaffTotp(id: $id, reason: "Perdeu")`],
])('whoever %s is given no more of a file', async (_what, mutation) => {
  const { person, rest } = await reading()
  const admin = await testConsole.signedIn('admin')
  const selection = mutation.startsWith('reset') ? '' : ' { id }'
  const done = await admin.send(`mutation ($id: Uuid!) { ${mutation}${selection} }`, { id: person.id })
  expect(done.errors).toEqual([])
  await expect(rest()).rejects.toThrow('terminated')
  expect((await recordedOf(person.id))?.complete).toBe(false)
})

test('whoever signs out is given no more; a fresh token for the same session changes nothing', async () => {
  const leaver = await reading()
  await leaver.browser.send('mutation { signOut }')
  await expect(leaver.rest()).rejects.toThrow('terminated')

  const stayer = await reading()
  const { errors } = await stayer.browser.send(
    'mutation ($c: String!, $p: String!) { changePassword(current: $c, password: $p) }',
    { c: stayer.person.password, p: 'uma senha bem longa' },
  )
  expect(errors).toEqual([])
  world.clock.advance(60_000)
  await stayer.rest()
  expect(await recordedOf(stayer.person.id)).toMatchObject({ rows: MANY, complete: true })
})

/** So many deliveries of one event to one endpoint. */
async function manyDeliveries(): Promise<void> {
  const { body } = await world.rest.post<{ id: string }>('/v1/webhooks/endpoints', {
    url: 'https://shop.example/hook',
  })
  await sql(
    world.context(),
    `insert into webhook_delivery (id, merchant_id, endpoint_id, event_id, event_type, event_created_at, status, trigger,
       attempts, scheduled_attempts, created_at, finished_at)
     select gen_random_uuid(), $1, $2, 'evt_' || n, 'charge.paid', $3, 'succeeded', 'auto', 1, 1, $3, $3
     from generate_series(1, ${MANY}) n`,
    [world.merchantId, body.id, world.clock.now()],
  )
}
