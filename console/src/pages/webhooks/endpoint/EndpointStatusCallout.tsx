import type { WebhookEndpointQuery } from '../../../api/generated/graphql.ts'
import { errorClassHint } from '../../../lib/i18n/webhooks/endpoint-performance.ts'
import { disabledReason, errorClassName, webhooks as texts } from '../../../lib/i18n/webhooks/webhooks.ts'
import { Callout } from '../../../ui/Callout.tsx'
import { useText } from '../../../ui/preferences.tsx'

type Endpoint = NonNullable<WebhookEndpointQuery['webhookEndpoint']>

/** Why nothing is sent to an endpoint that is disabled or paused, and what to do about it. */
export function EndpointStatusCallout({ endpoint }: { endpoint: Endpoint }) {
  const t = useText()
  const { status, disabledReason: reason, pausedUntil, lastErrorClass } = endpoint
  if (status === 'disabled') {
    const why = disabledReason[reason ?? '']
    return (
      <Callout tone="danger" title={t(texts.disabled)}>
        {why && t(why)} {t(texts.disabledBody)}
      </Callout>
    )
  }
  if (pausedUntil === null) return null
  const hint = errorClassHint[lastErrorClass ?? '']
  return (
    <Callout tone="warning" title={t(texts.paused)}>
      {t(texts.pausedBody)} {hint && t(hint)}
    </Callout>
  )
}

/** What the last failed attempt failed with: the status of the answer, or the kind of failure without one. */
export function LastError({ endpoint }: { endpoint: Endpoint }) {
  const t = useText()
  const { lastErrorClass, lastErrorStatus } = endpoint
  const name = errorClassName[lastErrorClass ?? '']
  return lastErrorStatus === null ? (name ? t(name) : lastErrorClass) : `HTTP ${lastErrorStatus}`
}
