import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp } from './app.ts'
import { systemIds } from './kernel/ids.ts'
import type { Secrets } from './kernel/settings/config.ts'
import { openKit } from './kit.ts'
import { captureLog } from './testing/captured-log.ts'
import { RestClient } from './testing/clients/rest-client.ts'
import { createCharge } from './testing/fixtures/charges.ts'
import { World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

const logged = captureLog('warn')

/** Starts another API process of the world with other secrets. */
async function startProcess(changed: Partial<Secrets>) {
  const { config, secrets } = world.kit
  const { pix } = world
  const kit = await openKit(config, { ...secrets, ...changed }, { clock: world.clock, pix, log: logged.log })
  const server = createServer(makeApp(kit, undefined))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('BUG: the server listens on no port')
  return {
    rest: new RestClient(`http://127.0.0.1:${address.port}`, world.key),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await kit.close()
    },
  }
}

const OLD = 'world-callback-secret'
const NEW = systemIds.bytes(24).toString('hex')

test('while the callback secret is replaced, callbacks with the new and with the previous secret are recorded', async () => {
  await using replaced = await startProcess({ pixCallbackSecret: NEW, pixCallbackSecretPrevious: OLD })
  for (const [n, secret] of [OLD, NEW].entries()) {
    const { body: charge } = await createCharge(world.rest)
    const [valor, horario] = ['12.34', world.clock.now()]
    const pix = { endToEndId: `E${String(n).repeat(31)}`, txid: charge.pix?.txid, valor, horario }
    expect((await replaced.rest.post(`/network/${secret}/pix`, { pix: [pix] })).status).toBe(200)
    await world.settleInbox()
    expect((await world.rest.get(`/v1/pix/charges/${charge.id}`)).body).toMatchObject({ payments_count: 1 })
  }
  expect((await replaced.rest.post('/network/wrong/pix', { pix: [] })).status).toBe(404)
})

test('a process logs the use of the previous callback secret at most once a minute, and does not log the secret', async () => {
  await using replaced = await startProcess({ pixCallbackSecret: NEW, pixCallbackSecretPrevious: OLD })
  const countLines = async (secret: string) => {
    logged.lines.length = 0
    await replaced.rest.post(`/network/${secret}/pix`, { pix: [] })
    await replaced.rest.post(`/network/${secret}/pix`, { pix: [] })
    return logged.lines.map(({ msg }) => msg)
  }
  const notice = 'a callback used PIX_CALLBACK_SECRET_PREVIOUS: the PSP does not use the new URL yet'
  expect(await countLines(OLD)).toEqual([notice])
  expect(await countLines(OLD)).toEqual([])
  world.clock.advance(60_000)
  expect(await countLines(NEW)).toEqual([])
  expect(await countLines(OLD)).toEqual([notice])
})

test('without PIX_CALLBACK_SECRET_PREVIOUS, a callback with the previous secret gets 404', async () => {
  await using replaced = await startProcess({ pixCallbackSecret: NEW })
  expect((await replaced.rest.post(`/network/${OLD}/pix`, { pix: [] })).status).toBe(404)
  expect((await replaced.rest.post(`/network/${NEW}/pix`, { pix: [] })).status).toBe(200)
})

const list = (rest: RestClient, cursor = '') =>
  rest.get<{ next_cursor: string; error?: object }>(`/v1/pix/charges?limit=1${cursor}`)

test('after a change of CURSOR_SECRET, an earlier cursor gets 422 invalid_cursor, and the cursor of a new list is accepted', async () => {
  await using changed = await startProcess({ cursorSecret: systemIds.bytes(24).toString('hex') })
  for (let n = 0; n < 2; n++) await createCharge(world.rest)
  const { body } = await list(world.rest)
  const refused = await list(changed.rest, `&cursor=${body.next_cursor}`)
  expect(refused).toMatchObject({
    status: 422,
    body: { error: { code: 'validation_error', details: { reason: 'invalid_cursor' } } },
  })
  const { body: fresh } = await list(changed.rest)
  expect((await list(changed.rest, `&cursor=${fresh.next_cursor}`)).status).toBe(200)
})
