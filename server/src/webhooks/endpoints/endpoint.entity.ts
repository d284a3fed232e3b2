import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'
import { DISABLED_REASONS } from '../events/event-types.ts'
import type { ErrorClass } from '../sending/error-class.ts'

/** The maximum number of active endpoints of a merchant in one environment. */
export const ENDPOINTS_ACTIVE_MAX = 10

/** The maximum number of parallel attempts for one merchant, over all of its endpoints. */
export const MERCHANT_IN_FLIGHT_MAX = 16

export const ENDPOINT_STATUSES = ['active', 'disabled', 'off'] as const

const schema = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoint',
  properties: {
    id: p.uuid().primary(),
    merchantId: p.uuid(),
    environment: p.enum(['production', 'sandbox'] as const),
    url: p.text(),
    description: p.text().strictNullable(),
    eventTypes: p.array(),
    status: p.enum(ENDPOINT_STATUSES),
    disabledReason: p.enum(DISABLED_REASONS).strictNullable(),
    secretBox: p.blob().$type<Buffer>().hidden(),
    secretKeyId: p.text().hidden(),
    secretLast4: p.text(),
    previousSecretBox: p.blob().$type<Buffer>().hidden().strictNullable(),
    previousSecretKeyId: p.text().hidden().strictNullable(),
    previousSecretEndsAt: p.datetime(3).strictNullable(),
    consecutiveFailures: p.integer(),
    failingSince: p.datetime(3).strictNullable(),
    pausedUntil: p.datetime(3).strictNullable(),
    pauseStep: p.integer(),
    halfOpen: p.boolean(),
    rateLimitedUntil: p.datetime(3).strictNullable(),
    maxInFlight: p.integer(),
    ratePerSecond: p.integer(),
    rateTokens: p.double(),
    rateFilledAt: p.datetime(3),
    lastClaimAt: p.datetime(3),
    lastSuccessAt: p.datetime(3).strictNullable(),
    lastFailureAt: p.datetime(3).strictNullable(),
    /** The error class of the attempt at `lastFailureAt`. */
    lastErrorClass: p.text().$type<ErrorClass>().strictNullable(),
    lastErrorStatus: p.integer().strictNullable(),
    lastTestAt: p.datetime(3).strictNullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
})

/**
 * A merchant's URL that receives events. The row is never deleted, because the attempt log also refers to endpoints
 * that are `off`.
 */
export class WebhookEndpoint extends schema.class {
  /** Returns the end of the pause, or null when the endpoint is not paused at `now`. */
  pausedUntilAt(now: Date): Date | null {
    const until = this.status === 'active' ? this.pausedUntil : null
    return until && until > now ? until : null
  }

  /** Returns the state for display. When several states apply, returns the most severe one. */
  stateAt(now: Date): 'healthy' | 'failing' | 'paused' | 'disabled' | 'off' | 'idle' {
    if (this.status !== 'active') return this.status
    if (this.pausedUntilAt(now)) return 'paused'
    if (this.consecutiveFailures > 0) return 'failing'
    return this.lastSuccessAt || this.lastFailureAt ? 'healthy' : 'idle'
  }
}
schema.setClass(WebhookEndpoint)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    webhook_endpoint: InferKyselyTable<typeof schema>
  }
}
