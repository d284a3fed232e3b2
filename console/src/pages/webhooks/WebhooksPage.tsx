import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { WebhookEndpointsDocument, type EndpointFieldsFragment } from '../../api/generated/graphql.ts'
import { useUnpagedList } from '../../api/list.ts'
import { useRefusal } from '../../api/me.ts'
import { useMerchantChoice, useMerchantId } from '../../api/merchants.ts'
import { webhooks as texts } from '../../lib/i18n/webhooks/webhooks.ts'
import { endpointHealth } from '../../lib/values/status.ts'
import { useDialogFromUrl } from '../../shared/use-dialog-from-url.ts'
import { ExportList } from '../../shared/ExportList.tsx'
import { PrintedMerchantName } from '../../shared/PrintedMerchantName.tsx'
import { RowCard, type Column } from '../../ui/lists/DataTable.tsx'
import { ActionButton } from '../../ui/dialogs/Dialog.tsx'
import { List } from '../../ui/lists/List.tsx'
import { Page } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { EndpointHealthBadge } from '../../shared/StatusBadge.tsx'
import { When } from '../../ui/values/When.tsx'
import { DayOutcome } from './DayOutcome.tsx'
import { AllEndpoints } from './AllEndpoints.tsx'
import { ReplaysLink } from './replays/ReplaysLink.tsx'
import { RegisterEndpoint } from './RegisterEndpoint.tsx'
import classes from './WebhooksPage.module.css'

type Row = EndpointFieldsFragment

const POLL_MS = 15_000

/** The endpoints of the chosen merchant, or of all merchants. */
export function WebhooksPage() {
  return useMerchantChoice() === null ? <AllEndpoints /> : <Endpoints />
}

function Endpoints() {
  const t = useText()
  const navigate = useNavigate()
  const merchantId = useMerchantId()
  const registerRefusal = useRefusal('webhook_endpoint.create')
  const [registering, form] = useDialogFromUrl('register', registerRefusal === null)
  const [showsOff, offToggle] = useDisclosure(false)
  const list = useUnpagedList(
    WebhookEndpointsDocument,
    { merchantId },
    ({ webhookEndpoints }) => webhookEndpoints,
    POLL_MS,
  )
  const inUse = list.rows.filter(({ status }) => status !== 'off')
  const off = list.rows.length - inUse.length
  const register = (
    <ActionButton
      variant="filled"
      icon={IconPlus}
      disabledReason={registerRefusal}
      opensDialog
      onClick={form.open}
    >
      {t(texts.register)}
    </ActionButton>
  )
  return (
    <Page
      title={t(texts.title)}
      description={t(texts.description)}
      actions={
        <>
          <ReplaysLink />
          <ExportList
            list="webhook-endpoints"
            title={t(texts.title)}
            filter={{ merchantId, withOff: showsOff }}
          />
          {register}
        </>
      }
    >
      <PrintedMerchantName />
      <List
        title={t(texts.title)}
        list={{ ...list, rows: showsOff ? list.rows : inUse }}
        columns={columns(t)}
        card={(row) => <EndpointCard row={row} />}
        onOpen={(row) => void navigate({ to: '/webhooks/$endpointId', params: { endpointId: row.id } })}
        empty={{ icon: IconWebhook, title: texts.emptyTitle, body: texts.emptyBody }}
      />
      {off > 0 && (
        <Button variant="subtle" color="gray" size="xs" aria-expanded={showsOff} onClick={offToggle.toggle}>
          {t(showsOff ? texts.hideOff(off) : texts.showOff(off))}
        </Button>
      )}
      <RegisterEndpoint opened={registering} onClose={form.close} />
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
    { id: 'success', header: t(texts.lastSuccess), cell: (row) => <When at={row.lastSuccessAt} relative /> },
  ]
}

function UrlCell({ row }: { row: Row }) {
  const t = useText()
  return (
    <span className={classes['endpoint']}>
      <Link
        to="/webhooks/$endpointId"
        params={{ endpointId: row.id }}
        className={classes['url']}
        title={row.url}
      >
        {row.url}
      </Link>
      <span className={classes['events']}>
        {row.description !== null && `${row.description} · `}
        {row.eventTypes.length === 0 ? t(texts.allEvents) : row.eventTypes.join(' · ')}
      </span>
    </span>
  )
}

function EndpointCard({ row }: { row: Row }) {
  return (
    <RowCard
      title={<UrlCell row={row} />}
      note={<DayOutcome health={row.health} />}
      noteAside={<EndpointHealthBadge health={endpointHealth(row)} />}
    />
  )
}
