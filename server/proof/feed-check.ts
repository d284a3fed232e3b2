import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { Deployment, type BenchMerchant } from '../bench/deployment.ts'
import { startStack, until } from '../bench/stack.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { systemIds } from '../src/kernel/ids.ts'
import { transaction } from '../src/kernel/context.ts'
import { recordEvents } from '../src/webhooks/events/record-events.ts'

const MERCHANTS = 4
const WRITERS = 16
const TIMEOUT_MS = 600_000
const KILL_EVERY_MS = 5_000
/** The maximum random pause between recording an event and its commit, in milliseconds. */
const PAUSE_MS_MAX = 8

const Page = z.object({
  items: z.array(z.object({ feed_seq: z.int(), id: z.string() })),
  next_cursor: z.string(),
})

/** A reader of a merchant's feed, with everything that it has read, in order. */
interface Reader {
  merchant: BenchMerchant
  seqs: number[]
  ids: string[]
}

/**
 * `pnpm feed-check --events N`: commits N events in concurrent transactions with random pauses. Some transactions are
 * rolled back. Two processes number the events. Every 5 s, one of these processes is killed. Readers follow the feed
 * over HTTP. Checks that each reader gets every committed event of its merchant once, with numbers without a gap. Exits
 * with 1 if a check fails.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { events: { type: 'string', default: '100000' } } })
  const dataDir = mkdtempSync(join(tmpdir(), 'pix-feed-'))
  const stack = await startStack(dataDir)
  try {
    const deployment = await Deployment.open(stack, 'pix')
    const merchants = await deployment.createMerchants(MERCHANTS)
    await Promise.all([
      deployment.start('api'),
      deployment.start('all', { PORT: '0' }),
      deployment.start('worker'),
    ])
    process.exitCode = (await check(deployment, merchants, Number(values.events))) ? 0 : 1
    await deployment.close()
  } finally {
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function check(deployment: Deployment, merchants: BenchMerchant[], events: number): Promise<boolean> {
  const writing = new AbortController()
  const reading = new AbortController()
  const readers = merchants.map((merchant): Reader => ({ merchant, seqs: [], ids: [] }))
  const following = Promise.all(readers.map((reader) => follow(deployment.origin, reader, reading.signal)))
  const killing = killWorkers(deployment, writing.signal)
  const startedMs = performance.now()
  const committed = await commitEvents(deployment, merchants, events)
  const writeMs = performance.now() - startedMs
  writing.abort()
  await killing
  const total = Array.from(committed.values()).reduce((sum, ids) => sum + ids.size, 0)
  const read = (): number => readers.reduce((sum, { ids }) => sum + ids.length, 0)
  const isComplete = await until('all events', TIMEOUT_MS, () => read() >= total).then(
    () => true,
    () => false,
  )
  reading.abort()
  await following
  const kills = await killing
  const faults = readers.flatMap((reader) => faultsOf(reader, committed.get(reader.merchant.id) ?? new Set()))
  process.stdout.write(
    `${total} events committed in ${Math.round(writeMs / 1_000)} s, ${read()} read, ${kills} kills of a worker\n`,
  )
  for (const fault of faults) process.stdout.write(`${fault}\n`)
  process.stdout.write(`${await longestLag(deployment)}\n`)
  return isComplete && faults.length === 0
}

/** Commits the events, each in its own transaction. Returns the ids of the committed events by merchant. */
async function commitEvents(
  deployment: Deployment,
  merchants: BenchMerchant[],
  events: number,
): Promise<Map<string, Set<string>>> {
  const committed = new Map(merchants.map(({ id }) => [id, new Set<string>()]))
  let started = 0
  const write = (): Promise<void> =>
    deployment.withContext(async (ctx) => {
      while (started < events) {
        started += 1
        const [pick = 0, pause = 0, fate = 0] = systemIds.bytes(3)
        const merchantId = merchants[pick % merchants.length]?.id ?? ''
        const id = await transaction(ctx, async (tx) => {
          const [event] = await recordEvents(tx, merchantId, [balanceEvent(merchantId)], tx.clock.now())
          if (pause % 8 === 0) await systemClock.sleep(pause % PAUSE_MS_MAX)
          if (fate === 0) throw new Error(ROLLED_BACK)
          return event?.id
        }).catch((error: unknown) => {
          if (error instanceof Error && error.message === ROLLED_BACK) return undefined
          throw error
        })
        if (id !== undefined) committed.get(merchantId)?.add(id)
      }
    })
  await Promise.all(Array.from({ length: WRITERS }, write))
  return committed
}

