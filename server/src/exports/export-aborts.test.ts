import { Client } from 'pg'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '../kernel/database/sql.ts'
import { captureLog } from '../testing/captured-log.ts'
import { eventually } from '../testing/eventually.ts'
import { startConsole } from '../testing/fixtures/start-console.ts'

/** More rows than fit into the buffers between the server and a client that stops reading. */
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

/** Waits for the audit entry of a person's export and returns its values. */
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

/** Starts an export as a new person, reads the first part and stops reading. */
async function startReading() {
  const person = await testConsole.createPerson('support')
  const browser = await testConsole.signInAs(person)
  const aborting = new AbortController()
  const answer = await browser.export(wanted, { signal: aborting.signal })
  const reader = answer.body?.getReader()
  if (!reader) throw new Error('the export has no body')
  await reader.read()
  const rest = async (): Promise<void> => {
    while (!(await reader.read()).done);
  }
  return { person, browser, aborting, rest }
}

test('an export that the client aborts stops, and its audit entry contains the number of rows sent', async () => {
  const { person, aborting } = await startReading()
  aborting.abort()
  const line = await recordedOf(person.id)
  expect(line?.complete).toBe(false)
  expect(line?.rows).toBeGreaterThan(0)
  expect(line?.rows).toBeLessThan(MANY)
  await expect.poll(() => captured.lines.map(({ msg }) => msg)).toContain('export')
  expect(captured.errors()).toEqual([])
})

test('a database failure during an export closes the connection and is logged', async () => {
  const { rest } = await startReading()
  const owner = new Client({ connectionString: world.database.superuserUrl })
  await owner.connect()
  await owner.query('revoke select on webhook_delivery from pix_app')
  await expect(rest()).rejects.toThrow('terminated')
  await owner.query('grant select on webhook_delivery to pix_app')
  await owner.end()
  await expect.poll(() => captured.errors().map(({ msg }) => msg)).toEqual(['export failed'])
})

test.each([
  ['is deactivated', `deactivateStaff(id: $id, reason: "Saiu")`],
  ['gets a role without the permission', `changeStaffRole(id: $id, role: finance, reason: "Mudou")`],
  ['loses the second factor', `resetStaffTotp(id: $id, reason: "Perdeu")`],
])('an export stops when the person %s', async (_what, mutation) => {
  const { person, rest } = await startReading()
  const admin = await testConsole.signedIn('admin')
  const selection = mutation.startsWith('reset') ? '' : ' { id }'
  const done = await admin.send(`mutation ($id: Uuid!) { ${mutation}${selection} }`, { id: person.id })
  expect(done.errors).toEqual([])
  await expect(rest()).rejects.toThrow('terminated')
  expect((await recordedOf(person.id))?.complete).toBe(false)
})

test('an export stops when the person signs out, but continues when a password change gives the session a new token', async () => {
  const signedOut = await startReading()
  await signedOut.browser.send('mutation { signOut }')
  await expect(signedOut.rest()).rejects.toThrow('terminated')

  const withNewToken = await startReading()
  const { errors } = await withNewToken.browser.send(
    'mutation ($c: String!, $p: String!) { changePassword(current: $c, password: $p) }',
    { c: withNewToken.person.password, p: 'uma senha bem longa' },
  )
  expect(errors).toEqual([])
  world.clock.advance(60_000)
  await withNewToken.rest()
  expect(await recordedOf(withNewToken.person.id)).toMatchObject({ rows: MANY, complete: true })
})

/** Inserts MANY deliveries to one endpoint. */
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
