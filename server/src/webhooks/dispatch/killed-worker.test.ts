import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../kernel/database/sql.ts'
import { eventually } from '../../testing/eventually.ts'
import { answer, neverAnswer } from '../../testing/fakes/webhook-receiver.ts'
import { WebhookFixture, type WebhookMerchant } from '../../testing/fixtures/webhook-fixture.ts'

const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 3)
const EVENTS = 12
const WORKER = join(import.meta.dirname, '..', '..', 'testing', 'delivery-worker.ts')

let fixture: WebhookFixture
const workers = new Set<ChildProcess>()
beforeAll(async () => {
  fixture = await WebhookFixture.start()
})
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await fixture.stop()
})

/** Starts a worker process with the database and the keys of the test world. */
function startWorker(): ChildProcess {
  const { config, secrets } = fixture.world.kit
  const keys = secrets.encryptionKeys.map(({ id, key }) => `${id}:${key.toString('base64')}`)
  const worker = spawn(
    process.execPath,
    ['--experimental-transform-types', '--disable-warning=ExperimentalWarning', WORKER],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        DATABASE_URL: fixture.world.database.url,
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
        WEBHOOK_ALLOW_PRIVATE: fixture.receiver.host,
        WEBHOOK_CA_FILE: fixture.receiver.caFile,
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

/** Makes every lease expire. Returns the ids of the deliveries that were being sent. */
const expireLeases = () =>
  sql(
    fixture.context(),
    `update webhook_delivery set lease_until = created_at where status = 'sending' returning id`,
  )

const countSends = ({ path }: WebhookMerchant): Map<unknown, number> => {
  const counts = new Map<unknown, number>()
  for (const { headers } of fixture.callsTo(path)) {
    const id = headers['x-svc-event-id']
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

test('killed workers lose no event, and only the deliveries that were being sent are sent a second time', async () => {
  let worker = startWorker()
  for (let round = 0; round < ROUNDS; round++) {
    const merchant = await fixture.createHealthyMerchant()
    // Every other round kills the worker before the response. The other rounds kill the worker between the response and
    // the recording of the result.
    fixture.receiver.behave(round % 2 === 0 ? neverAnswer : answer(200))
    const ids = await fixture.recordEvents(merchant.merchantId, EVENTS)
    await eventually(() => expect(fixture.callsTo(merchant.path).length).toBeGreaterThanOrEqual(4))
    await kill(worker)
    fixture.receiver.behave(answer(200))
    const inFlight = await expireLeases()
    expect(inFlight.length).toBeLessThanOrEqual(4)
    worker = startWorker()
    await eventually(async () => {
      const statuses = (await fixture.deliveries(merchant)).map(({ status }) => status)
      expect(statuses).toEqual(Array(EVENTS).fill('succeeded'))
    })
    const counts = countSends(merchant)
    expect(Array.from(counts.keys()).toSorted()).toEqual(ids.toSorted())
    const twice = Array.from(counts.values()).filter((count) => count > 1)
    expect(Math.max(...counts.values())).toBeLessThanOrEqual(2)
    expect(twice.length).toBeLessThanOrEqual(inFlight.length)
  }
  await kill(worker)
})