const ROLLED_BACK = 'rolled back'

const balanceEvent = (merchantId: string) => ({
  type: 'balance.available' as const,
  data: { amount_cents: '1', available_cents: '1', charges_count: 1, as_of: '2026-11-20T12:00:00.000Z' },
  source: { type: 'merchant' as const, id: merchantId },
  environment: 'production' as const,
})

/**
 * Two processes run jobs. Sends SIGKILL to these processes in turn, and starts the killed process again, until the
 * signal is aborted. Returns the number of kills.
 */
async function killWorkers(deployment: Deployment, signal: AbortSignal): Promise<number> {
  for (let kills = 0; ; kills++) {
    await systemClock.sleep(KILL_EVERY_MS, signal)
    if (signal.aborted) return kills
    const role = kills % 2 === 0 ? 'all' : 'worker'
    process.kill(deployment.pidOf(role), 'SIGKILL')
    await deployment.stop(role)
    await deployment.start(role, { PORT: '0' })
  }
}

async function follow(origin: string, reader: Reader, signal: AbortSignal): Promise<void> {
  let query = 'limit=200&wait=20'
  while (!signal.aborted) {
    const response = await fetch(`${origin}/v1/events/feed?${query}`, {
      headers: { authorization: `Bearer ${reader.merchant.apiKey}` },
      signal,
    }).catch(() => undefined)
    if (!response) continue
    const page = Page.parse(await response.json())
    reader.seqs.push(...page.items.map((item) => item.feed_seq))
    reader.ids.push(...page.items.map((item) => item.id))
    query = `limit=200&wait=20&after=${page.next_cursor}`
  }
}

function faultsOf({ merchant, seqs, ids }: Reader, committed: ReadonlySet<string>): string[] {
  const seen = new Set(ids)
  const missed = Array.from(committed).filter((id) => !seen.has(id)).length
  const foreign = ids.filter((id) => !committed.has(id)).length
  const gap = seqs.findIndex((seq, index) => seq !== index + 1)
  return [
    ...(missed > 0 ? [`${merchant.id}: ${missed} events were missed`] : []),
    ...(foreign > 0 ? [`${merchant.id}: ${foreign} events were not committed`] : []),
    ...(seen.size === ids.length ? [] : [`${merchant.id}: ${ids.length - seen.size} events were read twice`]),
    ...(gap < 0 ? [] : [`${merchant.id}: the number after ${gap} is ${seqs[gap]}`]),
  ]
}

/** Returns a text about the time between an event and its number. The kills of workers cause the longest lags. */
async function longestLag(deployment: Deployment): Promise<string> {
  const { rows } = await deployment.owner.query<{ p50: number; p95: number; max: number }>(
    `select percentile_cont(0.5) within group (order by ms) as p50, percentile_cont(0.95) within group (order by ms) as p95,
       max(ms) as max
     from (select extract(epoch from sequenced_at - event_created_at) * 1000 as ms from event_feed) lag`,
  )
  const [lag] = rows
  return `lag in ms: median ${Math.round(lag?.p50 ?? 0)}, p95 ${Math.round(lag?.p95 ?? 0)}, max ${Math.round(lag?.max ?? 0)}`
}

await main()
