import { webhooks as texts, disabledReason } from '../texts.ts'
import type { WebhookEndpointQuery } from '../../../api/generated/graphql.ts'
import { errorClassName, errorClassHint } from '../../../lib/i18n/webhooks/attempts.ts'
import { Callout } from '../../../ui/Callout.tsx'
import { AttemptTime } from '../../../shared/Attempts.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { When } from '../../../ui/values/When.tsx'
import { ResumeEndpoint } from '../replays/ResumeEndpoint.tsx'

type Endpoint = NonNullable<WebhookEndpointQuery['webhookEndpoint']>

/** Explains why a disabled or paused endpoint receives no webhooks, and what the person can do about it. */
export function EndpointStatusCallout({ endpoint }: { endpoint: Endpoint }) {
  const t = useText()
  const { status, disabledReason: reason, pausedUntil, lastErrorClass, health } = endpoint
  if (status === 'disabled') {
    const why = disabledReason[reason ?? '']
    return (
      <Callout tone="danger" title={t(texts.disabled)} aside={<ResumeEndpoint endpoint={endpoint} />}>
        {why && t(why)} {t(texts.disabledBody)}
      </Callout>
    )
  }
  if (pausedUntil === null) return null
  const { pending, oldestPendingAt } = health
  const hint = errorClassHint[lastErrorClass ?? '']
  return (
    <Callout tone="warning" title={t(texts.paused)} aside={<ResumeEndpoint endpoint={endpoint} />}>
      {pending > 0 && (
        <>
          {t(texts.waiting(pending))}; {t(texts.waitingSince)} <When at={oldestPendingAt} relative />.{' '}
        </>
      )}
      {t(texts.resumesAt)}: <AttemptTime at={health.nextAttemptAt ?? pausedUntil} />. {t(texts.pausedBody)}{' '}
      {hint && t(hint)}
    </Callout>
  )
}

/** The HTTP status of the endpoint's last failed attempt, or the error class if the endpoint did not answer. */
export function LastError({ endpoint }: { endpoint: Endpoint }) {
  const t = useText()
  const { lastErrorClass, lastErrorStatus } = endpoint
  const name = errorClassName[lastErrorClass ?? '']
  return lastErrorStatus === null ? (name ? t(name) : lastErrorClass) : `HTTP ${lastErrorStatus}`
}
