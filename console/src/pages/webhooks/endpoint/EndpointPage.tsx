import { IconTrash } from '@tabler/icons-react'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { webhooks as texts } from '../texts.ts'
import { WebhookEndpointDocument, type WebhookEndpointQuery } from '../../../api/generated/graphql.ts'
import { useList } from '../../../api/list.ts'
import { useRefusal } from '../../../api/me.ts'
import { useMerchantId } from '../../../api/merchants.ts'
import { gqlQuery } from '../../../api/query.ts'
import { pageSearch } from '../../../lib/search/route-search.ts'
import { endpointPace } from './pace-texts.ts'
import { endpointHealth } from '../../../lib/values/status.ts'
import { RecordNotFound } from '../../../shared/RecordNotFound.tsx'
import { MerchantLink } from '../../../shared/links/MerchantLink.tsx'
import { Breakable } from '../../../ui/Breakable.tsx'
import { CopyIcon, CopyText } from '../../../ui/values/CopyText.tsx'
import { DetailList } from '../../../ui/lists/DetailList.tsx'
import { ActionDialog } from '../../../ui/dialogs/Dialog.tsx'
import { lazyForm } from '../../../ui/forms/lazy-form.tsx'
import { Loaded } from '../../../ui/lists/Loaded.tsx'
import { Figure, Figures } from '../../../ui/Figures.tsx'
import { Page, Section } from '../../../ui/Page.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { BlocksSkeleton } from '../../../ui/lists/Skeletons.tsx'
import { EventType } from './EventType.tsx'
import { EndpointHealthBadge } from '../../../shared/StatusBadge.tsx'
import { When } from '../../../ui/values/When.tsx'
import { Deliveries, useDeliveries } from '../Deliveries.tsx'
import { EndpointActions } from './EndpointActions.tsx'
import { EndpointHistory, useEndpointHistory } from './EndpointHistory.tsx'
import classes from './EndpointPage.module.css'
import { EndpointStatusCallout, LastError } from './EndpointStatusCallout.tsx'
import { eventTypesQuery } from '../EventTypeSelect.tsx'
import { Performance } from './Performance.tsx'
import { QueueAttempt } from './QueueAttempt.tsx'
import { Replays, replaysOfEndpoint } from '../replays/Replays.tsx'
import { REPLAYS_ID, RunningReplay } from '../replays/RunningReplay.tsx'

type Endpoint = NonNullable<WebhookEndpointQuery['webhookEndpoint']>

const TurnOffForm = lazyForm(async () => (await import('./EndpointForms.tsx')).TurnOffForm)

const POLL_MS = 10_000

const route = getRouteApi('/app/merchant/webhooks/$endpointId')

export function EndpointPage() {
  const t = useText()
  const { endpointId: id } = route.useParams()
  const merchantId = useMerchantId()
  const query = useQuery({
    ...gqlQuery(WebhookEndpointDocument, { merchantId, id }),
    refetchInterval: POLL_MS,
  })
  // Load the event types, deliveries, charts and replays in parallel with the endpoint.
  usePrefetchQuery(eventTypesQuery)
  const deliveries = useDeliveries(id)
  const history = useEndpointHistory({ merchantId, endpointId: id }, deliveries.filters.range)
  const replays = useList(replaysOfEndpoint, { merchantId, endpointId: id })
  const missing = (
    <RecordNotFound title={t(texts.missingTitle)} back={<Link to="/webhooks">{t(texts.title)}</Link>}>
      {t(texts.missingBody)}
    </RecordNotFound>
  )
  return (
    <Loaded fullPage missing={missing} query={query} skeleton={<BlocksSkeleton heights={[60, 110, 360]} />}>
      {({ webhookEndpoint: endpoint }) =>
        endpoint ? <EndpointView endpoint={endpoint} {...{ deliveries, history, replays }} /> : missing
      }
    </Loaded>
  )
}

