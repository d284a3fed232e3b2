import { expect, test } from 'vitest'
import { whoAmI, type ConsoleClient } from '../testing/clients/console-client.ts'
import { startConsole } from '../testing/fixtures/start-console.ts'

const { world, testConsole } = await startConsole()

interface Session {
  id: string
  current: boolean
  ip: string
  userAgent: string
  lastSeenAt: string
}

const sessionsOf = async (browser: ConsoleClient): Promise<Session[]> => {
  const { data } = await browser.send<{ mySessions: Session[] }>(
    '{ mySessions { id current ip userAgent startedAt lastSeenAt endsAt } }',
  )
  return data?.mySessions ?? []
}

const end = (browser: ConsoleClient, id: string | undefined) =>
  browser.send('mutation ($id: SessionId!) { endMySession(id: $id) }', { id })

/** Creates a person with a session in each of three browsers. */
async function threeBrowsers() {
  const { id, email, password } = await testConsole.createPerson('support')
  const browsers = [testConsole.browser(), testConsole.browser(), testConsole.browser()] as const
  for (const browser of browsers) {
    world.clock.advance(1_000)
    await browser.signIn(email, password)
  }
  return { id, browsers }
}

test('a person can list their sessions and end another of them, but no session of another person', async () => {
  const { browsers } = await threeBrowsers()
  const [first, second, third] = browsers
  const sessions = await sessionsOf(second)
  expect(sessions.map(({ current }) => current)).toEqual([false, true, false])
  expect(sessions[0]).toMatchObject({ ip: '127.0.0.1', userAgent: expect.stringContaining('node') })
  expect((await end(second, sessions[0]?.id)).errors).toEqual([])
  expect(await whoAmI(third)).toBeNull()
  expect(await whoAmI(first)).not.toBeNull()
  expect((await end(second, sessions[0]?.id)).errors[0]?.extensions.reason).toBe('session_not_found')
  const stranger = await testConsole.signedIn('admin')
  expect((await end(stranger, sessions[1]?.id)).errors[0]?.extensions.reason).toBe('session_not_found')
})

test('endMyOtherSessions ends all sessions of the person except the current session', async () => {
  const { browsers } = await threeBrowsers()
  const [first, ...others] = browsers
  expect((await first.send('mutation { endMyOtherSessions }')).data).toEqual({ endMyOtherSessions: 2 })
  expect(await Promise.all(others.map(whoAmI))).toEqual([null, null])
  expect(await sessionsOf(first)).toHaveLength(1)
})

test('an administrator lists the sessions of another person without the tokens, and ends one of these sessions', async () => {
  const { id, browsers } = await threeBrowsers()
  const admin = await testConsole.signedIn('admin')
  const read = () =>
    admin.send<{ staffMember: { sessions: Session[]; lastSeenAt: string } }>(
      'query ($id: Uuid!) { staffMember(id: $id) { lastSeenAt sessions { id ip userAgent current lastSeenAt } } }',
      { id },
    )
  const { data } = await read()
  const [newest] = data?.staffMember.sessions ?? []
  expect(data?.staffMember.lastSeenAt).toBe(newest?.lastSeenAt)
  expect(newest).toMatchObject({ current: false })
  expect(JSON.stringify(data)).not.toContain(browsers[2].cookie?.split('=')[1] ?? 'no cookie')
  const ended = await admin.send(
    'mutation ($s: Uuid!, $id: SessionId!) { endStaffSession(staffId: $s, id: $id) }',
    {
      s: id,
      id: newest?.id,
    },
  )
  expect(ended.errors).toEqual([])
  expect(await whoAmI(browsers[2])).toBeNull()
  expect((await read()).data?.staffMember.sessions).toHaveLength(2)
})
