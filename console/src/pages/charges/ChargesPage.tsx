import { IconEyeOff, IconQrcode } from '@tabler/icons-react'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ChargesDocument, type ChargeFilter, type ChargeRowFragment } from '../../api/generated/graphql.ts'
import { useList } from '../../api/list.ts'
import { useMerchantChoice } from '../../api/merchants.ts'
import { pageSearch } from '../../lib/search/route-search.ts'
import { statusesIn, type ChargeSearch } from '../../lib/search/charge-search.ts'
import { nowMs } from '../../lib/time/clock.ts'
import type { Zone } from '../../lib/time/day.ts'
import { charges as texts } from '../../lib/i18n/finance/charges.ts'
import { isDocumentHandle } from '../../lib/search/document-handles.ts'
import { resolveRange } from '../../lib/time/range.ts'
import { ExportList } from '../../shared/ExportList.tsx'
import { PrintedMerchantName } from '../../shared/PrintedMerchantName.tsx'
import { RowCard, type Column } from '../../ui/lists/DataTable.tsx'
import { EmptyMessage } from '../../ui/lists/EmptyMessage.tsx'
import { List } from '../../ui/lists/List.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { ChargeStatusBadge } from '../../shared/StatusBadge.tsx'
import { When } from '../../ui/values/When.tsx'
import { ChargeFilters } from './ChargeFilters.tsx'
import classes from './ChargesPage.module.css'

type Row = ChargeRowFragment

const route = getRouteApi('/app/charges')

function filterOf(search: ChargeSearch, merchantId: string | null, zone: Zone): ChargeFilter {
  const status = statusesIn(search.status)
  const instants = search.range === undefined ? null : resolveRange(search.range, zone, nowMs())
  return {
    merchantId,
    status: status.length > 0 ? status : null,
    orderReference: search.order ?? null,
    q: search.q ?? null,
    createdFrom: instants?.from ?? null,
    createdTo: instants?.to ?? null,
    amountFromCents: search.min ?? null,
    amountToCents: search.max ?? null,
    latePayment: search.mark === 'late' ? true : null,
    duplicates: search.mark === 'duplicates' ? true : null,
  }
}

/** Charges matching the filters in the URL, newest first. */
export function ChargesPage() {
  const t = useText()
  const { zone } = usePreferences()
  const navigate = useNavigate()
  const search = pageSearch(route.useSearch())
  const merchantId = useMerchantChoice()
  const filter = filterOf(search, merchantId, zone)
  const list = useList(ChargesDocument, { filter }, (data) => data.charges)
  const change = (next: ChargeSearch) => {
    void navigate({ to: '/charges', search: next, replace: true })
  }
  const open = (row: Row) => void navigate({ to: '/charges/$chargeId', params: { chargeId: row.id } })
  return (
    <Page
      title={t(texts.title)}
      actions={<ExportList list="charges" title={t(texts.title)} filter={filter} />}
    >
      <PrintedMerchantName />
      <ChargeFilters search={search} onChange={change} />
      {isDocumentHandle(search.q) || isDocumentHandle(search.order) ? (
        <DocumentGone />
      ) : (
        <List
          title={t(texts.title)}
          list={list}
          columns={columns(t, merchantId === null)}
          card={(row) => <ChargeCard row={row} withMerchant={merchantId === null} />}
          onOpen={open}
          empty={{ icon: IconQrcode, title: texts.emptyTitle, body: texts.emptyBody }}
          onClear={Object.keys(search).length > 0 ? () => change({}) : null}
          skeletonRows={12}
        />
      )}
    </Page>
  )
}

/** The URL contains the handle of a document that only the window in which it was typed can resolve. */
function DocumentGone() {
  const t = useText()
  return (
    <Card flush>
      <EmptyMessage icon={IconEyeOff} title={t(texts.documentGoneTitle)}>
        {t(texts.documentGoneBody)}
      </EmptyMessage>
    </Card>
  )
}

function columns(t: ReturnType<typeof useText>, withMerchant: boolean): Column<Row>[] {
  return [
    {
      id: 'order',
      header: t(texts.order),
      cell: (row) => <OrderCell row={row} withMerchant={withMerchant} />,
    },
    { id: 'amount', header: t(texts.amount), align: 'end', cell: (row) => <AmountCell row={row} /> },
    { id: 'status', header: t(texts.status), cell: (row) => <ChargeStatusBadge status={row.status} /> },
    { id: 'payer', header: t(texts.payer), cell: (row) => <PayerCell row={row} /> },
    { id: 'created', header: t(texts.created), cell: (row) => <When at={row.createdAt} /> },
    { id: 'paid', header: t(texts.paidAt), wide: true, cell: (row) => <When at={row.paidAt} /> },
  ]
}

function OrderCell({ row, withMerchant }: { row: Row; withMerchant: boolean }) {
  const t = useText()
  return (
    <span className={classes['order']}>
      <Link
        to="/charges/$chargeId"
        params={{ chargeId: row.id }}
        className={classes['link']}
        title={row.orderReference}
      >
        {row.orderReference}
      </Link>
      {withMerchant && <span className={classes['merchant']}>{row.merchant.name}</span>}
      {row.latePayment && <span className={classes['flag']}>{t(texts.late)}</span>}
      {row.paymentsCount > 1 && (
        <span className={classes['flag']}>{t(texts.duplicates(row.paymentsCount))}</span>
      )}
    </span>
  )
}

function AmountCell({ row }: { row: Row }) {
  const t = useText()
  return (
    <span className={classes['amount']}>
      <Money cents={row.amountCents} />
      {row.refundedCents !== '0' && (
        <span className={classes['note']}>
          <Money cents={row.refundedCents} /> {t(texts.refunded)}
        </span>
      )}
    </span>
  )
}

function PayerCell({ row }: { row: Row }) {
  return (
    <span className={classes['payer']} title={row.payerName ?? undefined}>
      {row.payerName ?? '—'}
    </span>
  )
}

function ChargeCard({ row, withMerchant }: { row: Row; withMerchant: boolean }) {
  return (
    <RowCard
      title={<OrderCell row={row} withMerchant={withMerchant} />}
      aside={<AmountCell row={row} />}
      note={
        <>
          <When at={row.createdAt} /> · {row.payerName ?? '—'}
        </>
      }
      noteAside={<ChargeStatusBadge status={row.status} />}
    />
  )
}
