import type { Client } from 'pg'
import { plusMs, systemClock } from '../../src/kernel/clock.ts'
import { until, verifyLedgers, type Bench } from '../bench.ts'
import { Callbacks } from '../load/callbacks.ts'
import { createEndpoints, createMerchants, type BenchMerchant } from '../merchants.ts'
import { Deployment } from '../deployment.ts'
import { asSuperuser, connect, type Stack } from '../stack.ts'
import { copyMerchant, prepareCopies, finishCopies } from './copy-merchant.ts'
import { createHistory } from './history.ts'
import { PendingCharges } from './pending-charges.ts'

const MERCHANTS = 50
const DAY_MS = 86_400_000
/** Charges are spread over a year. Only recent ones have events, because the service keeps events for 90 days. */
const FROM_DAYS = 365
const EVENTS_FROM_DAYS = 88
const YOUNGEST_MS = 600_000
/** Partitions are created as of these weeks before now. The service creates those around the current week. */
const PARTITIONS_AROUND_WEEKS = [13, 5]
const DELIVERED_TIMEOUT_MS = 60_000
/** The number of merchants, without the large one, whose ledgers are verified. */
const VERIFIED_MERCHANTS = 5

/**
 * Recreates the database with charges, journal entries, payments and events of 50 merchants. The first merchant has
 * half of the charges. Rows are copies of one paid charge that the service recorded. `post_entries` writes the journal,
 * and the use cases of the service create payouts, refunds and disputes. Returns how long the load took, without the
 * verification.
 */
export async function loadDataSet(
  bench: Bench,
  { database, charges }: { database: string; charges: number },
): Promise<{ merchants: BenchMerchant[]; loadSeconds: number }> {
  const { stack, log } = bench
  const startedMs = performance.now()
  await asSuperuser(stack.postgres, `drop database if exists ${database} with (force)`)
  const deployment = await Deployment.open(stack, database)
  try {
    const merchants = await createMerchants(deployment, MERCHANTS, 0)
    await createEndpoints(deployment, merchants, { port: stack.receiver.port })
    const template = await createTemplate(deployment)
    await withLoadSettings(stack, async () => {
      await copyAll(deployment, merchants, { template, charges })
      await deployment.withContext((ctx) => createHistory(ctx, merchants))
    })
    await deployment.owner.query('vacuum analyze')
    const loadSeconds = (performance.now() - startedMs) / 1000
    const entries = await verifyLedgers(deployment, merchants.slice(-VERIFIED_MERCHANTS))
    log(
      `bench: ${charges} charges loaded in ${loadSeconds.toFixed(0)} s; ${entries} entries of ${VERIFIED_MERCHANTS} merchants verified`,
    )
    return { merchants, loadSeconds }
  } finally {
    await deployment.close()
  }
}

/**
 * Creates a merchant with one charge. The running service creates it, records its payment and delivers its event.
 * Returns the id of the merchant.
 */
async function createTemplate(deployment: Deployment): Promise<string> {
  const { receiver, pspLists } = deployment.stack
  const merchants = await createMerchants(deployment, 1, 0)
  await createEndpoints(deployment, merchants, { port: receiver.port })
  await deployment.start('all')
  pspLists.reset()
  const pending = await PendingCharges.open(deployment, merchants)
  const callbacks = new Callbacks(deployment)
  receiver.takeLatencies()
  await callbacks.payAll(await pending.create(1), { seconds: 10 })
  await callbacks.close()
  await until('the event of the template to be delivered', DELIVERED_TIMEOUT_MS, async () => {
    const delivered = await deployment.owner.query(`select from webhook_delivery where status = 'succeeded'`)
    return delivered.rowCount === 1
  })
  await deployment.stop('all')
  return merchants[0]?.id ?? ''
}

async function copyAll(
  deployment: Deployment,
  merchants: readonly BenchMerchant[],
  { template, charges }: { template: string; charges: number },
): Promise<void> {
  const { owner } = deployment
  const now = systemClock.now()
  for (const weeks of PARTITIONS_AROUND_WEEKS)
    await owner.query('select maintain_webhook_partitions($1)', [plusMs(now, -weeks * 7 * DAY_MS)])
  await prepareCopies(deployment)
  const each = Math.floor(charges / 2 / (merchants.length - 1))
  const waiting = merchants.map(({ id }, n) => ({
    id,
    template,
    charges: n === 0 ? charges - each * (merchants.length - 1) : each,
    from: plusMs(now, -FROM_DAYS * DAY_MS),
    to: plusMs(now, -YOUNGEST_MS),
    eventsFrom: plusMs(now, -EVENTS_FROM_DAYS * DAY_MS),
  }))
  const work = async (client: Client): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await copyMerchant(client, next)
  }
  const second = await connect(deployment.settings['MIGRATION_DATABASE_URL'] ?? '')
  await Promise.all([owner, second].map(work))
  await second.end()
  await finishCopies(owner, template)
}

/** Faster settings without crash safety. After a crash, the load starts again. */
const SETTINGS = {
  synchronous_commit: 'off',
  max_wal_size: `'16GB'`,
  checkpoint_timeout: `'30min'`,
  autovacuum: 'off',
  maintenance_work_mem: `'512MB'`,
}

/** Runs `work` while the cluster has these settings. */
async function withLoadSettings(stack: Stack, work: () => Promise<void>): Promise<void> {
  const names = Object.entries(SETTINGS)
  await asSuperuser(
    stack.postgres,
    ...names.map(([name, value]) => `alter system set ${name} = ${value}`),
    RELOAD,
  )
  try {
    await work()
  } finally {
    await asSuperuser(
      stack.postgres,
      ...names.map(([name]) => `alter system reset ${name}`),
      RELOAD,
      'checkpoint',
    )
  }
}

const RELOAD = 'select pg_reload_conf()'
