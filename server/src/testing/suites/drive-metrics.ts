import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startJobs } from '../../jobs.ts'
import { sql } from '../../kernel/database/sql.ts'
import { drainInbox } from '../../payments/drain-inbox.ts'
import { holdReturns } from '../../returns/hold/hold-returns.ts'
import { releaseReturns } from '../../returns/hold/release-returns.ts'
import { serveMetrics } from '../../serve-metrics.ts'
import { registerEndpoint } from '../../webhooks/endpoints/register-endpoint.ts'
import { ConsoleClient, TestConsole } from '../clients/console-client.ts'
import { scrape, type Scrape } from '../clients/scrape.ts'
import { refuseRows } from './it-isolates-failing-merchant.ts'
import { crowd } from './crowd-pool.ts'
import { eventually } from '../eventually.ts'
import { selfSigned } from '../fakes/certificates.ts'
import { answer, startReceiver, type Receiver } from '../fakes/webhook-receiver.ts'
import { archiveWal, ownArchiver } from '../fixtures/archiver.ts'
import { createCharge, type ChargeJson } from '../fixtures/charges.ts'
import { aBalanceEvent, recordTestEvents } from '../fixtures/events.ts'
import { sendFile } from '../fixtures/files.ts'
import { fillRequestLog } from '../fixtures/requests.ts'
import { requestRefund } from '../fixtures/returns.ts'
import { World } from '../world.ts'

/** Scrapes of the metrics at the times that the tests compare. */
export interface Scrapes {
  /** A scrape before any request. */
  idle: Scrape
  /**
   * A scrape a minute after payments, charges and events were stored. No job has processed the rows of these payments,
   * charges and events.
   */
  stuck: Scrape
  /** A scrape of another process whose database connections are all in use. */
  crowded: Scrape
  /** A scrape after the jobs have processed all rows that are due. */
  done: Scrape
}

const [STATE_MS, BLOCKED_MS, MINUTE_MS] = [16_000, 100, 60_000]
const [SIGN_IN_ATTEMPTS, CALLS_AT_ONCE] = [6, 8]
const OPERATION = 'query MetricsProbe { me { id } }'
const OPERATION_ID = `sha256:${createHash('sha256').update(OPERATION).digest('hex')}`

interface ServiceParts {
  receiver: Receiver
  testConsole: TestConsole
  close: () => Promise<void>
}

/** A running service that exports its metrics, with a webhook receiver and a console with one GraphQL operation. */
export class MeteredService implements AsyncDisposable {
  readonly secrets: string[] = []
  readonly #parts: ServiceParts

  private constructor(
    readonly world: World,
    readonly port: number,
    parts: ServiceParts,
  ) {
    this.#parts = parts
  }

  static async start(): Promise<MeteredService> {
    const receiver = await startReceiver()
    const folder = mkdtempSync(join(tmpdir(), 'pix-console-'))
    writeFileSync(join(folder, '.operations.json'), JSON.stringify({ [OPERATION_ID]: OPERATION }))
    const [certFile, keyFile] = [join(folder, 'client.crt'), join(folder, 'client.key')]
    const { cert, key } = selfSigned('client')
    writeFileSync(certFile, cert)
    writeFileSync(keyFile, key)
    const world = await World.start({
      settings: {
        METRICS_PORT: '0',
        CONSOLE_DIR: folder,
        WEBHOOK_ALLOW_PRIVATE: receiver.host,
        WEBHOOK_CA_FILE: receiver.caFile,
        PIX_CERT_FILE: certFile,
        PIX_KEY_FILE: keyFile,
        PIX_CA_FILE: certFile,
      },
    })
    await ownArchiver(world)
    const metrics = await serveMetrics(world.kit)
    if (!metrics) throw new Error('BUG: the world serves no metrics')
    const testConsole = await TestConsole.start(world.kit)
    return new MeteredService(world, metrics.port, {
      receiver,
      testConsole,
      async close() {
        await metrics.close()
        await testConsole.stop()
        await world.stop()
        await receiver.close()
        rmSync(folder, { recursive: true })
      },
    })
  }

  scrape(): Promise<Scrape> {
    return scrape(this.port)
  }

