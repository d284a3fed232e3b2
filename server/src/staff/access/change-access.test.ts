import { afterEach, beforeEach, expect, test } from 'vitest'
import { auditOf } from '../../testing/fixtures/audit-lines.ts'
import { TestConsole, whoAmI, type ConsoleClient } from '../../testing/clients/console-client.ts'
import { World } from '../../testing/world.ts'

let world: World
let testConsole: TestConsole
let admin: { id: string; browser: ConsoleClient }

// Each test starts with a new world, because its result depends on which administrators exist.
beforeEach(async () => {
  world = await World.start()
  testConsole = await TestConsole.start(world.kit)
  admin = await signInNewPerson('admin')
})
afterEach(async () => {
  await testConsole.stop()
  await world.stop()
})

async function signInNewPerson(role: 'admin' | 'support' | 'finance') {
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

test('a role change ends every session of the person and applies from the next sign-in', async () => {
  const ana = await signInNewPerson('finance')
  const otherSession = await testConsole.signInAs(ana)
  expect(await demote(admin.browser, ana.id)).toBe('done')
  expect(await whoAmI(ana.browser)).toBeNull()
  expect(await whoAmI(otherSession)).toBeNull()
  world.clock.advance(30_000)
  expect((await whoAmI(await testConsole.signInAs(ana)))?.role).toBe('support')
  const lines = await auditOf(world.context(), ana.id)
  expect(lines.find(({ action }) => action === 'staff.change_role')).toMatchObject({
    actor: `staff:${admin.id}`,
    role: 'admin',
    reason: 'Mudou de área',
    before: { role: 'finance' },
    after: { role: 'support', sessions_ended: 2 },
  })
})

test('deactivating a person ends their sessions, and the person cannot sign in until reactivated', async () => {
  const ana = await signInNewPerson('support')
  expect(await deactivate(admin.browser, ana.id)).toBe('done')
  expect(await whoAmI(ana.browser)).toBeNull()
  expect((await ana.browser.signIn(ana.email, ana.password)).code).toBe('UNAUTHENTICATED')
  expect(await deactivate(admin.browser, ana.id)).toBe('done')
  expect(await reactivate(admin.browser, ana.id)).toBe('done')
  expect(await whoAmI(ana.browser)).toBeNull()
  await ana.browser.signIn(ana.email, ana.password)
  expect((await whoAmI(ana.browser))?.id).toBe(ana.id)
  const actions = (await auditOf(world.context(), ana.id)).map(({ action }) => action)
  expect(actions.filter((action) => /activate/.test(action))).toEqual([
    'staff.deactivate',
    'staff.reactivate',
  ])
})

test('the last active administrator cannot be demoted or deactivated', async () => {
  const second = await signInNewPerson('admin')
  expect(await deactivate(admin.browser, second.id)).toBe('done')
  expect(await demote(admin.browser, admin.id)).toBe('last_admin')
  expect(await deactivate(admin.browser, admin.id)).toBe('last_admin')
  expect((await whoAmI(admin.browser))?.role).toBe('admin')
  expect(await reactivate(admin.browser, second.id)).toBe('done')
  expect(await demote(admin.browser, admin.id)).toBe('done')
})

test('when two administrators deactivate and demote each other at the same time, only one of the two calls succeeds', async () => {
  for (let round = 0; round < 5; round++) {
    const second = await signInNewPerson('admin')
    const answers = await Promise.all([
      deactivate(admin.browser, second.id),
      demote(second.browser, admin.id),
    ])
    // The second call is refused: either no other administrator would be left, or its caller's session has ended.
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1)
    if (answers[0] !== 'done') admin = second
  }
})

test('an access change without a reason or for an unknown person is refused', async () => {
  const { id } = await signInNewPerson('support')
  expect(await send(admin.browser, `deactivateStaff(id: "${id}", reason: "  ")`)).toEqual([
    { path: 'reason', code: 'too_short' },
  ])
  expect(await deactivate(admin.browser, '01890000-0000-7000-8000-00000000000f')).toBe('staff_not_found')
  expect(await deactivate(admin.browser, 'nobody')).toBe('malformed_id')
})
