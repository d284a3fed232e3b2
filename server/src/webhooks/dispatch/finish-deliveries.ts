import { transaction, type Context, type Tx } from '../../kernel/context.ts'
import { afterDeliveryAttempt } from './delivery-outcome.ts'
import { afterAttempt, type AttemptOutcome, type EndpointCondition } from '../endpoints/endpoint-condition.ts'
import { alarmOf, stopEventOf } from '../health/endpoint-alarm.ts'
import { isAboutEndpoint } from '../events/event-types.ts'
import {
  lockClaimed,
  lockEndpoints,
  writeResults,
  type AttemptRow,
  type DeliveryRow,
  type HourRow,
} from './finish-deliveries.sql.ts'
import { latencyBound } from '../health/latency.ts'
import { recordStoppedById } from '../endpoints/record-stopped-endpoint.ts'
import { recordSuccesses } from './record-successes.sql.ts'
import { parseRetryAfter } from './retry-schedule.ts'
import type { CompletedAttempt } from './send-delivery.ts'

const HOUR_MS = 3_600_000

/**
 * Records attempts: each in the log, its delivery done, due again or failed, its endpoint's condition moved on. An
 * attempt whose lease was lost meanwhile changes nothing, for another engine owns the delivery now. Answers how many
 * were recorded.
 */
export async function finishDeliveries(ctx: Context, attempts: readonly CompletedAttempt[]): Promise<number> {
  if (attempts.length === 0) return 0
  const recorded = attempts.every(hasSucceeded)
    ? await finishSucceeded(ctx, attempts)
    : await finishMixed(ctx, attempts)
  tell(ctx, attempts, recorded)
  return recorded.ours.length
}

const hasSucceeded = ({ result }: CompletedAttempt): boolean => result.errorClass === null

/** The usual case, in one round trip. */
async function finishSucceeded(ctx: Context, attempts: readonly CompletedAttempt[]): Promise<Recorded> {
  const rows = attempts.map((attempt) => ({
    ...attemptRow(attempt),
    claim_id: attempt.delivery.claim_id,
    hour: hourOf(attempt),
    latency_ms_max: latencyBound(attempt.result.timings.total),
  }))
  const held = await recordSuccesses(ctx, rows, ctx.clock.now())
  return {
    ours: attempts.filter(({ delivery }) => held.has(delivery.id)),
    before: new Map(),
    after: new Map(),
  }
}

function finishMixed(ctx: Context, attempts: readonly CompletedAttempt[]): Promise<Recorded> {
  return transaction(ctx, async (tx) => {
    const before = await lockEndpoints(tx, endpointIds(attempts))
    const held = await lockClaimed(tx, attempts.map(claimOf))
    const ours = attempts.filter(({ delivery }) => held.has(delivery.id))
    const now = tx.clock.now()
    const after = new Map<string, EndpointCondition>()
    const deliveries: DeliveryRow[] = []
    for (const attempt of ours) {
      const { endpoint_id: id } = attempt.delivery
      const condition = after.get(id) ?? before.get(id)
      if (!condition) throw new Error(`finishDeliveries: endpoint ${id} is gone`)
      const moved = afterAttempt(condition, outcomeOf(attempt, now))
      after.set(id, moved)
      deliveries.push(deliveryRow(attempt, { now, endpointStatus: moved.status, random: randomFraction(tx) }))
    }
    await writeResults(tx, {
      attempts: ours.map(attemptRow),
      deliveries,
      endpoints: after,
      hours: hourRows(ours),
    })
    await recordStops(tx, before, after)
    return { ours, before, after }
  })
}

/** Rare: an endpoint was paused for the first time, or disabled. */
async function recordStops(
  tx: Tx,
  before: Map<string, EndpointCondition>,
  after: Map<string, EndpointCondition>,
): Promise<void> {
  for (const [id, condition] of after) {
    const was = before.get(id)
    const type = was ? stopEventOf(was, condition) : null
    if (type) await recordStoppedById(tx, id, type)
  }
}

const endpointIds = (attempts: readonly CompletedAttempt[]): string[] =>
  Array.from(new Set(attempts.map(({ delivery }) => delivery.endpoint_id)))

const claimOf = ({ delivery }: CompletedAttempt) => ({ id: delivery.id, claimId: delivery.claim_id })

const randomFraction = (ctx: Context): number => ctx.ids.bytes(4).readUInt32BE() / 2 ** 32

