import { timingSafeEqual } from 'node:crypto'
import type { Caller } from '../kernel/caller.ts'
import type { Context } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { db } from '../kernel/database/tables.ts'
import { isActiveKey } from './api-key.entity.ts'
import { findByHash, type StoredKey } from './api-key.queries.ts'
import { environmentOfKey, hashKey, isWellFormedKey, type KeyEnvironment } from './key-text.ts'
import { revocationCount } from './revocations.ts'

/** The longest time in milliseconds for which another process may still accept a revoked key. */
export const CACHE_TTL_MS_MAX = 1_000
const LAST_USE_INTERVAL_MS = 60_000
const LAST_USE_WRITES_MAX = 32

export interface KeyVerifier {
  /**
   * Returns the caller to whom the key in the header belongs. @throws Problem unauthorized: the key is missing,
   * malformed, unknown, revoked or expired.
   */
  authenticate(ctx: Context, authorization: string | undefined): Promise<Caller>
  /** Resolves when all pending updates of `last_used_at` have ended. Call this method before closing the database. */
  flush(): Promise<void>
}

/** A cached lookup, pending or finished. */
interface Lookup {
  startedAtMs: number
  /** The number of revocations that this process had made before the lookup started. */
  revocations: number
  result: Promise<StoredKey | null>
}

/**
 * Creates a verifier that caches lookups for `ttlMs` milliseconds, at most a second, and for at most `sizeMax` keys.
 * Concurrent requests with the same key share one query. Every call checks the expiry of the key. Rate limits come from
 * the cached lookup.
 */
export function makeKeyVerifier({ ttlMs, sizeMax }: { ttlMs: number; sizeMax: number }): KeyVerifier {
  if (ttlMs > CACHE_TTL_MS_MAX) throw new Error('BUG: makeKeyVerifier: ttlMs must be at most 1000')
  const cache = new Map<string, Lookup>()
  const lastUses = makeLastUseWriter()

  function isFresh({ startedAtMs, revocations }: Lookup, nowMs: number): boolean {
    return revocations === revocationCount() && nowMs >= startedAtMs && nowMs - startedAtMs < ttlMs
  }

  /** Starts a lookup and caches it. Failed lookups and unknown keys are removed from the cache. */
  function startLookup(ctx: Context, hash: Buffer, name: string): Lookup {
    const lookup: Lookup = {
      startedAtMs: ctx.clock.now().getTime(),
      revocations: revocationCount(),
      result: findByHash(ctx, hash),
    }
    const remove = () => {
      if (cache.get(name) === lookup) cache.delete(name)
    }
    lookup.result.then((apiKey) => apiKey ?? remove(), remove)
    cache.delete(name)
    cache.set(name, lookup)
    const [oldest = name] = cache.keys()
    if (cache.size > sizeMax) cache.delete(oldest)
    return lookup
  }

  function lookUp(ctx: Context, hash: Buffer): Promise<StoredKey | null> {
    const name = hash.toString('base64')
    const cached = cache.get(name)
    if (cached && isFresh(cached, ctx.clock.now().getTime())) return cached.result
    return startLookup(ctx, hash, name).result
  }

  return {
    async authenticate(ctx, authorization) {
      const hash = hashKey(readBearer(authorization))
      const apiKey = await lookUp(ctx, hash)
      const now = ctx.clock.now()
      if (!apiKey || !timingSafeEqual(apiKey.hash, hash) || !isActiveKey(apiKey, now)) throw refused()
      lastUses.record(ctx, apiKey, now)
      return callerOf(apiKey)
    },
    flush: lastUses.flush,
  }
}

const callerOf = (key: StoredKey): Caller => ({
  merchantId: key.merchantId,
  apiKeyId: key.id,
  scopes: key.scopes,
  rates: { read: key.readRate, write: key.writeRate, search: key.searchRate },
})

function readBearer(authorization: string | undefined): string {
  const key = bearerOf(authorization)
  if (key === undefined || !isWellFormedKey(key)) throw refused()
  return key
}

const bearerOf = (authorization: string | undefined): string | undefined =>
  /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]

/** Returns the hash of the key in an Authorization header; undefined if there is no well-formed key. */
export function hashOfHeader(authorization: string | undefined): Buffer | undefined {
  const key = bearerOf(authorization)
  return key !== undefined && isWellFormedKey(key) ? hashKey(key) : undefined
}

/** Returns the environment of the key in an Authorization header, or `production` if there is no key. */
export const environmentOf = (authorization: string | undefined): KeyEnvironment =>
  environmentOfKey(bearerOf(authorization) ?? '')

const refused = (): Problem => new Problem('unauthorized')

/**
 * Writes `last_used_at` of keys in the background, at most once a minute for each key. Skips an update while
 * LAST_USE_WRITES_MAX other updates run.
 */
function makeLastUseWriter() {
  const running = new Set<Promise<void>>()

  return {
    record(ctx: Context, apiKey: StoredKey, now: Date): void {
      const isRecent = apiKey.lastUsedAt && now.getTime() - apiKey.lastUsedAt.getTime() < LAST_USE_INTERVAL_MS
      if (isRecent || running.size >= LAST_USE_WRITES_MAX) return
      apiKey.lastUsedAt = now
      const writing = writeLastUse(ctx, apiKey, now)
      running.add(writing)
      void writing.then(() => running.delete(writing))
    },
    flush: async (): Promise<void> => void (await Promise.all(running)),
  }
}

async function writeLastUse(ctx: Context, apiKey: StoredKey, now: Date): Promise<void> {
  try {
    await db(ctx)
      .updateTable('api_key')
      .set({ last_used_at: now })
      .where('id', '=', apiKey.id)
      .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', now)]))
      .execute()
  } catch (error) {
    ctx.log.warn({ err: error, api_key_id: apiKey.id }, 'last_used_at of an API key could not be written')
  }
}
