import { useQuery } from '@tanstack/react-query'
import { webhooks as texts } from '../texts.ts'
import { WebhookDeliveriesDocument, type WebhookEndpointQuery } from '../../../api/generated/graphql.ts'
import { gqlQuery } from '../../../api/query.ts'
import { errorHint } from '../../../lib/i18n/webhooks/attempts.ts'
import { endpointIs } from '../../../lib/i18n/webhooks/endpoint-is.ts'
import { errorClassName } from '../../../lib/i18n/webhooks/error-class-name.ts'
import { Callout } from '../../../ui/Callout.tsx'
import type { Text } from '../../../lib/text.ts'
import { nowMs } from '../../../lib/time/clock.ts'
import { AttemptTime } from '../../../shared/Attempts.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { When } from '../../../ui/values/When.tsx'
import { WhyDisabled } from './WhyDisabled.tsx'
import { ReplayUndelivered, ResumeEndpoint } from '../replays/ResumeEndpoint.tsx'

type Endpoint = NonNullable<WebhookEndpointQuery['webhookEndpoint']>

/**
 * Says why an endpoint is disabled, paused or failing, and what a person can do. Renders nothing for other endpoints.
 */
export function EndpointStatusCallout({ endpoint }: { endpoint: Endpoint }) {
  const t = useText()
  const { status, pausedUntil, lastErrorClass, health } = endpoint
  if (status === 'disabled')
    return (
      <Callout tone="danger" title={t(endpointIs('disabled'))} aside={<ResumeEndpoint endpoint={endpoint} />}>
        <WhyDisabled endpoint={endpoint} /> {t(texts.disabledBody)} <Undelivered endpoint={endpoint} />
      </Callout>
    )
  const hint = errorHint(lastErrorClass, endpoint.lastErrorStatus)
  if (status !== 'active') return null
  if (pausedUntil === null && endpoint.consecutiveFailures === 0) return null
  if (pausedUntil === null)
    return (
      <Callout
        tone="warning"
        title={t(endpointIs('failing'))}
        aside={<ReplayUndelivered endpoint={endpoint} />}
      >
        <Waiting health={health} /> <NextAttempt at={health.nextAttemptAt} waiting={health.pending} />{' '}
        {t(texts.failingBody(lastAnswer(endpoint)))} {hint && t(hint)}
        <DisableDeadline at={endpoint.disableAt} />
      </Callout>
    )
  return (
    <Callout tone="warning" title={t(endpointIs('paused'))} aside={<ResumeEndpoint endpoint={endpoint} />}>
      <Waiting health={health} />{' '}
      <NextAttempt at={health.nextAttemptAt ?? pausedUntil} waiting={health.pending} />{' '}
      {t(texts.lastAnswer(lastAnswer(endpoint)))} {t(texts.pausedBody)} {hint && t(hint)}
      <DisableDeadline at={endpoint.disableAt} />
    </Callout>
  )
}

/**
 * The date and time of the endpoint's next attempt. Without a planned attempt, a delivery is being sent now, or the
 * next event starts the next attempt.
 */
function NextAttempt({ at, waiting }: { at: string | null; waiting: number }) {
  const t = useText()
  if (at === null) return <>{t(waiting > 0 ? texts.attemptNow : texts.attemptWithEvent)}</>
  const attempt = <AttemptTime at={at} />
  const isDue = Date.parse(at) <= nowMs()
  return (
    <>
      {t(texts.resumesAt)}:{' '}
      {isDue ? (
        attempt
      ) : (
        <>
          <When at={at} /> ({attempt})
        </>
      )}
      .
    </>
  )
}

/** The number of deliveries that a disabled endpoint did not get. These deliveries are not in the queue. */
function Undelivered({ endpoint: { merchantId, id: endpointId } }: { endpoint: Endpoint }) {
  const t = useText()
  const { data } = useQuery(
    gqlQuery(WebhookDeliveriesDocument, {
      filter: { merchantId, endpointId, status: ['failed', 'skipped'] },
      first: 1,
      after: null,
      count: true,
    }),
  )
  const count = data?.webhookDeliveries.totalCount ?? 0
  return count > 0 && t(texts.undelivered(count))
}

/** Says when the service disables the failing endpoint. */
function DisableDeadline({ at }: { at: string | null }) {
  const t = useText()
  if (at === null) return null
  return (
    <div>
      {t(texts.disableAt)} <When at={at} /> (<When at={at} relative />
      ).
    </div>
  )
}

/** The number of deliveries that wait, and since when the oldest of them waits. */
function Waiting({ health: { pending, oldestPendingAt } }: { health: Endpoint['health'] }) {
  const t = useText()
  if (pending === 0) return null
  return (
    <>
      {t(texts.waiting(pending))}
      {oldestPendingAt !== null && (
        <>
          ; {t(texts.waitingSince)} <When at={oldestPendingAt} relative />
        </>
      )}
      .
    </>
  )
}

/** The HTTP status of the endpoint's last failed attempt, or the error class if the endpoint did not answer. */
export function LastError({ endpoint }: { endpoint: Endpoint }) {
  const t = useText()
  return t(lastAnswer(endpoint))
}

function lastAnswer({ lastErrorClass, lastErrorStatus }: Endpoint): Text {
  if (lastErrorStatus !== null) return [`HTTP ${lastErrorStatus}`, `HTTP ${lastErrorStatus}`]
  return errorClassName[lastErrorClass ?? ''] ?? [lastErrorClass ?? '—', lastErrorClass ?? '—']
}