  /** Uses every part of the service, and scrapes the metrics in between. */
  async drive(): Promise<Scrapes> {
    const idle = await this.scrape()
    await this.#registerEndpoints()
    const charge = await this.#storeWork()
    await Promise.all([this.#exceedRateLimit(), this.#useConsole()])
    fillRequestLog(this.world.kit)
    await holdReturns(this.world.context('cli'), 'a test')
    this.world.clock.advance(MINUTE_MS)
    blockEventLoop()
    const stuck = await this.scrape()
    await releaseReturns(this.world.context('cli'), { reason: 'a test', anyway: true })
    const crowded = await crowd(this.world)
    return { idle, stuck, crowded, done: await this.#runJobs(charge) }
  }

  /** Registers one endpoint that accepts events, and one that answers 410. An answer of 410 ends a delivery. */
  async #registerEndpoints(): Promise<void> {
    const { receiver } = this.#parts
    receiver.behave((call) => answer(call.path === '/gone' ? 410 : 200)(call))
    for (const path of ['/good', '/gone']) {
      const url = receiver.url(path)
      const { secret } = await registerEndpoint(this.world.context(), this.world.merchantId, {
        url,
        eventTypes: [],
      })
      this.secrets.push(secret)
    }
  }

  /** Stores a payment, a parked payment, a charge whose issuance has no result, and an event. */
  async #storeWork(): Promise<ChargeJson> {
    const { world } = this
    await failToRecord(world)
    const { body: charge } = await createCharge(world.rest)
    const { body: parked } = await createCharge(world.rest)
    world.network.payMany([charge.pix?.txid ?? '', parked.pix?.txid ?? ''])
    await world.network.idle()
    await sql(world.context(), "update network_inbox set state = 'parked' where txid = $1", [
      parked.pix?.txid ?? '',
    ])
    world.network.setFault({ on: 'cob', mode: 'http_500', count: 2 })
    await createCharge(world.rest)
    world.network.liftFaults()
    await recordTestEvents(world.context(), world.merchantId, [aBalanceEvent(world.merchantId)])
    await archiveWal(world)
    await sendFile(world.rest, world.merchantId)
    return charge
  }

  async #exceedRateLimit(): Promise<void> {
    const { rest } = await this.world.anotherMerchant({ writeRate: 1 })
    // The service checks the rate at the start of each call, so concurrent calls exceed the rate, however long the
    // calls take.
    await eventually(async () => {
      const answers = await Promise.all(Array.from({ length: CALLS_AT_ONCE }, () => createCharge(rest)))
      if (answers.every(({ status }) => status !== 429))
        throw new Error('No call was answered with 429: expected one call above the rate limit')
    })
  }

  async #useConsole(): Promise<void> {
    const { testConsole } = this.#parts
    const browser = testConsole.browser()
    await browser.post(JSON.stringify({ documentId: OPERATION_ID }))
    const person = await testConsole.createPerson('support')
    this.secrets.push(person.email, person.password)
    for (let n = 0; n < SIGN_IN_ATTEMPTS; n++) await browser.signIn(person.email, 'a wrong password')
    await new ConsoleClient(this.world.baseUrl).send('{ me { id } }').catch(() => undefined)
  }

  /**
   * Runs the jobs until the payment is refunded and the webhooks are sent, verifies the ledger, and reads the metrics.
   */
  async #runJobs(charge: ChargeJson): Promise<Scrape> {
    const { world } = this
    world.network.setFault({ on: 'webhook', mode: 'http_500', count: 1 })
    const jobs = startJobs(world.kit)
    await eventually(async () => {
      const { status } = await requestRefund(world.rest, charge.id)
      if (status !== 201)
        throw new Error(`POST /refunds of charge ${charge.id} answered ${status}, expected 201`)
    })
    const done = await eventually(async () => {
      world.clock.advance(STATE_MS)
      const now = await this.scrape()
      if (!isDone(now)) throw new Error('The jobs have not yet done everything that isDone checks')
      return now
    })
    await jobs.stop()
    return done
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#parts.close()
  }
}

/** Returns whether the jobs have done everything that the tests check. */
const isDone = (now: Scrape): boolean =>
  now.value('pix_ledger_entries_total', { kind: 'refund.completed' }) === 1 &&
  Number(now.value('pix_webhook_delivery_lag_seconds', { endpoint: 'healthy' })) > 0 &&
  Number(now.value('pix_webhook_deliveries_total', { outcome: 'failed' })) > 0 &&
  Number(now.value('pix_job_runs_total', { job: 'callback', outcome: 'failed' })) > 0 &&
  now.value('pix_job_last_success_timestamp_seconds', { job: 'sweep' }) !== undefined &&
  now.value('pix_audit_verify_ok') === 1 &&
  now.value('pix_ledger_verify_ok') === 1 &&
  now.value('pix_issuance_backlog') === 0 &&
  now.value('pix_webhook_overdue_seconds') === 0

/** Keeps the processor busy for a while, so that the delay of the event loop is measurable. */
function blockEventLoop(): void {
  const endMs = performance.now() + BLOCKED_MS
  while (performance.now() < endMs);
}

/** Makes the inbox job fail for one payment. The job's second run records the payment. */
async function failToRecord(world: World): Promise<void> {
  const { merchantId, rest } = await world.anotherMerchant()
  const { body } = await createCharge(rest)
  world.network.pay({ txid: body.pix?.txid ?? '' })
  await world.network.idle()
  const accept = await refuseRows(world, 'payment', merchantId)
  await drainInbox(world.context('job:inbox'), 1)
  await accept()
  world.clock.advance(MINUTE_MS)
  await drainInbox(world.context('job:inbox'), 1)
}
