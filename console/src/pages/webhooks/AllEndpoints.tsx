import { IconWebhook } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { WebhookFleetDocument, type WebhookFleetQuery } from '../../api/generated/graphql.ts'
import { useList } from '../../api/list.ts'
import { errorClassName, webhooks as texts } from '../../lib/i18n/webhooks/webhooks.ts'
import { endpointHealth } from '../../lib/values/status.ts'
import { ExportList } from '../../shared/ExportList.tsx'
import { RowCard, type Column } from '../../ui/lists/DataTable.tsx'
import { List } from '../../ui/lists/List.tsx'
import { Page } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { EndpointHealthBadge } from '../../shared/StatusBadge.tsx'
import { DayOutcome } from './DayOutcome.tsx'
import { ReplaysLink } from './replays/ReplaysLink.tsx'
import classes from './WebhooksPage.module.css'

type Row = WebhookFleetQuery['webhookEndpointFleet']['nodes'][number]

/** The endpoints of all merchants, failing ones first. */
export function AllEndpoints() {
  const t = useText()
  const navigate = useNavigate()
  const list = useList(WebhookFleetDocument, {}, ({ webhookEndpointFleet: fleet }) => fleet)
  const open = (row: Row) =>
    void navigate({
      to: '/webhooks/$endpointId',
      params: { endpointId: row.id },
      search: { merchant: row.merchantId },
    })
  return (
    <Page
      title={t(texts.title)}
      description={t(texts.fleetDescription)}
      actions={
        <>
          <ReplaysLink />
          <ExportList list="webhook-fleet" title={t(texts.title)} filter={{}} />
        </>
      }
    >
      <List
        title={t(texts.title)}
        list={list}
        columns={columns(t)}
        card={(row) => (
          <RowCard
            title={<UrlCell row={row} />}
            note={<DayOutcome health={row.health} />}
            noteAside={<EndpointHealthBadge health={endpointHealth(row)} />}
          />
        )}
        onOpen={open}
        empty={{ icon: IconWebhook, title: texts.emptyTitle, body: texts.emptyBody }}
      />
    </Page>
  )
}

function columns(t: ReturnType<typeof useText>): Column<Row>[] {
  return [
    { id: 'endpoint', header: t(texts.endpoint), cell: (row) => <UrlCell row={row} /> },
    {
      id: 'health',
      header: t(texts.health),
      cell: (row) => <EndpointHealthBadge health={endpointHealth(row)} />,
    },
    { id: 'day', header: t(texts.lastDay), cell: (row) => <DayOutcome health={row.health} /> },
    { id: 'errors', header: t(texts.errors24h), cell: (row) => <ErrorsCell row={row} /> },
    {
      id: 'queue',
      header: t(texts.inQueue),
      align: 'end',
      cell: (row) => <span className="figures">{row.health.pending}</span>,
    },
    {
      id: 'lag',
      header: t(texts.lag),
      align: 'end',
      cell: (row) => <span className="figures">{t(texts.seconds(row.lag.lagSeconds))}</span>,
    },
  ]
}

/** The most frequent error class of the last day, and the number of others. */
function ErrorsCell({ row: { errors24h } }: { row: Row }) {
  const t = useText()
  const [first, ...others] = errors24h
  if (!first) return <span className="faint">—</span>
  const name = errorClassName[first.errorClass]
  return (
    <span>
      {name ? t(name) : first.errorClass}
      {others.length > 0 && <span className="faint"> +{others.length}</span>}
    </span>
  )
}

function UrlCell({ row }: { row: Row }) {
  return (
    <span className={classes['endpoint']}>
      <Link
        to="/webhooks/$endpointId"
        params={{ endpointId: row.id }}
        search={{ merchant: row.merchantId }}
        className={classes['url']}
        title={row.url}
      >
        {row.url}
      </Link>
      <span className={classes['events']}>{row.merchant.name}</span>
    </span>
  )
}
