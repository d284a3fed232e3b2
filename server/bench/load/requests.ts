import { Pool } from 'undici'
import { repeat, statsOf, type Repeat, type Stats } from './stats.ts'

export interface Request {
  path: string
  headers: Record<string, string>
  /** Present for a POST. */
  body?: string
}

/** Requests to one server, sent in turn. */
export interface RequestGroup {
  origin: string
  requests: readonly Request[]
}

const WARM_UP_SECONDS = 1

/**
 * Sends the requests of the groups alternately, so that other load on the machine affects all groups equally. The first
 * second fills caches and opens connections, and is not counted.
 * @throws Error when a response is not 200 or contains errors.
 */
export async function sendRequests(groups: readonly RequestGroup[], how: Repeat): Promise<Stats[]> {
  const pools = groups.map(({ origin }) => new Pool(origin, { connections: how.connections }))
  let times: number[][] = groups.map(() => [])
  let n = 0
  const call = async (): Promise<void> => {
    const [group, turn] = [n % groups.length, Math.floor(n / groups.length)]
    n += 1
    const requests = groups[group]?.requests ?? []
    const [pool, request] = [pools[group], requests[turn % requests.length]]
    if (!pool || !request) throw new Error('BUG: a group has no requests')
    const startedMs = performance.now()
    await send(pool, request)
    times[group]?.push(performance.now() - startedMs)
  }
  await repeat({ ...how, seconds: WARM_UP_SECONDS }, call)
  times = groups.map(() => [])
  const { seconds } = await repeat(how, call)
  await Promise.all(pools.map((pool) => pool.close()))
  return times.map((one) => statsOf(one, seconds))
}

async function send(pool: Pool, { path, headers, body }: Request): Promise<void> {
  const method = body === undefined ? 'GET' : 'POST'
  const answer = await pool.request({ path, method, headers, ...(body === undefined ? {} : { body }) })
  const text = await answer.body.text()
  if (answer.statusCode !== 200 || (body !== undefined && text.includes('"errors":[')))
    throw new Error(`bench: the service answered ${answer.statusCode} to ${path}: ${text.slice(0, 500)}`)
}
