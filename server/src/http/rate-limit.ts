import { isIP } from 'node:net'
import { Redis } from 'ioredis'
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import type { Caller, Cost } from '../kernel/caller.ts'

/** The state of a merchant's rate limit after one call. */
export interface LimitState {
  headers: Record<string, string>
  /** The whole seconds to wait if the call exceeds the limit; undefined otherwise. */
  retryAfterSeconds: number | undefined
}

export interface RateLimits {
  /** Counts a call against the merchant's limit. While the store is unreachable, counts in memory. */
  count(caller: Caller, cost: Cost): Promise<LimitState>
  close(): Promise<void>
}

/** Where the call counters are stored. With `memory`, each process counts only its own calls. */
export type RateStore =
  | { kind: 'memory' }
  | { kind: 'redis'; url: string }
  /** A pool of the pg driver whose role may write table `rate_limit`. */
  | { kind: 'database'; pool: object }

/**
 * The length of the rate limit's window in seconds. One burst may use all calls of the window, that is, twice the calls
 * per second.
 */
const BURST_SECONDS = 2
const TABLE = 'rate_limit'

/** Creates rate limits for each merchant and kind of call. A call is counted against the rates in its `Caller`. */
export function makeRateLimits(store: RateStore): RateLimits {
  const redis = store.kind === 'redis' ? connectRedis(store.url) : undefined
  redis?.on('error', () => undefined)
  const limiters = new Map<number, RateLimiterAbstract>()
  const limiterOf = (rate: number): RateLimiterAbstract => {
    const known = limiters.get(rate)
    if (known) return known
    const made = makeLimiter(store, redis, rate)
    limiters.set(rate, made)
    return made
  }
  return {
    async count({ merchantId, rates }, cost) {
      const rate = rates[cost]
      const result = await consume(limiterOf(rate), `${merchantId}:${cost}:${rate}`)
      const seconds = Math.max(1, Math.ceil(result.msBeforeNext / 1000))
      return {
        headers: {
          'ratelimit-limit': String(rate * BURST_SECONDS),
          'ratelimit-remaining': String(Math.max(0, result.remainingPoints)),
          'ratelimit-reset': String(seconds),
        },
        retryAfterSeconds: result.refused ? seconds : undefined,
      }
    },
    async close() {
      await redis?.quit().catch(() => undefined)
    },
  }
}

function connectRedis(url: string): Redis {
  const { protocol, hostname } = new URL(url)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  // By default, ioredis sends no server name (SNI). An IP address is not set as server name, because RFC 6066 does not
  // allow that.
  const tls = isIP(host) ? {} : { servername: host }
  return new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    ...(protocol === 'rediss:' ? { tls } : {}),
  })
}

interface Consumed {
  remainingPoints: number
  msBeforeNext: number
  refused: boolean
}

/**
 * Consumes one point of a limit. If the limit is exceeded, the library rejects with a RateLimiterRes, which is not an
 * Error.
 */
async function consume(limiter: RateLimiterAbstract, key: string): Promise<Consumed> {
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(key)
    return { remainingPoints, msBeforeNext, refused: false }
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    return { remainingPoints: 0, msBeforeNext: refusal.msBeforeNext, refused: true }
  }
}

function makeLimiter(store: RateStore, redis: Redis | undefined, rate: number): RateLimiterAbstract {
  const options = { points: rate * BURST_SECONDS, duration: BURST_SECONDS, keyPrefix: 'rate' }
  const insuranceLimiter = new RateLimiterMemory(options)
  if (redis) return new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter })
  if (store.kind !== 'database') return insuranceLimiter
  return new RateLimiterPostgres({
    ...options,
    storeClient: store.pool,
    storeType: 'pool',
    tableName: TABLE,
    tableCreated: true,
    insuranceLimiter,
  })
}
