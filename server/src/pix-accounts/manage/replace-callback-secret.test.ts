import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Network } from '../../../simulator/network.ts'
import { sql } from '../../kernel/database/sql.ts'
import { readRunState } from '../../kernel/jobs/request-run.ts'
import { CALLBACK_SECRET, World } from '../../testing/world.ts'
import { openSecrets } from '../account-secrets.ts'
import { registerCallbacks } from '../callback-accounts.ts'
import { CALLBACK_JOB, replaceCallbackSecret } from './replace-callback-secret.ts'

const HOUR_MS = 3_600_000

let world: World
let first: Network
beforeAll(async () => {
  world = await World.start()
  first = await world.networks.add(world.context(), 'first')
})
afterAll(() => world.stop())

/** Returns the callback secrets of an account, the newest one first. */
const secretsOf = async (accountId: string): Promise<string[]> =>
  (await openSecrets(world.context(), { kind: 'callback_secret' }))
    .filter((secret) => secret.accountId === accountId)
    .map(({ secret }) => secret)

/**
 * Sends an empty callback with each secret, after every process has read the secrets again. Returns the HTTP statuses.
 */
async function statusesOf(secrets: readonly string[]): Promise<number[]> {
  world.clock.advance(1_001)
  const statuses: number[] = []
  for (const secret of secrets) {
    const answer = await fetch(`${world.baseUrl}/network/${secret}/pix`, { method: 'POST' })
    await answer.arrayBuffer()
    statuses.push(answer.status)
  }
  return statuses
}

const register = () => registerCallbacks(world.context(), 'http://service.test/network', CALLBACK_SECRET)

test('an earlier callback secret is valid for an hour, and until the PSP has registered the new URL', async () => {
  const [earlier = ''] = await secretsOf('first')
  await replaceCallbackSecret(world.context(), 'first')
  const [current = '', ...others] = await secretsOf('first')
  expect(others).toEqual([earlier])
  await register()
  expect(await statusesOf([earlier, current])).toEqual([200, 200])

  first.setFault({ on: 'webhook', mode: 'http_503' })
  world.clock.advance(HOUR_MS)
  await expect(register()).rejects.toThrow('could not be registered: first')
  expect(await statusesOf([earlier, current])).toEqual([200, 200])

  first.liftFaults()
  await register()
  expect(await statusesOf([earlier, current])).toEqual([404, 200])
  expect(await secretsOf('first')).toEqual([current])
})

/** Postpones the job that registers the callback URLs until tomorrow. */
async function postponeJob(): Promise<void> {
  const tomorrow = new Date(world.clock.now().getTime() + 24 * HOUR_MS)
  await sql(
    world.context(),
    `insert into job_schedule (name, next_run_at, last_claimed_at) values ($1, $2, $2)
     on conflict (name) do update set next_run_at = $2`,
    [CALLBACK_JOB, tomorrow],
  )
  expect(await readRunState(world.context(), CALLBACK_JOB)).toBe('scheduled')
}

test('the registration of the callback URL of a new account is due at once', async () => {
  await postponeJob()
  await world.networks.add(world.context(), 'second')
  expect(await readRunState(world.context(), CALLBACK_JOB)).toBe('due')
})

test('the registration of a replaced callback secret is due at once, and the audit log contains no secret', async () => {
  await postponeJob()
  const { version } = await replaceCallbackSecret(world.context(), 'first')
  expect(await readRunState(world.context(), CALLBACK_JOB)).toBe('due')
  const [entry] = await sql<{ text: string }>(
    world.context(),
    `select row_to_json(e)::text as text from audit_entry e
     where action = 'pix_account.replace_callback_secret' order by seq desc limit 1`,
  )
  const [current = ''] = await secretsOf('first')
  expect(entry?.text).toContain(`"version": ${version}`)
  expect(entry?.text).not.toContain(current)
})

test('the callback secret of the account `default` cannot be replaced, because it comes from the settings', async () => {
  await expect(replaceCallbackSecret(world.context(), 'default')).rejects.toMatchObject({
    details: { reason: 'pix_account_uses_settings' },
  })
})
