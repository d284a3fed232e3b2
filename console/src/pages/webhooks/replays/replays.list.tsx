import { Progress, VisuallyHidden } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { eventText } from '../../../lib/i18n/status.ts'
import { pageNames } from '../../../lib/i18n/page-names.ts'
import { replays as texts, replayStatus } from './texts.ts'
import { exported, webhooks } from '../texts.ts'
import { exports } from '../../../lib/i18n/exports.ts'
import { defineList, ID_COLUMN } from '../../../api/define-list.ts'
import {
  WebhookEndpointsDocument,
  WebhookReplayDocument,
  type ReplayFieldsFragment,
  type WebhookReplaysQuery,
} from '../../../api/generated/graphql.ts'
import { gqlQuery } from '../../../api/query.ts'
import { MERCHANT_FILTER } from '../../../lib/export-filter.ts'
import { aboutSearch } from '../../../lib/search/audit-search.ts'
import { actorName, auditActor } from '../../../lib/i18n/people/audit.ts'
import { kindOfReplay, progressTenths } from './replay-filter.ts'
import { AuditLink } from '../../../shared/AuditLink.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { Badge } from '../../../ui/values/Badge.tsx'
import { Breakable } from '../../../ui/Breakable.tsx'
import { When } from '../../../ui/values/When.tsx'
import classes from './Replays.module.css'
import { replaysQuery } from '../queries.ts'

export type ReplayRow = WebhookReplaysQuery['webhookReplays']['nodes'][number]

const POLL_MS = 1000

/** Names of the replay kinds. `kindOfReplay` determines the kind of a replay. */
const KIND_NAMES = {
  missed: texts.missed,
  failed: texts.failed,
  skipped: texts.skipped,
  succeeded: texts.succeeded,
  pending: texts.waiting,
  waiting: texts.waiting,
  all: texts.all,
  events: texts.events,
  allEvents: texts.allEvents,
}

/** A merchant's bulk replays, newest first. With `ofAll`, a column names the endpoint of each replay. */
export const replaysList = (ofAll: boolean) =>
  defineList({
    name: 'webhook-replays',
    title: pageNames.replays,
    ...replaysQuery,
    filters: { ...MERCHANT_FILTER, endpointId: [exported.endpoint] },
    columns: [
      {
        header: webhooks.endpoint,
        hidden: !ofAll,
        cell: (row) => <EndpointLink row={row} />,
        card: 'title',
        exports: ['endpoint'],
      },
      {
        header: texts.what,
        cell: (row) => <ReplayScope row={row} />,
        card: 'title',
        exports: [
          { id: 'what', words: KIND_NAMES },
          { id: 'from', header: exports.from },
          { id: 'to', header: exports.until },
          { id: 'events', header: webhooks.events, words: { all: webhooks.allEvents } },
        ],
      },
      {
        header: texts.status,
        cell: (row) => <StatusBadge row={row} />,
        card: 'noteAside',
        exports: [{ id: 'status', words: replayStatus }],
      },
      {
        header: texts.progress,
        cell: (row) => <ReplayProgress row={row} />,
        card: 'note',
        exports: [
          { id: 'replayed', header: exported.replayed },
          { id: 'matched', header: exported.matched },
          { id: 'failed', header: exported.replaysFailed },
        ],
      },
      {
        header: texts.created,
        cell: (row) => <StartedCell row={row} />,
        card: { slot: 'aside', label: true },
        exports: ['created_at', { id: 'started_by', header: texts.startedBy, words: auditActor }],
      },
      {
        header: texts.ended,
        wide: true,
        cell: (row) => <EndedCell row={row} />,
        exports: ['finished_at'],
      },
      ID_COLUMN,
    ],
    empty: { icon: IconRefresh, title: texts.emptyTitle, body: texts.emptyBody },
    skeletonRows: 2,
  })

function EndpointLink({ row }: { row: ReplayFieldsFragment }) {
  const { data } = useQuery(gqlQuery(WebhookEndpointsDocument, { merchantId: row.merchantId }))
  const endpoint = data?.webhookEndpoints.find(({ id }) => id === row.endpointId)
  return (
    <Link
      to="/webhooks/$endpointId"
      params={{ endpointId: row.endpointId }}
      className={classes.endpoint}
      title={endpoint?.url}
    >
      <Breakable text={endpoint?.url ?? row.endpointId} />
    </Link>
  )
}

/** The start time of a replay, and who started the replay. */
function StartedCell({ row: { createdAt, startedBy } }: { row: ReplayRow }) {
  const t = useText()
  return (
    <span className={classes.when}>
      <When at={createdAt} />
      {startedBy !== null && <span className="faint">{t(texts.by(t(actorName(startedBy))))}</span>}
    </span>
  )
}

/** The end time of a replay, with a link to its audit entries. */
function EndedCell({ row }: { row: ReplayFieldsFragment }) {
  const { finishedAt } = useLiveReplay(row)
  return (
    <span className={classes.when}>
      <When at={finishedAt} />
      <AuditLink merchantId={row.merchantId} search={aboutSearch([row.id])} />
    </span>
  )
}

function ReplayScope({ row }: { row: ReplayFieldsFragment }) {
  const t = useText()
  return (
    <div className={classes.progress}>
      <span>{t(texts[kindOfReplay(row)])}</span>
      <span className={classes.note}>
        <When at={row.fromAt} /> – <When at={row.toAt} />
      </span>
      {row.eventTypes.length > 0 && (
        <span className="faint">{row.eventTypes.map((type) => t(eventText(type))).join(' · ')}</span>
      )}
    </div>
  )
}

/** Returns the current state of a replay. While the replay is running, the function polls its state. */
export function useLiveReplay(row: ReplayFieldsFragment): ReplayFieldsFragment {
  const { merchantId, id } = row
  const { data } = useQuery({
    ...gqlQuery(WebhookReplayDocument, { merchantId, id }),
    enabled: row.status === 'running',
    refetchInterval: ({ state }) => (state.data?.webhookReplay.status === 'running' ? POLL_MS : false),
  })
  return row.status === 'running' ? (data?.webhookReplay ?? row) : row
}

function StatusBadge({ row }: { row: ReplayFieldsFragment }) {
  const t = useText()
  const { status } = useLiveReplay(row)
  const tone = status === 'completed' ? 'success' : status === 'running' ? 'info' : 'warning'
  return <Badge tone={tone}>{t(replayStatus[status])}</Badge>
}

function ReplayProgress({ row }: { row: ReplayFieldsFragment }) {
  const t = useText()
  const { matched, done, failed, status } = useLiveReplay(row)
  const ended = done + failed
  const progressText = t(texts.told(ended, matched))
  return (
    <div className={classes.progress}>
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
