import { systemClock } from '../../src/kernel/clock.ts'
import { systemIds } from '../../src/kernel/ids.ts'

/** How long a client waits for an answer, in milliseconds. */
const CALL_MS_MAX = 30_000

export type Json = Record<string, unknown>

/**
 * The answer to one call: `ok` with the body, `refused` with the reason, or `unknown` if the call may have succeeded.
 */
export type Answer =
  | { kind: 'ok'; body: Json }
  | { kind: 'refused'; status: number; reason: string }
  | { kind: 'unknown' }

/** Calls the service as a merchant. Counts the answers by status. */
export class MerchantCaller {
  /** The number of answers by HTTP status; `none` without an answer. */
  readonly statuses = new Map<string, number>()
  readonly #origin: string

  constructor(origin: string) {
    this.#origin = origin
  }

  async call(apiKey: string, path: string, given: { body?: object; key?: string } = {}): Promise<Answer> {
    const { status, body } = await this.#send(apiKey, path, given)
    const shown = status === undefined ? 'none' : String(status)
    this.statuses.set(shown, (this.statuses.get(shown) ?? 0) + 1)
    if (status === undefined || status === 503) return { kind: 'unknown' }
    if (status < 300) return { kind: 'ok', body }
    return { kind: 'refused', status, reason: reasonOf(body) }
  }

  /** Repeats a call until its answer is not `unknown`. Waits `pauseMs` milliseconds before each repetition. */
  async callUntilKnown(
    apiKey: string,
    path: string,
    { pauseMs, ...given }: { body?: object; key?: string; pauseMs: () => number },
  ): Promise<Exclude<Answer, { kind: 'unknown' }>> {
    for (;;) {
      const answer = await this.call(apiKey, path, given)
      if (answer.kind !== 'unknown') return answer
      await systemClock.sleep(pauseMs())
    }
  }

  async #send(
    apiKey: string,
    path: string,
    { body, key }: { body?: object; key?: string },
  ): Promise<{ status?: number; body: Json }> {
    try {
      const response = await fetch(this.#origin + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(CALL_MS_MAX),
      })
      const answer: unknown = await response.json()
      return { status: response.status, body: isJson(answer) ? answer : {} }
    } catch {
      return { body: {} }
    }
  }
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null

function reasonOf({ error }: Json): string {
  if (!isJson(error)) return ''
  const { code, details } = error
  const reason = isJson(details) ? details['reason'] : undefined
  return String(reason ?? code)
}

/** Returns a random number of at least 0 and less than 1. */
export const chance = (): number => systemIds.bytes(4).readUInt32BE() / 2 ** 32
