import { IconWebhook } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { exported, webhooks as texts } from './texts.ts'
import { defineList, ID_COLUMN } from '../../api/define-list.ts'
import type { WebhookFleetQuery } from '../../api/generated/graphql.ts'
import { errorClassName } from '../../lib/i18n/webhooks/error-class-name.ts'
import {
  DISABLE_COLUMN,
  ERRORS_COLUMN,
  HEALTH_COLUMN,
  LAG_COLUMN,
  LAST_DAY_COLUMN,
  QUEUE_COLUMN,
} from './endpoint-columns.tsx'
import { Breakable } from '../../ui/Breakable.tsx'
import classes from './WebhooksPage.module.css'
import { fleetQuery } from './queries.ts'

type Row = WebhookFleetQuery['webhookEndpointFleet']['nodes'][number]

/** The endpoints of all merchants, failing endpoints first. */
export const fleetList = defineList({
  name: 'webhook-fleet',
  title: texts.title,
  ...fleetQuery,
  filters: {},
  columns: [
    {
      header: texts.endpoint,
      cell: (row) => <UrlCell row={row} />,
      card: 'title',
      exports: ['url', { id: 'merchant', header: texts.merchant }],
    },
    HEALTH_COLUMN,
    DISABLE_COLUMN,
    {
      ...LAST_DAY_COLUMN,
      exports: [...LAST_DAY_COLUMN.exports, { id: 'in_queue', header: texts.inQueue }],
    },
    { ...ERRORS_COLUMN, exports: [{ id: 'common_failure', words: errorClassName }] },
    QUEUE_COLUMN,
    { ...LAG_COLUMN, exports: [{ id: 'lag_seconds', header: exported.lagSeconds }] },
    ID_COLUMN,
  ],
  empty: { icon: IconWebhook, title: texts.emptyTitle, body: texts.emptyBody },
})

function UrlCell({ row }: { row: Row }) {
  return (
    <span className={classes.endpoint}>
      <Link
        to="/webhooks/$endpointId"
        params={{ endpointId: row.id }}
        search={{ of: row.merchantId }}
        className={classes.url}
        title={row.url}
      >
        <Breakable text={row.url} />
      </Link>
      <span className={classes.events}>{row.merchant.name}</span>
    </span>
  )
}
