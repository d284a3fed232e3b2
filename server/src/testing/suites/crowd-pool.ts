import { systemClock } from '../../kernel/clock.ts'
import { transaction } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'
import { withTurn } from '../../kernel/pool/work-limits.ts'
import { openKit, type Kit } from '../../kit.ts'
import { serveMetrics } from '../../serve-metrics.ts'
import { scrape, type Scrape } from '../clients/scrape.ts'
import { eventually } from '../eventually.ts'
import type { World } from '../world.ts'

const CONNECTIONS = 2
/** The number of callers that may wait for a pool of two connections. */
const POOL_WAITING_MAX = 64
/** A number above the limit of one merchant's requests that wait for a turn (see `Turns`). */
const TURNS_WAITING_MAX = 128
const CONNECT_MS = 200
const RETRY_MS = 10

const CROWDED = [
  'db_client_connection_timeouts_total',
  'db_client_connection_pending_requests',
  'pix_turns_waiting',
]

/** Opens a second process on the same database, uses all its connections, and scrapes it while callers wait. */
export async function crowd({ kit: { config, secrets, clock }, pix, merchantId }: World): Promise<Scrape> {
  const kit = await openKit({ ...config, databasePoolSize: CONNECTIONS }, secrets, {
    clock,
    pix,
    connectMs: CONNECT_MS,
  })
  const metrics = await serveMetrics(kit)
  if (!metrics) throw new Error('BUG: the second process serves no metrics')
  const stop = new AbortController()
  const giveBack = await takeConnections(kit, stop.signal)
  const read = () => sql(kit.context('test'), 'select 1')
  const readInTurn = () => withTurn(kit.turns.turnOf(merchantId, 'test'), read)
  const callers: (() => Promise<unknown>)[] = [
    ...Array(CONNECTIONS + TURNS_WAITING_MAX + 1).fill(readInTurn),
    ...Array(POOL_WAITING_MAX + 1).fill(read),
  ]
  const ended = callers.map((caller) => repeat(caller, stop.signal))
  const crowded = await eventually(async () => {
    const found = await scrape(metrics.port)
    const isCrowded = CROWDED.every((name) => Number(found.value(name)) > 0)
    if (!isCrowded) throw new Error('A metric of waiting callers or of connection timeouts is still zero')
    return found
  })
  stop.abort()
  await giveBack()
  await Promise.all(ended)
  await metrics.close()
  await kit.close()
  return crowded
}

/** Calls `work` again whenever it fails, until it succeeds or `signal` is aborted. */
async function repeat(work: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await work()
      return
    } catch {
      await systemClock.sleep(RETRY_MS, signal)
    }
  }
}

/**
 * Takes every connection of the pool, and connects again when connecting takes longer than `CONNECT_MS`. Returns a
 * function that releases these connections.
 */
async function takeConnections(kit: Kit, signal: AbortSignal): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let taken = 0
  const holding = Array.from({ length: CONNECTIONS }, () =>
    repeat(
      () =>
        transaction(kit.context('test'), async (tx) => {
          await sql(tx, 'select 1')
          taken += 1
          await promise
        }),
      signal,
    ),
  )
  await eventually(() => {
    if (taken < CONNECTIONS) throw new Error('The pool still has free connections')
  })
  return async () => {
    resolve()
    await Promise.all(holding)
  }
}
