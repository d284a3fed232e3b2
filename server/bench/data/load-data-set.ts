import type { Client } from 'pg'
import { plusMs, systemClock } from '../../src/kernel/clock.ts'
import { until, verifyBooks, type Bench } from '../bench.ts'
import { Callbacks } from '../load/callbacks.ts'
import { giveEndpoints, makeMerchants, type BenchMerchant } from '../merchants.ts'
import { Site } from '../site.ts'
import { asSuperuser, connect, type Stack } from '../stack.ts'
import { copyMerchant, prepareCopies, finishCopies } from './copy-merchant.ts'
import { makeHistory } from './history.ts'
import { PendingCharges } from './pending-charges.ts'

const MERCHANTS = 50
const DAY_MS = 86_400_000
/** Charges are spread over a year. The younger ones have events, which the service keeps for 90 days. */
const FROM_DAYS = 365
const EVENTS_FROM_DAYS = 88
const YOUNGEST_MS = 600_000
/** Weekly partitions are made around these weeks before now, as time would have made them. */
const PARTITIONS_AROUND_WEEKS = [13, 5]
const DELIVERED_TIMEOUT_MS = 60_000
/** The books of so many merchants are verified, the smaller ones. */
const VERIFIED = 5

/**
 * Makes the database anew with charges, journal, payments and events of 50 merchants, half of them the first
 * merchant's. Rows are copies of one paid charge that the service recorded; `post_entries` writes the journal, and the
 * service's verbs make payouts, refunds and disputes. Answers how long the load took, without the verification.
 */
export async function loadDataSet(
  bench: Bench,
  { database, charges }: { database: string; charges: number },
): Promise<{ merchants: BenchMerchant[]; loadSeconds: number }> {
  const { stack, say } = bench
  const startedMs = performance.now()
  await asSuperuser(stack.postgres, `drop database if exists ${database} with (force)`)
  const site = await Site.open(stack, database)
  try {
    const merchants = await makeMerchants(site, MERCHANTS, 0)
    await giveEndpoints(site, merchants, { port: stack.receiver.port })
    const template = await makeTemplate(site)
    await withLoadSettings(stack, async () => {
      await copyAll(site, merchants, { template, charges })
      await site.withContext((ctx) => makeHistory(ctx, merchants))
    })
    await site.owner.query('vacuum analyze')
    const loadSeconds = (performance.now() - startedMs) / 1000
    const entries = await verifyBooks(site, merchants.slice(-VERIFIED))
    say(
      `bench: ${charges} charges loaded in ${loadSeconds.toFixed(0)} s; ${entries} entries of ${VERIFIED} books verified`,
    )
    return { merchants, loadSeconds }
  } finally {
    await site.close()
  }
}

/** One charge of a merchant of its own that was created, paid and delivered by the running service. */
async function makeTemplate(site: Site): Promise<string> {
  const { receiver, paidList } = site.stack
  const merchants = await makeMerchants(site, 1, 0)
  await giveEndpoints(site, merchants, { port: receiver.port })
  await site.start('all')
  paidList.reset()
  const pending = await PendingCharges.open(site, merchants)
  const callbacks = new Callbacks(site)
  receiver.take()
  await callbacks.payAll(await pending.make(1), { seconds: 10 })
  await callbacks.close()
  await until('the delivery of the template', DELIVERED_TIMEOUT_MS, async () => {
    const delivered = await site.owner.query(`select from webhook_delivery where status = 'succeeded'`)
    return delivered.rowCount === 1
  })
  await site.stop('all')
  return merchants[0]?.id ?? ''
}

async function copyAll(
  site: Site,
  merchants: readonly BenchMerchant[],
  { template, charges }: { template: string; charges: number },
): Promise<void> {
  const { owner } = site
  const now = systemClock.now()
  for (const weeks of PARTITIONS_AROUND_WEEKS)
    await owner.query('select maintain_webhook_partitions($1)', [plusMs(now, -weeks * 7 * DAY_MS)])
  await prepareCopies(site)
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
  const second = await connect(site.settings['MIGRATION_DATABASE_URL'] ?? '')
  await Promise.all([owner, second].map(work))
  await second.end()
  await finishCopies(owner, template)
}

/** What a load may do without, for it starts anew when the machine stops in its middle. */
const SETTINGS = {
  synchronous_commit: 'off',
  max_wal_size: `'16GB'`,
  checkpoint_timeout: `'30min'`,
  autovacuum: 'off',
  maintenance_work_mem: `'512MB'`,
}

/** Runs `work` while the cluster has the settings of a load. */
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
