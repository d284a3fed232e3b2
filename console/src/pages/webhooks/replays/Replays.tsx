import { Progress, VisuallyHidden } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  WebhookEndpointsDocument,
  WebhookReplayDocument,
  WebhookReplaysDocument,
  type EndpointFieldsFragment,
  type ReplayFieldsFragment,
} from '../../../api/generated/graphql.ts'
import { useList } from '../../../api/list.ts'
import { gqlQuery } from '../../../api/query.ts'
import { aboutSearch } from '../../../lib/search/audit-search.ts'
import { replays as texts, replayStatus } from '../../../lib/i18n/webhooks/replays.ts'
import { webhooks } from '../../../lib/i18n/webhooks/webhooks.ts'
import { kindOfReplay, progressTenths } from '../../../lib/search/replay-filter.ts'
import { ExportList } from '../../../shared/ExportList.tsx'
import { AuditLink } from '../../../shared/AuditLink.tsx'
import { Badge } from '../../../ui/values/Badge.tsx'
import { RowCard, type Column } from '../../../ui/lists/DataTable.tsx'
import { List, type ListSource } from '../../../ui/lists/List.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { When } from '../../../ui/values/When.tsx'
import classes from './Replays.module.css'
import { StartReplay } from './StartReplay.tsx'

type Row = ReplayFieldsFragment

const POLL_MS = 1000

/** Loads bulk replays, newest first: of one endpoint, or of the merchant (null). */
export const useReplays = (merchantId: string, endpointId: string | null): ListSource<Row> =>
  useList(WebhookReplaysDocument, { merchantId, endpointId }, (data) => data.webhookReplays)

/** The bulk replays of an endpoint, and a button that starts one. */
export function Replays({ endpoint, list }: { endpoint: EndpointFieldsFragment; list: ListSource<Row> }) {
  const t = useText()
  const { merchantId, id: endpointId } = endpoint
  const filter = { merchantId, endpointId }
  const aside = (
    <>
      <ExportList size="xs" list="webhook-replays" title={t(texts.title)} filter={filter} />
      <StartReplay endpoint={endpoint} />
    </>
  )
  return <ReplayList list={list} aside={aside} />
}

/** A list of bulk replays. With `ofAll` each row names its endpoint. */
export function ReplayList(props: { list: ListSource<Row>; ofAll?: boolean; aside?: ReactNode }) {
  const t = useText()
  const { list, ofAll = false, aside } = props
  return (
    <List
      title={t(texts.title)}
      aside={aside}
      list={list}
      columns={columns(t, ofAll)}
      card={(row) => (
        <RowCard
          title={
            <>
              {ofAll && <EndpointLink row={row} />}
              <ReplayScope row={row} />
            </>
          }
          aside={<When at={row.createdAt} />}
          note={<ReplayProgress row={row} />}
          noteAside={<StatusBadge row={row} />}
        />
      )}
      empty={{ icon: IconRefresh, title: texts.emptyTitle, body: texts.emptyBody }}
      skeletonRows={2}
    />
  )
}

function columns(t: ReturnType<typeof useText>, ofAll: boolean): Column<Row>[] {
  return [
    ...(ofAll
      ? [{ id: 'endpoint', header: t(webhooks.endpoint), cell: (row: Row) => <EndpointLink row={row} /> }]
      : []),
    { id: 'what', header: t(texts.what), cell: (row) => <ReplayScope row={row} /> },
    { id: 'status', header: t(texts.status), cell: (row) => <StatusBadge row={row} /> },
    { id: 'progress', header: t(texts.progress), cell: (row) => <ReplayProgress row={row} /> },
    { id: 'created', header: t(texts.created), cell: (row) => <When at={row.createdAt} /> },
    { id: 'ended', header: t(texts.ended), wide: true, cell: (row) => <EndedCell row={row} /> },
  ]
}

function EndpointLink({ row }: { row: Row }) {
  const { data } = useQuery(gqlQuery(WebhookEndpointsDocument, { merchantId: row.merchantId }))
  const endpoint = data?.webhookEndpoints.find(({ id }) => id === row.endpointId)
  return (
    <Link
      to="/webhooks/$endpointId"
      params={{ endpointId: row.endpointId }}
      className={classes['endpoint']}
      title={endpoint?.url}
    >
      {endpoint?.url ?? row.endpointId}
    </Link>
  )
}

/** When the replay ended, with a link to its audit entries. */
function EndedCell({ row }: { row: Row }) {
  const { finishedAt } = useLiveReplay(row)
  return (
    <span className={classes['ended']}>
      <When at={finishedAt} />
      <AuditLink search={aboutSearch([row.id])} />
    </span>
  )
}

function ReplayScope({ row }: { row: Row }) {
  const t = useText()
  return (
    <div className={classes['progress']}>
      <span>{t(texts[kindOfReplay(row)])}</span>
      <span className={classes['note']}>
        <When at={row.fromAt} /> – <When at={row.toAt} />
      </span>
      {row.eventTypes.length > 0 && <span className="mono faint">{row.eventTypes.join(', ')}</span>}
    </div>
  )
}

/** Polls a running replay until it ends. */
function useLiveReplay(row: Row): Row {
  const { merchantId, id } = row
  const { data } = useQuery({
    ...gqlQuery(WebhookReplayDocument, { merchantId, id }),
    enabled: row.status === 'running',
    refetchInterval: ({ state }) => (state.data?.webhookReplay.status === 'running' ? POLL_MS : false),
  })
  return row.status === 'running' ? (data?.webhookReplay ?? row) : row
}

function StatusBadge({ row }: { row: Row }) {
  const t = useText()
  const { status } = useLiveReplay(row)
  const tone = status === 'completed' ? 'success' : status === 'running' ? 'info' : 'warning'
  return <Badge tone={tone}>{t(replayStatus[status])}</Badge>
}

function ReplayProgress({ row }: { row: Row }) {
  const t = useText()
  const { matched, done, failed, status } = useLiveReplay(row)
  const ended = done + failed
  const progressText = t(texts.told(ended, matched))
  return (
    <div className={classes['progress']}>
      {status === 'running' && (
        <Progress.Root size="sm">
          <Progress.Section
            value={matched === 0 ? 100 : (ended / matched) * 100}
            aria-label={t(texts.progress)}
            aria-valuetext={progressText}
          />
        </Progress.Root>
      )}
      <span className="figures">
        {progressText}
        {failed > 0 && ` · ${t(texts.failures(failed))}`}
      </span>
      <VisuallyHidden aria-live="polite">
        {t(replayStatus[status])}: {progressTenths(ended, matched) * 10} %
      </VisuallyHidden>
    </div>
  )
}
