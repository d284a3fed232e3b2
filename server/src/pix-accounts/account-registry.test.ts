import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PixProvider } from '../pix/provider.ts'
import { NO_NETWORK } from '../pix/no-network.ts'
import { captureLog } from '../testing/captured-log.ts'
import { eventually } from '../testing/eventually.ts'
import { World } from '../testing/world.ts'
import { UNUSED } from './account-state.ts'
import { PixAccountRegistry } from './account-registry.ts'
import { createPixAccount } from './manage/create-pix-account.ts'
import { replacePixAccountSecrets } from './manage/replace-account-secrets.ts'
import { setPixAccountState } from './manage/set-account-state.ts'
import type { OpenedAccount } from './loaded-account.ts'

const TXID = 'a'.repeat(32)

let world: World
beforeAll(async () => {
  world = await World.start()
  await createPixAccount(world.context(), {
    id: 'first',
    profile: 'standard',
    environment: 'sandbox',
    baseUrl: 'http://first.test',
    tokenUrl: 'http://first.test/token',
    clientId: 'client',
    clientSecret: 'secret-1',
    pixKey: 'first@pix.example',
  })
})
afterAll(() => world.stop())

const logged = captureLog('error')

/** Returns a registry whose accounts are opened by `open`. */
const openRegistry = (open: (secret: string) => OpenedAccount) =>
  new PixAccountRegistry({
    clock: world.clock,
    context: () => ({ ...world.context(), log: logged.log }),
    ownProvider: NO_NETWORK,
    open: (_, { client_secret: secret = '' }) => open(secret),
  })

test('the connections of an earlier version of an account are closed only when the operations that use them have ended', async () => {
  const waiting = Promise.withResolvers<void>()
  const closed: string[] = []
  const used: string[] = []
  const registry = openRegistry((secret) => {
    const find: PixProvider['find'] = async () => {
      used.push(secret)
      if (secret === 'secret-1') await waiting.promise
      return closed.includes(secret) ? { kind: 'unavailable' } : { kind: 'absent' }
    }
    return { provider: { ...NO_NETWORK, find }, close: () => Promise.resolve(void closed.push(secret)) }
  })
  const pix = registry.of('first')
  const earlier = [pix.find(TXID), pix.find(TXID)]
  await eventually(() => expect(used).toEqual(['secret-1', 'secret-1']))
  await replacePixAccountSecrets(world.context(), 'first', { clientSecret: 'secret-2' })
  world.clock.advance(1_001)
  expect(await pix.find(TXID)).toEqual({ kind: 'absent' })
  expect([used.at(-1), closed]).toEqual(['secret-2', []])
  waiting.resolve()
  expect(await Promise.all(earlier)).toEqual([{ kind: 'absent' }, { kind: 'absent' }])
  await eventually(() => expect(closed).toEqual(['secret-1']))
  await registry.close()
  expect(closed).toEqual(['secret-1', 'secret-2'])
})

test('an error in the test call to an avoided PSP is logged, and the next pause ends with another test call', async () => {
  let probes = 0
  const find = (): Promise<never> => {
    probes += 1
    return Promise.reject(new Error('broken adapter'))
  }
  const provider = { ...NO_NETWORK, find }
  const registry = openRegistry(() => ({ provider, close: () => Promise.resolve() }))
  const pix = registry.of('first')
  const request = {
    txid: TXID,
    amountCents: 100n,
    expiresInSeconds: 60,
    payer: { name: 'Maria', document: '12345678909' },
    description: null,
    merchantName: 'Loja',
  }
  for (let n = 0; n < 2; n++) await pix.issue(request)
  for (const expected of [1, 2]) {
    world.clock.advance(30_001)
    expect(await registry.avoided()).toEqual(['first'])
    await eventually(() => expect(logged.errors()).toHaveLength(expected))
  }
  expect(probes).toBe(2)
  expect(logged.errors()[0]).toMatchObject({ account_id: 'first', msg: 'the test of a PSP failed' })
  await registry.close()
})

test('certificateEndsAt returns when the client certificate of the connection expires, and an account that is turned off has no state', async () => {
  const endsAt = new Date('2027-01-31T12:00:00Z')
  const state = () => ({ ...UNUSED, certificateEnds: [{ certificate: 'psp_client' as const, endsAt }] })
  const provider = NO_NETWORK
  const registry = openRegistry(() => ({ provider, state, close: () => Promise.resolve() }))
  expect(registry.states().map(({ accountId }) => accountId)).toEqual(['default'])
  expect(await registry.certificateEndsAt('first')).toEqual(endsAt)
  expect(registry.states().map(({ accountId }) => accountId)).toEqual(['default', 'first'])
  await setPixAccountState(world.context(), 'first', 'draining')
  await setPixAccountState(world.context(), 'first', 'off')
  world.clock.advance(1_001)
  expect(await registry.certificateEndsAt('first')).toBeUndefined()
  expect(registry.states().map(({ accountId }) => accountId)).toEqual(['default'])
  await setPixAccountState(world.context(), 'first', 'active')
  await registry.close()
})