function EndpointView(props: {
  endpoint: Endpoint
  deliveries: ReturnType<typeof useDeliveries>
  history: ReturnType<typeof useEndpointHistory>
  replays: ComponentProps<typeof Replays>['source']
}) {
  const t = useText()
  const { endpoint } = props
  const { health } = endpoint
  return (
    <Page
      title={endpoint.url}
      id={endpoint.id}
      crumb={<Link to="/webhooks">{t(texts.title)}</Link>}
      description={<MerchantLink merchant={endpoint.merchant} />}
      heading={
        <div className={classes.heading}>
          <h1 className={classes.url}>
            <Breakable text={endpoint.url} />
          </h1>
          <CopyIcon text={endpoint.url} name={t(texts.url)} />
          <EndpointHealthBadge health={endpointHealth(endpoint)} size="md" />
        </div>
      }
      actions={
        <>
          <EndpointActions endpoint={endpoint} />
          {endpoint.status !== 'off' && <TurnOff endpoint={endpoint} />}
        </>
      }
    >
      <RunningReplay rows={props.replays.rows} />
      <EndpointStatusCallout endpoint={endpoint} />
      <Figures>
        <Figure name={t(texts.successes24h)}>{health.succeeded24h}</Figure>
        <Figure name={t(texts.failures24h)}>{health.failed24h}</Figure>
        <Figure name={t(texts.inQueue)}>{health.pending}</Figure>
        <Figure name={t(texts.consecutive)}>{endpoint.consecutiveFailures}</Figure>
      </Figures>
      <div className={classes.columns}>
        <div className={classes.column}>
          <History endpointId={endpoint.id} history={props.history} />
          <Deliveries endpointId={endpoint.id} deliveries={props.deliveries} />
          <div id={REPLAYS_ID}>
            <Replays endpoint={endpoint} source={props.replays} />
          </div>
        </div>
        <div className={classes.column}>
          <Performance endpoint={endpoint} />
          <Facts endpoint={endpoint} />
        </div>
      </div>
    </Page>
  )
}

/** The charts of the endpoint. Selecting a range in a chart sets the period of the delivery filter in the URL. */
function History(props: { endpointId: string; history: ReturnType<typeof useEndpointHistory> }) {
  const navigate = useNavigate()
  const { delivery: _open, range: _range, ...filters } = pageSearch(route.useSearch())
  return (
    <EndpointHistory
      history={props.history}
      onRange={(next) =>
        void navigate({
          to: '/webhooks/$endpointId',
          params: { endpointId: props.endpointId },
          search: { ...filters, ...(next && { range: next }) },
          replace: true,
        })
      }
    />
  )
}

function Facts({ endpoint }: { endpoint: Endpoint }) {
  const t = useText()
  const { eventTypes, health } = endpoint
  // An endpoint with a problem has a callout, which already shows the times of the queue.
  const hasCallout = !['healthy', 'idle'].includes(endpointHealth(endpoint))
  const rows: [string, string | null][] = [
    [t(texts.lastSuccess), endpoint.lastSuccessAt],
    [t(texts.lastFailure), endpoint.lastFailureAt],
    [t(texts.failingSince), endpoint.failingSince],
    [t(texts.oldestPending), hasCallout ? null : health.oldestPendingAt],
    [t(texts.created), endpoint.createdAt],
  ]
  return (
    <Section title={t(texts.details)}>
      <DetailList
        items={[
          ...(endpoint.description === null ? [] : [[t(texts.purpose), endpoint.description] as const]),
          [
            t(texts.events),
            eventTypes.length === 0
              ? t(texts.allEvents)
              : eventTypes.map((type) => (
                  <div key={type}>
                    <EventType type={type} />
                  </div>
                )),
          ],
          [
            t(texts.secretEnds),
            <span key="secret" className="mono">
              …{endpoint.secretLast4}
            </span>,
          ],
          [t(endpointPace.pace), t(endpointPace.summary(endpoint.maxInFlight, endpoint.ratePerSecond))],
          ...(endpoint.lastErrorClass === null
            ? []
            : [[t(texts.lastError), <LastError key="error" endpoint={endpoint} />] as const]),
          ...rows
            .filter(([, at]) => at !== null)
            .map(([name, at]) => [name, <When key={name} at={at} />] as const),
          ...(health.pending === 0 || hasCallout
            ? []
            : [[t(texts.nextAttempt), <QueueAttempt key="next" at={health.nextAttemptAt} />] as const]),
          [t(texts.id), <CopyText key="id" text={endpoint.id} name={t(texts.id)} />],
        ]}
      />
    </Section>
  )
}

function TurnOff({ endpoint }: { endpoint: Endpoint }) {
  const t = useText()
  return (
    <ActionDialog
      icon={IconTrash}
      label={t(texts.turnOff)}
      title={t(texts.turnOffTitle)}
      disabledReason={useRefusal('webhook_endpoint.turn_off')}
    >
      {(close) => <TurnOffForm endpoint={endpoint} onClose={close} />}
    </ActionDialog>
  )
}
