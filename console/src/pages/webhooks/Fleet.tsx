import { IconWebhook } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { WebhookFleetDocument, type WebhookFleetQuery } from '../../api/generated/graphql.ts'
import { pagesOf } from '../../api/query.ts'
import { webhooks as texts } from '../../lib/i18n/webhooks.ts'
import { endpointHealth } from '../../lib/status.ts'
import { DataTable, RowCard, type Column } from '../../ui/DataTable.tsx'
import { EmptyMessage } from '../../ui/EmptyMessage.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { EndpointHealthBadge } from '../../ui/StatusBadge.tsx'
import { DayOutcome } from './DayOutcome.tsx'
import classes from './WebhooksPage.module.css'

type Row = WebhookFleetQuery['webhookEndpointFleet']['nodes'][number]

const PAGE_SIZE = 50
const POLL_MS = 15_000

/** The endpoints of every merchant, the ones that fail first. */
export function Fleet() {
  const t = useText()
  const navigate = useNavigate()
  const query = useInfiniteQuery({
    ...pagesOf(WebhookFleetDocument, { first: PAGE_SIZE }, ({ webhookEndpointFleet: fleet }) => fleet),
    refetchInterval: POLL_MS,
    refetchOnMount: 'always',
  })
  const rows = query.data?.pages.flatMap(({ nodes }) => nodes) ?? []
  const open = (row: Row) =>
    void navigate({
      to: '/webhooks/$endpointId',
      params: { endpointId: row.id },
      search: { merchant: row.merchantId },
    })
  return (
    <Page title={t(texts.title)} description={t(texts.fleetDescription)}>
      <Card flush label={t(texts.title)}>
        <Loaded of={query} skeleton={<RowsSkeleton rows={6} />}>
          {() =>
            rows.length === 0 ? (
              <EmptyMessage icon={IconWebhook} title={t(texts.emptyTitle)}>
                {t(texts.emptyBody)}
              </EmptyMessage>
            ) : (
              <>
                <DataTable
                  label={t(texts.title)}
                  columns={columns(t)}
                  rows={rows}
                  rowKey={(row) => row.id}
                  card={(row) => (
                    <RowCard
                      title={<UrlCell row={row} />}
                      note={<DayOutcome health={row.health} />}
                      noteAside={<EndpointHealthBadge health={endpointHealth(row)} />}
                    />
                  )}
                  onOpen={open}
                />
                <LoadMore shown={rows.length} list={query} />
              </>
            )
          }
        </Loaded>
      </Card>
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