function outcomeOf({ delivery, result }: CompletedAttempt, at: Date): AttemptOutcome {
  return {
    at,
    kind: kindOf(result),
    // Events about endpoints must not make further ones, or two failing endpoints would go on for ever.
    counts: delivery.trigger === 'auto' && !isAboutEndpoint(delivery.event_type),
    errorClass: result.errorClass,
    statusCode: result.statusCode,
    retryAfterMs: parseRetryAfter(result.responseHeaders['retry-after'], at),
  }
}

function kindOf({ errorClass, statusCode }: CompletedAttempt['result']): AttemptOutcome['kind'] {
  if (errorClass === null) return 'succeeded'
  if (errorClass === 'internal') return 'unsent'
  if (errorClass === 'rate_limited') return 'rate_limited'
  return statusCode === 410 ? 'gone' : 'failed'
}

interface Ending {
  now: Date
  endpointStatus: EndpointCondition['status']
  random: number
}

function deliveryRow({ delivery, result }: CompletedAttempt, ending: Ending): DeliveryRow {
  const asked = result.statusCode === 429 || result.statusCode === 503
  const outcome = afterDeliveryAttempt({
    trigger: delivery.trigger,
    scheduledAttempts: delivery.scheduled_attempts,
    eventCreatedAt: delivery.event_created_at,
    resumeAt: delivery.resume_at,
    succeededAt: delivery.succeeded_at,
    errorClass: result.errorClass,
    retryAfterMs: asked ? parseRetryAfter(result.responseHeaders['retry-after'], ending.now) : null,
    endpointStatus: ending.endpointStatus,
    at: ending.now,
    random: ending.random,
  })
  return {
    id: delivery.id,
    status: outcome.status,
    next_attempt_at: outcome.nextAttemptAt,
    last_status_code: result.statusCode,
    last_error: result.errorClass,
    succeeded_at: outcome.succeededAt,
    finished_at: outcome.finishedAt,
  }
}

function attemptRow({ delivery, startedAt, requestHeaders, result }: CompletedAttempt): AttemptRow {
  return {
    merchant_id: delivery.merchant_id,
    endpoint_id: delivery.endpoint_id,
    delivery_id: delivery.id,
    n: delivery.attempts,
    trigger: delivery.trigger,
    started_at: startedAt,
    duration_ms: result.timings.total,
    timings: result.timings,
    status_code: result.statusCode,
    error_class: result.errorClass,
    error_detail: result.errorDetail,
    remote_ip: result.remoteIp,
    request_headers: requestHeaders,
    response_headers: result.responseHeaders,
    response_body: result.statusCode === null ? null : result.responseBody.toString('base64'),
    response_truncated: result.responseTruncated,
  }
}

const hourOf = ({ startedAt }: CompletedAttempt): Date =>
  new Date(Math.floor(startedAt.getTime() / HOUR_MS) * HOUR_MS)

function hourRows(attempts: readonly CompletedAttempt[]): HourRow[] {
  const rows = new Map<string, HourRow>()
  for (const attempt of attempts) {
    const { delivery, result } = attempt
    const hour = hourOf(attempt)
    const outcome = result.errorClass ?? 'succeeded'
    const bound = latencyBound(result.timings.total)
    const key = [delivery.endpoint_id, hour.getTime(), outcome, bound].join(' ')
    const row = rows.get(key)
    if (row) row.attempts += 1
    else {
      const { merchant_id, endpoint_id } = delivery
      rows.set(key, { merchant_id, endpoint_id, hour, outcome, latency_ms_max: bound, attempts: 1 })
    }
  }
  return Array.from(rows.values()).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

/** Two engines that count for the same endpoint lock the rows in the same order. */
const keyOf = (row: HourRow): string => [row.endpoint_id, row.outcome, row.latency_ms_max].join(' ')

interface Recorded {
  ours: readonly CompletedAttempt[]
  before: Map<string, EndpointCondition>
  after: Map<string, EndpointCondition>
}

function tell(ctx: Context, all: readonly CompletedAttempt[], { ours, before, after }: Recorded): void {
  for (const { delivery } of all.filter((attempt) => !ours.includes(attempt))) {
    ctx.log.warn({ delivery_id: delivery.id, attempt: delivery.attempts }, 'webhook lease lost')
  }
  for (const { delivery, result } of ours) {
    if (result.errorClass !== 'ssrf_blocked') continue
    ctx.log.error({ endpoint_id: delivery.endpoint_id, alarm: 'ssrf_blocked' }, 'webhook address refused')
  }
  for (const [id, condition] of after) {
    const was = before.get(id)
    const alarm = was && alarmOf(was, condition)
    if (!alarm) continue
    const { disabledReason: reason, failingSince: since, pausedUntil: until } = condition
    ctx.log.error({ endpoint_id: id, alarm, reason, since, until }, 'webhook endpoint fails')
  }
}
