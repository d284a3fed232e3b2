import { Agent, request } from 'undici'
import { statsOf, type Request, type Stats } from '../bench/load/closed-loop.ts'
import { systemClock } from '../src/kernel/clock.ts'

/** A call that takes longer than this many milliseconds counts as unanswered. */
const ANSWER_MS_MAX = 60_000
const CONNECTIONS_MAX = 4_096

/** One call of a load. */
export interface Outcome {
  /** The time at which the call was due, as `performance.now()` measures time. */
  atMs: number
  /** The milliseconds from `atMs` to the complete answer. */
  ms: number
  /** The HTTP status; null without an answer. */
  status: number | null
  hasRetryAfter: boolean
}

/** Sends requests. Opens another connection when all open connections are waiting for an answer. */
export class Caller {
  readonly #agent = new Agent({
    connections: CONNECTIONS_MAX,
    headersTimeout: ANSWER_MS_MAX,
    bodyTimeout: ANSWER_MS_MAX,
  })
  readonly #origin: string

  constructor(origin: string) {
    this.#origin = origin
  }

  /**
   * Sends a request and measures it from `atMs`. A GraphQL response with status 200 and the error `service_unavailable`
   * counts as 503; with any other error, it counts as 500.
   */
  async call({ path, headers, body }: Request, atMs = performance.now()): Promise<Outcome> {
    const done = (status: number | null, hasRetryAfter: boolean): Outcome => {
      return { atMs, ms: performance.now() - atMs, status, hasRetryAfter }
    }
    try {
      const method = body === undefined ? 'GET' : 'POST'
      const options = { method, headers, dispatcher: this.#agent, ...(body === undefined ? {} : { body }) }
      const answer = await request(this.#origin + path, options)
      const text = await answer.body.text()
      if (answer.statusCode === 200 && text.includes('"errors":['))
        return text.includes('"service_unavailable"')
          ? done(503, text.includes('"retry_after_seconds"'))
          : done(500, false)
      return done(answer.statusCode, answer.headers['retry-after'] !== undefined)
    } catch {
      return done(null, false)
    }
  }

  close(): Promise<void> {
    return this.#agent.destroy()
  }
}

/** A load with a fixed rate. */
export interface OpenLoad {
  name: string
  /** The number of calls per second. */
  rate: number
  next: () => Request
}

/**
 * Makes calls at a fixed rate until `signal` aborts, even while earlier calls are unanswered (open loop). The time of a
 * call counts from when it was due, so that a late start does not hide a delay. Resolves with all calls when the last
 * call has ended.
 */
export async function runOpenLoad(
  caller: Caller,
  { rate, next }: OpenLoad,
  signal: AbortSignal,
): Promise<Outcome[]> {
  const calls: Promise<Outcome>[] = []
  const startedMs = performance.now()
  for (let n = 0; !signal.aborted; n++) {
    const dueMs = startedMs + (n * 1_000) / rate
    const waitMs = dueMs - performance.now()
    if (waitMs > 0) await systemClock.sleep(waitMs, signal)
    if (!signal.aborted) calls.push(caller.call(next(), dueMs))
  }
  return Promise.all(calls)
}

/** Runs several loads at the same time for `seconds`. Returns the calls of each load by its name. */
export async function runOpenLoads(
  caller: Caller,
  loads: readonly OpenLoad[],
  seconds: number,
): Promise<Map<string, Outcome[]>> {
  const end = new AbortController()
  const running = loads.map(async (load): Promise<[string, Outcome[]]> => [
    load.name,
    await runOpenLoad(caller, load, end.signal),
  ])
  await systemClock.sleep(seconds * 1_000)
  end.abort()
  return new Map(await Promise.all(running))
}

/** Returns the statistics of the calls' times. */
export const timesOf = (calls: readonly Outcome[]): Stats =>
  statsOf(
    calls.map(({ ms }) => ms),
    1,
  )

/** Returns the number of calls by status, such as `201: 30, 503: 2`. */
export function statusesOf(calls: readonly Outcome[]): string {
  const counts = Map.groupBy(calls, ({ status }) => status ?? 'no answer')
  return Array.from(counts, ([status, of]) => `${status}: ${of.length}`).join(', ')
}

/** Returns whether a call got a status below 300. */
export const isOk = ({ status }: Outcome): boolean => status !== null && status < 300
