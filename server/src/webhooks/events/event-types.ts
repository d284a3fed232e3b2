/** Every event type, in the order of the documentation. */
export const EVENT_TYPES = [
  'charge.issued',
  'charge.paid',
  'charge.expired',
  'charge.failed',
  'charge.cancelled',
  'charge.refunded',
  'charge.payment_held',
  'charge.payment_returned',
  'refund.created',
  'refund.completed',
  'refund.failed',
  'dispute.opened',
  'dispute.deadline',
  'dispute.closed',
  'balance.available',
  'reserve.released',
  'payout.paid',
  'payouts.suspended',
  'payouts.resumed',
  'webhook_endpoint.paused',
  'webhook_endpoint.disabled',
  'webhook.test',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/**
 * The types that an endpoint may subscribe to. `webhook.test` is not among these types, because any endpoint can be
 * tested on request.
 */
export const SUBSCRIBABLE_EVENT_TYPES = EVENT_TYPES.filter((type) => type !== 'webhook.test')

/** Returns whether an event is about an endpoint. Such an event is never sent to that endpoint. */
export const isAboutEndpoint = (type: string): boolean => type.startsWith('webhook_endpoint.')

export const isSubscribable = (type: string): boolean =>
  SUBSCRIBABLE_EVENT_TYPES.some((known) => known === type)

/** Why an endpoint was disabled. */
export const DISABLED_REASONS = ['failing', 'gone', 'manual'] as const
export type DisabledReason = (typeof DISABLED_REASONS)[number]

/** The version of every payload. Within a version, fields may be added to a payload, but not removed or changed. */
export const EVENT_VERSION = 'v1'
