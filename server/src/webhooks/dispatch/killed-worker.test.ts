import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../kernel/database/sql.ts'
import { eventually } from '../../testing/eventually.ts'
import { answer, never } from '../../testing/far-end/receiver.ts'
import { Market, type Shop } from '../../testing/makers/shops.ts'

const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 3)
const EVENTS = 12
const WORKER = join(import.meta.dirname, '..', '..', 'testing', 'delivery-worker.ts')

let market: Market
const workers = new Set<ChildProcess>()
beforeAll(async () => {
  market = await Market.start()
})
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await market.stop()
})

/** A worker as a process of its own, on the database and with the keys of the world. */
function startWorker(): ChildProcess {
  const { config, secrets } = market.world.kit
  const keys = secrets.encryptionKeys.map(({ id, key }) => `${id}:${key.toString('base64')}`)
  const worker = spawn(
    process.execPath,
    ['--experimental-transform-types', '--disable-warning=ExperimentalWarning', WORKER],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        DATABASE_URL: market.world.database.url,
        ENCRYPTION_KEYS: keys.join(','),
        CURSOR_SECRET: secrets.cursorSecret,
        PIX_BASE_URL: config.pix.baseUrl,
        PIX_TOKEN_URL: config.pix.tokenUrl,
        PIX_CLIENT_ID: secrets.pixClientId,
        PIX_CLIENT_SECRET: secrets.pixClientSecret,
        PIX_CALLBACK_SECRET: secrets.pixCallbackSecret,
        PIX_KEY: config.pix.key,
        EMBEDDED: '1',
        LOG_LEVEL: 'error',
        WEBHOOK_ALLOW_PRIVATE: market.receiver.host,
        WEBHOOK_CA_FILE: market.receiver.caFile,
      },
    },
  )
  workers.add(worker)
  return worker
}

async function kill(worker: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => {
    worker.once('exit', resolve)
  })
  worker.kill('SIGKILL')
  await exited
  workers.delete(worker)
}

/** Half a minute later: the leases of whoever is dead have ended. */
const endLeases = () =>
  sql(
    market.context(),
    `update webhook_delivery set lease_until = created_at where status = 'sending' returning id`,
  )

const timesSent = ({ path }: Shop): Map<unknown, number> => {
  const times = new Map<unknown, number>()
  for (const { headers } of market.callsTo(path)) {
    const id = headers['x-svc-event-id']
    times.set(id, (times.get(id) ?? 0) + 1)
  }
  return times
}

test('workers killed while they send lose nothing, and send again at most what was under way, once', async () => {
  let worker = startWorker()
  for (let round = 0; round < ROUNDS; round++) {
    const shop = await market.healthyShop()
    // Killed in turn while the receiver has not answered, and while its answers have not been recorded.
    market.receiver.behave(round % 2 === 0 ? never : answer(200))
    const ids = await market.events(shop.merchantId, EVENTS)
    await eventually(() => expect(market.callsTo(shop.path).length).toBeGreaterThanOrEqual(4))
    await kill(worker)
    market.receiver.behave(answer(200))
    const underWay = await endLeases()
    expect(underWay.length).toBeLessThanOrEqual(4)
    worker = startWorker()
    await eventually(async () => {
      const statuses = (await market.deliveries(shop)).map(({ status }) => status)
      expect(statuses).toEqual(Array(EVENTS).fill('succeeded'))
    })
    const times = timesSent(shop)
    expect(Array.from(times.keys()).toSorted()).toEqual(ids.toSorted())
    const twice = Array.from(times.values()).filter((count) => count > 1)
    expect(Math.max(...times.values())).toBeLessThanOrEqual(2)
    expect(twice.length).toBeLessThanOrEqual(underWay.length)
  }
  await kill(worker)
})
