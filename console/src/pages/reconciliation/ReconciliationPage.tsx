import { SegmentedControl } from '@mantine/core'
import { IconChecklist } from '@tabler/icons-react'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import {
  ReconciliationExceptionsDocument,
  type ReconciliationExceptionsQuery,
} from '../../api/generated/graphql.ts'
import { useList } from '../../api/list.ts'
import { useRefusal } from '../../api/me.ts'
import { useMerchantChoice } from '../../api/merchants.ts'
import { actorName } from '../../lib/i18n/people/audit-acts.ts'
import {
  differenceName,
  exceptionKind,
  reconciliation as texts,
  remedyName,
} from '../../lib/i18n/finance/reconciliation.ts'
import { ExportList } from '../../shared/ExportList.tsx'
import { SavedViews } from '../../shared/views/SavedViews.tsx'
import { PrintedMerchantName } from '../../shared/PrintedMerchantName.tsx'
import { CopyText } from '../../ui/values/CopyText.tsx'
import { RowCard, type Column } from '../../ui/lists/DataTable.tsx'
import { ActionDialog } from '../../ui/dialogs/Dialog.tsx'
import { List } from '../../ui/lists/List.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Page } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { When } from '../../ui/values/When.tsx'
import { CloseForm } from './CloseForm.tsx'
import { Verdict } from './Verdict.tsx'

type Row = ReconciliationExceptionsQuery['reconciliationExceptions']['nodes'][number]

const route = getRouteApi('/app/reconciliation')

/** The last ledger verification, and the differences between the ledger and the Pix network. */
export function ReconciliationPage() {
  const t = useText()
  const merchantId = useMerchantChoice()
  const navigate = useNavigate()
  const { state = 'open' as const } = route.useSearch()
  const filter = { merchantId, state }
  const list = useList(
    ReconciliationExceptionsDocument,
    filter,
    ({ reconciliationExceptions }) => reconciliationExceptions,
  )
  return (
    <Page
      title={t(texts.title)}
      description={t(texts.description)}
      actions={<ExportList list="reconciliation-exceptions" title={t(texts.exceptions)} filter={filter} />}
    >
      <PrintedMerchantName />
      <Verdict />
      <List
        title={t(texts.exceptions)}
        aside={
          <>
            <SavedViews page="reconciliation" />
            <SegmentedControl
              size="xs"
              aria-label={t(texts.state)}
              value={state}
              onChange={(value) =>
                void navigate({
                  to: '/reconciliation',
                  search: value === 'closed' ? { state: value } : {},
                  replace: true,
                })
              }
              data={[
                { value: 'open' as const, label: t(texts.open) },
                { value: 'closed' as const, label: t(texts.closed) },
              ]}
            />
          </>
        }
        list={list}
        columns={columns(t, state)}
        card={(row) => <ExceptionCard row={row} />}
        empty={{ icon: IconChecklist, title: texts.emptyTitle, body: texts.emptyBody }}
        skeletonRows={4}
      />
    </Page>
  )
}

function columns(t: ReturnType<typeof useText>, state: Row['state']): Column<Row>[] {
  return [
    { id: 'kind', header: t(texts.kind), cell: (row) => <KindCell row={row} /> },
    { id: 'e2e', header: t(texts.endToEnd), cell: (row) => <PaymentCell row={row} /> },
    { id: 'details', header: t(texts.details), cell: (row) => <Differences row={row} /> },
    { id: 'opened', header: t(texts.openedAt), cell: (row) => <When at={row.openedAt} /> },
    state === 'open'
      ? {
          id: 'close',
          header: t(texts.close),
          headerHidden: true,
          align: 'end',
          cell: (row) => <CloseAction row={row} />,
        }
      : { id: 'closed', header: t(texts.resolution), cell: (row) => <Resolution row={row} /> },
  ]
}

function ExceptionCard({ row }: { row: Row }) {
  const t = useText()
  return (
    <RowCard
      title={t(exceptionKind[row.kind])}
      aside={row.state === 'open' && <CloseAction row={row} />}
      note={
        <>
          <div>{row.merchant.name}</div>
          <PaymentCell row={row} />
          <Differences row={row} />
          <div className="faint">
            {t(texts.openedAt)} <When at={row.openedAt} />
          </div>
          {row.state === 'closed' && <Resolution row={row} />}
        </>
      }
    />
  )
}

function KindCell({ row }: { row: Row }) {
  const t = useText()
  return (
    <>
      <div>{t(exceptionKind[row.kind])}</div>
      <Link to="/merchants/$merchantId" params={{ merchantId: row.merchantId }} className="faint">
        {row.merchant.name}
      </Link>
    </>
  )
}

function PaymentCell({ row: { endToEndId, chargeId } }: { row: Row }) {
  const t = useText()
  return (
    <>
      <CopyText text={endToEndId} name={t(texts.endToEnd)} />
      {chargeId !== null && (
        <div>
          <Link to="/charges/$chargeId" params={{ chargeId }}>
            {t(texts.openCharge)}
          </Link>
        </div>
      )}
    </>
  )
}

/** Formats amounts and instants, recognised by their names. Shows other values unchanged. */
function Differences({ row }: { row: Row }) {
  const t = useText()
  return row.details.map(({ name, value }) => {
    const named = differenceName[name]
    return (
      <div key={name}>
        <span className="faint">{named ? t(named) : name}: </span>
        <Difference name={name} value={value} />
      </div>
    )
  })
}

function Difference({ name, value }: { name: string; value: string }) {
  const t = useText()
  if (name.endsWith('_cents') && /^-?\d+$/.test(value)) return <Money cents={value} />
  if (name.endsWith('_at')) return <When at={value} precision="second" />
  return value === 'absent' ? t(texts.absent) : value
}

function Resolution({ row }: { row: Row }) {
  const t = useText()
  return (
    <>
      <div>{row.resolution}</div>
      {row.remedy !== null && row.remedy !== 'none' && <div>{t(remedyName[row.remedy])}</div>}
      {row.leftUnsettled && <div>{t(texts.leftUnsettled)}</div>}
      <div className="faint">
        {row.closedBy !== null && t(actorName(row.closedBy))} · <When at={row.closedAt} />
      </div>
    </>
  )
}

function CloseAction({ row }: { row: Row }) {
  const t = useText()
  const closeRefusal = useRefusal('reconciliation.close')
  return (
    <ActionDialog
      size="compact-sm"
      label={t(texts.close)}
      name={t(texts.closeOf(row.endToEndId))}
      title={t(texts.closeTitle)}
      disabledReason={closeRefusal}
    >
      {(close) => <CloseForm row={row} onClose={close} />}
    </ActionDialog>
  )
}
