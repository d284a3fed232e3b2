import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Network } from '../../../simulator/network.ts'
import { cancelCharge } from '../../charges/cancellation/cancel-charge.ts'
import { txidOf } from '../../charges/charge.entity.ts'
import { sql } from '../../kernel/database/sql.ts'
import { readRunState } from '../../kernel/jobs/request-run.ts'
import { createCharge, type ChargeJson } from '../../testing/fixtures/charges.ts'
import { World } from '../../testing/world.ts'
import { assignPixAccounts } from './assign-accounts.ts'
import { changePixAccountConnection } from './change-account-connection.ts'
import { createPixAccount } from './create-pix-account.ts'
import { CALLBACK_JOB } from './replace-callback-secret.ts'
import { setPixAccountState } from './set-account-state.ts'

let world: World
let first: Network
let moved: Network
let charge: ChargeJson
beforeAll(async () => {
  world = await World.start()
  first = await world.networks.add(world.context(), 'first')
  moved = await world.networks.add(world.context(), 'moved')
  await assignPixAccounts(world.context(), world.merchantId, ['first'])
  charge = (await createCharge(world.rest)).body
})
afterAll(() => world.stop())

const change = (given: Parameters<typeof changePixAccountConnection>[2], id = 'first') =>
  changePixAccountConnection(world.context(), id, given)

const MOVED = {
  baseUrl: 'http://moved.test',
  tokenUrl: 'http://moved.test/oauth/token',
  pixKey: 'nova@pix.example',
}
const refusal = (reason: string) => ({ code: 'conflict', details: { reason } })

test.each([
  ['an http URL in production', { baseUrl: 'http://itau.test/v2' }, 'baseUrl'],
  ['a text that is no URL', { tokenUrl: 'itau' }, 'tokenUrl'],
  ['an empty key', { pixKey: '' }, 'pixKey'],
  ['no value', {}, 'baseUrl'],
])('a change of the connection to %s is refused', async (_name, given, path) => {
  await createPixAccount(world.context(), {
    id: 'production',
    profile: 'itau',
    environment: 'production',
    baseUrl: 'https://itau.test/v2',
    tokenUrl: 'https://itau.test/token',
    clientId: 'cliente',
    pixKey: 'pix@loja.example',
  }).catch(() => undefined)
  await expect(change(given, 'production')).rejects.toMatchObject({
    code: 'validation_error',
    details: { fields: expect.arrayContaining([expect.objectContaining({ path })]) },
  })
})

test('the connection of the account `default` cannot be changed, because it comes from the settings', async () => {
  await expect(change(MOVED, 'default')).rejects.toMatchObject(refusal('pix_account_uses_settings'))
})

test('the URL of API Pix and the Pix key of an account that gets new charges cannot be changed', async () => {
  await expect(change({ baseUrl: MOVED.baseUrl })).rejects.toMatchObject(refusal('pix_account_not_draining'))
  await expect(change({ pixKey: MOVED.pixKey })).rejects.toMatchObject(refusal('pix_account_not_draining'))
})

test('an open charge prevents a change of the API Pix URL and the Pix key, but not of the token URL', async () => {
  await setPixAccountState(world.context(), 'first', 'draining')
  for (const given of [{ baseUrl: MOVED.baseUrl }, { pixKey: MOVED.pixKey }])
    await expect(change(given)).rejects.toMatchObject(refusal('pix_account_has_open_work'))
  const { version } = await change({ tokenUrl: 'http://first.test/oauth/token?v=2' })
  expect(version).toBe(3)
  expect(await change({ tokenUrl: 'http://first.test/oauth/token?v=2' })).toMatchObject({ version })
})

test('new charges of an account without open work use the changed URLs and the changed key', async () => {
  await cancelCharge(world.context(), world.merchantId, charge.id, 'merchant')
  await sql(world.context(), `update job_schedule set next_run_at = '2100-01-01' where name = $1`, [
    CALLBACK_JOB,
  ])
  await change(MOVED)
  expect(await readRunState(world.context(), CALLBACK_JOB)).toBe('due')
  await setPixAccountState(world.context(), 'first', 'active')
  world.clock.advance(1_001)
  const { body } = await createCharge(world.rest)
  expect(first.cob(txidOf(body.id)).cob).toBeNull()
  expect(moved.cob(txidOf(body.id)).cob).toMatchObject({ chave: MOVED.pixKey })
})

test('the audit log has the earlier and the new connection', async () => {
  const [entry] = await sql(
    world.context(),
    `select target_id, before, after from audit_entry
     where action = 'pix_account.change_connection' order by seq desc limit 1`,
  )
  expect(entry).toEqual({
    target_id: 'first',
    before: {
      base_url: 'http://first.test',
      auth_url: 'http://first.test/oauth/token?v=2',
      dict: 'first@pix.example',
    },
    after: { base_url: MOVED.baseUrl, auth_url: MOVED.tokenUrl, dict: MOVED.pixKey },
  })
})
