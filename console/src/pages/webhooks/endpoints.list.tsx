import { IconWebhook } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { exported, webhooks as texts } from './texts.ts'
import { defineList, ID_COLUMN } from '../../api/define-list.ts'
import type { WebhookEndpointsQuery } from '../../api/generated/graphql.ts'
import { eventText } from '../../lib/i18n/status.ts'
import { YES_NO } from '../../lib/export-file.ts'
import { MERCHANT_FILTER } from '../../lib/export-filter.ts'
import { useText } from '../../ui/preferences.tsx'
import { Breakable } from '../../ui/Breakable.tsx'
import { When } from '../../ui/values/When.tsx'
import {
  DISABLE_COLUMN,
  ERRORS_COLUMN,
  HEALTH_COLUMN,
  LAG_COLUMN,
  LAST_DAY_COLUMN,
  QUEUE_COLUMN,
} from './endpoint-columns.tsx'
import classes from './WebhooksPage.module.css'
import { endpointsQuery } from './queries.ts'

type Row = WebhookEndpointsQuery['webhookEndpoints'][number]

/**
 * The endpoints of a merchant. The filter `withOff`, which includes removed endpoints, has an effect only on the
 * export. The page always loads removed endpoints.
 */
export const endpointsList = defineList({
  name: 'webhook-endpoints',
  title: texts.title,
  ...endpointsQuery,
  filters: { ...MERCHANT_FILTER, withOff: [exported.withOff, YES_NO] },
  columns: [
    {
      header: texts.endpoint,
      cell: (row) => <UrlCell row={row} />,
      card: 'title',
      exports: ['url', { id: 'events', header: texts.events, words: { all: texts.allEvents } }],
    },
    HEALTH_COLUMN,
    DISABLE_COLUMN,
    LAST_DAY_COLUMN,
    ERRORS_COLUMN,
    { ...QUEUE_COLUMN, exports: ['in_queue'] },
    LAG_COLUMN,
    {
      header: texts.lastSuccess,
      cell: (row) => <When at={row.lastSuccessAt} relative />,
      exports: ['last_success_at'],
    },
    ID_COLUMN,
  ],
  empty: { icon: IconWebhook, title: texts.emptyTitle, body: texts.emptyBody },
})

function UrlCell({ row }: { row: Row }) {
  const t = useText()
  return (
    <span className={classes.endpoint}>
      <Link
        to="/webhooks/$endpointId"
        params={{ endpointId: row.id }}
        className={classes.url}
        title={row.url}
      >
        <Breakable text={row.url} />
      </Link>
      <span className={classes.events}>
        {row.description !== null && `${row.description} · `}
        {row.eventTypes.length === 0
          ? t(texts.allEvents)
          : row.eventTypes.map((type) => t(eventText(type))).join(' · ')}
      </span>
    </span>
  )
}
