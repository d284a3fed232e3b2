import { actorName } from '../../../lib/i18n/people/audit.ts'
import type { Text } from '../../../lib/text.ts'
import { disabledReason, webhooks as texts } from '../texts.ts'

/**
 * Returns who disabled an endpoint: the service, or a person, an API key or a command. Returns null if the server does
 * not know who disabled the endpoint.
 */
export function disabledByText(by: string | null): Text | null {
  if (by === null) return null
  return by === 'service' ? texts.byService : texts.by(actorName(by))
}

/**
 * Returns why an endpoint was disabled. Returns undefined for a manual change by a known actor, because the server
 * stores no reason.
 */
export function whyDisabled(endpoint: {
  disabledBy: string | null
  disabledReason: string | null
}): Text | undefined {
  if (endpoint.disabledReason === 'manual' && endpoint.disabledBy !== null) return undefined
  return disabledReason[endpoint.disabledReason ?? '']
}
