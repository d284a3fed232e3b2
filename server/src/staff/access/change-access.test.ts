import { afterEach, beforeEach, expect, test } from 'vitest'
import { auditOf } from '../../testing/fixtures/audit-lines.ts'
import { TestConsole, whoAmI, type ConsoleClient } from '../../testing/clients/console-client.ts'
import { World } from '../../testing/world.ts'

let world: World
let testConsole: TestConsole
let chief: { id: string; browser: ConsoleClient }

/** Whoever administrates is part of what is tested: every test has an office of its own. */
beforeEach(async () => {
  world = await World.start()
  testConsole = await TestConsole.start(world.kit)
  chief = await someone('admin')
})
afterEach(async () => {
  await testConsole.stop()
  await world.stop()
})

async function someone(role: 'admin' | 'support' | 'finance') {
  const person = await testConsole.createPerson(role)
  return { ...person, browser: await testConsole.signInAs(person) }
}

const send = async (by: ConsoleClient, mutation: string) => {
  const { errors } = await by.send(`mutation { ${mutation} { id } }`)
  const [refusal] = errors
  return refusal
    ? (refusal.extensions.reason ?? refusal.extensions.fields ?? refusal.extensions.code)
    : 'done'
}
const demote = (by: ConsoleClient, id: string) =>
  send(by, `changeStaffRole(id: "${id}", role: support, reason: "Mudou de área")`)
const deactivate = (by: ConsoleClient, id: string) => send(by, `deactivateStaff(id: "${id}", reason: "Saiu")`)
const reactivate = (by: ConsoleClient, id: string) =>
  send(by, `reactivateStaff(id: "${id}", reason: "Voltou")`)

test('a new role ends every session, and holds from the next sign-in', async () => {
  const ana = await someone('finance')
  const elsewhere = await testConsole.signInAs(ana)
  expect(await demote(chief.browser, ana.id)).toBe('done')
  expect(await whoAmI(ana.browser)).toBeNull()
  expect(await whoAmI(elsewhere)).toBeNull()
  world.clock.advance(30_000)
  expect((await whoAmI(await testConsole.signInAs(ana)))?.role).toBe('support')
  const lines = await auditOf(world.context(), ana.id)
  expect(lines.find(({ action }) => action === 'staff.change_role')).toMatchObject({
    actor: `staff:${chief.id}`,
    role: 'admin',
    reason: 'Mudou de área',
    before: { role: 'finance' },
    after: { role: 'support', sessions_ended: 2 },
  })
})

test('who is shut out is out at once and stays out until let in again', async () => {
  const ana = await someone('support')
  expect(await deactivate(chief.browser, ana.id)).toBe('done')
  expect(await whoAmI(ana.browser)).toBeNull()
  expect((await ana.browser.signIn(ana.email, ana.password)).code).toBe('UNAUTHENTICATED')
  expect(await deactivate(chief.browser, ana.id)).toBe('done')
  expect(await reactivate(chief.browser, ana.id)).toBe('done')
  expect(await whoAmI(ana.browser)).toBeNull()
  await ana.browser.signIn(ana.email, ana.password)
  expect((await whoAmI(ana.browser))?.id).toBe(ana.id)
  const actions = (await auditOf(world.context(), ana.id)).map(({ action }) => action)
  expect(actions.filter((action) => /activate/.test(action))).toEqual([
    'staff.deactivate',
    'staff.reactivate',
  ])
})

test('the last administrator in force stays one', async () => {
  const second = await someone('admin')
  expect(await deactivate(chief.browser, second.id)).toBe('done')
  expect(await demote(chief.browser, chief.id)).toBe('last_admin')
  expect(await deactivate(chief.browser, chief.id)).toBe('last_admin')
  expect((await whoAmI(chief.browser))?.role).toBe('admin')
  expect(await reactivate(chief.browser, second.id)).toBe('done')
  expect(await demote(chief.browser, chief.id)).toBe('done')
})

test('two administrators who shut each other out at once are never both gone', async () => {
  for (let round = 0; round < 5; round++) {
    const second = await someone('admin')
    const answers = await Promise.all([
      deactivate(chief.browser, second.id),
      demote(second.browser, chief.id),
    ])
    // The loser was the last, or its session had ended before it was heard.
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1)
    if (answers[0] !== 'done') chief = second
  }
})

test('access changes need a reason and a person that exists', async () => {
  const { id } = await someone('support')
  expect(await send(chief.browser, `deactivateStaff(id: "${id}", reason: "  ")`)).toEqual([
    { path: 'reason', code: 'too_short' },
  ])
  expect(await deactivate(chief.browser, '01890000-0000-7000-8000-00000000000f')).toBe('staff_not_found')
  expect(await deactivate(chief.browser, 'nobody')).toBe('malformed_id')
})
