import { Pool } from 'undici'
import { payerOf } from '../payers.ts'

/**
 * The results of many calls. The latencies are in milliseconds, the percentiles are over all calls, and the rate is per
 * second.
 */
export interface Stats {
  count: number
  seconds: number
  rate: number
  p50Ms: number
  p95Ms: number
  p99Ms: number
  maxMs: number
}

export function statsOf(timesMs: readonly number[], seconds: number): Stats {
  const sorted = timesMs.toSorted((a, b) => a - b)
  const count = sorted.length
  const at = (share: number): number => sorted[Math.min(count - 1, Math.floor(count * share))] ?? 0
  return {
    count,
    seconds,
    rate: count / seconds,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    maxMs: at(1),
  }
}

export interface Repeat {
  seconds: number
  connections: number
  /** The run ends after this many calls at the latest. By default, only the time limits the run. */
  callsMax?: number
}

/**
 * Repeats `call` in `connections` concurrent loops for `seconds`, and measures each call. A loop waits for the result
 * of a call before it makes the next call (closed loop). A loop ends early when a call returns `done`.
 * @throws The first error of a call.
 */
export async function repeat(
  { seconds, connections, callsMax = Infinity }: Repeat,
  call: (connection: number) => Promise<unknown>,
): Promise<Stats> {
  const startedMs = performance.now()
  const times: number[] = []
  let calls = 0
  let endMs = startedMs + seconds * 1000
  const loop = async (_: unknown, connection: number): Promise<void> => {
    for (let calledMs = startedMs; calledMs < endMs && calls < callsMax;) {
      calls += 1
      calledMs = performance.now()
      if ((await call(connection)) === 'done') return
      times.push(performance.now() - calledMs)
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, loop))
  } finally {
    endMs = 0
  }
  return statsOf(times, (performance.now() - startedMs) / 1000)
}

export interface Request {
  path: string
  headers: Record<string, string>
  /** The body of a POST request; absent for a GET request. */
  body?: string
}

/**
 * Sends a request and returns the response body. @throws Error when the response has a status other than `status`, or
 * contains GraphQL errors.
 */
export async function send(pool: Pool, { path, headers, body }: Request, status = 200): Promise<string> {
  const method = body === undefined ? 'GET' : 'POST'
  const answer = await pool.request({ path, method, headers, ...(body === undefined ? {} : { body }) })
  const text = await answer.body.text()
  if (answer.statusCode === status && !text.includes('"errors":[')) return text
  throw new Error(
    `bench: the service answered ${answer.statusCode} to ${path} ${body}: ${text.slice(0, 500)}`,
  )
}

/**
 * Sends the requests of each group in turn. Alternates between the groups, so that other programs on the machine slow
 * down all groups in the same way. A warm-up of up to a second fills caches and opens connections.
 */
export async function sendRequests(
  groups: readonly { origin: string; requests: readonly Request[] }[],
  how: Repeat,
): Promise<Stats[]> {
  const senders = groups.map(({ origin, requests }) => {
    return { pool: new Pool(origin, { connections: how.connections }), next: inTurn(requests), times: [0] }
  })
  const nextSender = inTurn(senders)
  const call = async (): Promise<void> => {
    const { pool, next, times } = nextSender()
    const startedMs = performance.now()
    await send(pool, next())
    times.push(performance.now() - startedMs)
  }
  await repeat({ ...how, seconds: Math.min(1, how.seconds / 2) }, call)
  for (const { times } of senders) times.length = 0
  const { seconds } = await repeat(how, call)
  await Promise.all(senders.map(({ pool }) => pool.close()))
  return senders.map(({ times }) => statsOf(times, seconds))
}

/** Returns a function that returns one item after the other, and starts again after the last. */
export function inTurn<T>(items: readonly T[]): () => T {
  let n = 0
  return () => {
    const item = items[n++ % items.length]
    if (item === undefined) throw new Error('BUG: inTurn was called without items')
    return item
  }
}

let orders = 0

/**
 * Creates charges with new order references, for the merchants in turn. @throws Error when a charge is not `pending`.
 */
export async function createCharges(
  origin: string,
  merchants: readonly { apiKey: string }[],
  how: Repeat,
): Promise<Stats> {
  const pool = new Pool(origin, { connections: how.connections })
  const next = inTurn(merchants)
  const stats = await repeat(how, async () => {
    const text = await send(pool, newCharge(next().apiKey, orders++), 201)
    if (!text.includes('"status":"pending"')) throw new Error(`bench: a new charge is not pending: ${text}`)
  })
  await pool.close()
  return stats
}

function newCharge(apiKey: string, n: number): Request {
  const order = `bench-order-${n}`
  return {
    path: '/v1/pix/charges',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': order,
    },
    body: JSON.stringify({
      order_reference: order,
      amount_cents: 2_000,
      description: 'Café 250 g',
      payer: payerOf(n),
      expires_in_seconds: 3_600,
      metadata: { canal: 'loja-online' },
    }),
  }
}
