import { timingSafeEqual } from 'node:crypto'
import type { Caller } from '../http/route.ts'
import type { Context } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { sql } from '../kernel/database/sql.ts'
import { isActiveKey } from './api-key.entity.ts'
import { findByHash, type StoredKey } from './api-key.queries.ts'
import { hashKey, isWellFormedKey } from './key-text.ts'
import { revocationCount } from './revocations.ts'

/** How long another process may go on honouring a revoked key. */
export const ANSWERS_KEPT_MS_MAX = 1_000
const USE_NOTED_EVERY_MS = 60_000
const USES_NOTED_AT_ONCE_MAX = 32

export interface KeyVerifier {
  /** Who calls. @throws Problem unauthorized: no key, or one that is malformed, unknown, revoked or past its end. */
  authenticate(ctx: Context, authorization: string | undefined): Promise<Caller>
  /** Resolves once every use seen so far is noted: before the database is closed. */
  flush(): Promise<void>
}

/** A question to the database, running or answered. */
interface Question {
  askedAtMs: number
  /** How many revocations this process had made by then. */
  revocations: number
  answer: Promise<StoredKey | null>
}

/**
 * Verifies keys with at most one question to the database a key and `ttlMs` (at most a second), however many requests
 * come with it; answers about `sizeMax` keys are kept. The end of a key is judged anew each time; the account's rates
 * are those of the answer.
 */
export function makeKeyVerifier({ ttlMs, sizeMax }: { ttlMs: number; sizeMax: number }): KeyVerifier {
  if (ttlMs > ANSWERS_KEPT_MS_MAX) throw new Error('makeKeyVerifier: answers kept for more than a second')
  const questions = new Map<string, Question>()
  const uses = makeUseNotes()

  function isFresh({ askedAtMs, revocations }: Question, nowMs: number): boolean {
    return revocations === revocationCount() && nowMs >= askedAtMs && nowMs - askedAtMs < ttlMs
  }

  /** Requests of the same moment share one question. Failures and unknown keys are not kept. */
  function ask(ctx: Context, hash: Buffer, name: string): Question {
    const question: Question = {
      askedAtMs: ctx.clock.now().getTime(),
      revocations: revocationCount(),
      answer: findByHash(ctx, hash),
    }
    const forget = () => {
      if (questions.get(name) === question) questions.delete(name)
    }
    question.answer.then((apiKey) => apiKey ?? forget(), forget)
    questions.delete(name)
    questions.set(name, question)
    const [oldest = name] = questions.keys()
    if (questions.size > sizeMax) questions.delete(oldest)
    return question
  }

  function lookUp(ctx: Context, hash: Buffer): Promise<StoredKey | null> {
    const name = hash.toString('base64')
    const kept = questions.get(name)
    return kept && isFresh(kept, ctx.clock.now().getTime()) ? kept.answer : ask(ctx, hash, name).answer
  }

  return {
    async authenticate(ctx, authorization) {
      const hash = hashKey(readBearer(authorization))
      const apiKey = await lookUp(ctx, hash)
      const now = ctx.clock.now()
      if (!apiKey || !timingSafeEqual(apiKey.hash, hash) || !isActiveKey(apiKey, now)) throw refused()
      uses.note(ctx, apiKey, now)
      return callerOf(apiKey)
    },
    flush: uses.flush,
  }
}

const callerOf = (key: StoredKey): Caller => ({
  merchantId: key.merchantId,
  apiKeyId: key.id,
  scopes: key.scopes,
  rates: { read: key.readRate, write: key.writeRate, search: key.searchRate },
})

function readBearer(authorization: string | undefined): string {
  const [, key] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? []
  if (!key || !isWellFormedKey(key)) throw refused()
  return key
}

const refused = (): Problem => new Problem('unauthorized')

/** Notes when a key was last used, at most once a minute a key, without any request waiting for it. */
function makeUseNotes() {
  const running = new Set<Promise<void>>()

  return {
    note(ctx: Context, apiKey: StoredKey, now: Date): void {
      const isRecent = apiKey.lastUsedAt && now.getTime() - apiKey.lastUsedAt.getTime() < USE_NOTED_EVERY_MS
      if (isRecent || running.size >= USES_NOTED_AT_ONCE_MAX) return
      apiKey.lastUsedAt = now
      const writing = writeUse(ctx, apiKey, now)
      running.add(writing)
      void writing.then(() => running.delete(writing))
    },
    flush: async (): Promise<void> => void (await Promise.all(running)),
  }
}

async function writeUse(ctx: Context, apiKey: StoredKey, now: Date): Promise<void> {
  try {
    await sql(
      ctx,
      'update api_key set last_used_at = $2 where id = $1 and (last_used_at is null or last_used_at < $2)',
      [apiKey.id, now],
    )
  } catch (error) {
    ctx.log.warn({ err: error, api_key_id: apiKey.id }, 'the use of a key could not be noted')
  }
}
