import { NativeSelect, SegmentedControl } from '@mantine/core'
import { IconGavel } from '@tabler/icons-react'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { CasesDocument, type CaseFieldsFragment } from '../../api/generated/graphql.ts'
import { useList } from '../../api/list.ts'
import { useMerchantChoice } from '../../api/merchants.ts'
import type { CaseSearch } from '../../lib/search/list-search.ts'
import { cases as texts } from '../../lib/i18n/finance/cases.ts'
import { common } from '../../lib/i18n/common.ts'
import { filters } from '../../lib/i18n/search/filters.ts'
import { caseKind, caseStatus } from '../../lib/i18n/status.ts'
import { CASE_KINDS, CASE_STATUSES } from '../../lib/values/status.ts'
import { CopyLink } from '../../shared/CopyLink.tsx'
import { ExportList } from '../../shared/ExportList.tsx'
import { SavedViews } from '../../shared/views/SavedViews.tsx'
import { PrintedMerchantName } from '../../shared/PrintedMerchantName.tsx'
import { RowCard, type Column } from '../../ui/lists/DataTable.tsx'
import { FilterBar } from '../../ui/filters/FilterPill.tsx'
import { List } from '../../ui/lists/List.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Page } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { CaseKindBadge, CaseStatusBadge } from '../../shared/StatusBadge.tsx'
import { When } from '../../ui/values/When.tsx'

type Row = CaseFieldsFragment

const route = getRouteApi('/app/cases')

/** Cases, newest first. Shows open ones by default. */
export function CasesPage() {
  const t = useText()
  const navigate = useNavigate()
  const search = route.useSearch()
  const merchantId = useMerchantChoice()
  const status = search.status ?? 'open'
  const filter = {
    merchantId,
    kind: search.kind ? [search.kind] : null,
    status: [status],
    hasException: null,
  }
  const list = useList(CasesDocument, filter, ({ cases }) => cases)
  const go = (next: CaseSearch) => void navigate({ to: '/cases', search: next, replace: true })
  const open = (row: Row) =>
    void navigate({ to: '/cases/$caseId', params: { caseId: row.id }, search: { merchant: row.merchantId } })
  return (
    <Page
      title={t(texts.title)}
      description={t(texts.description)}
      actions={<ExportList list="cases" title={t(texts.title)} filter={filter} />}
    >
      <PrintedMerchantName />
      <FilterBar label={t(filters.label)}>
        <SavedViews page="cases" />
        <SegmentedControl
          size="xs"
          aria-label={t(texts.status)}
          value={status}
          onChange={(value) => go({ ...search, status: value })}
          data={CASE_STATUSES.map((value) => ({ value, label: t(caseStatus[value]) }))}
        />
        <NativeSelect
          size="xs"
          aria-label={t(texts.kind)}
          value={search.kind ?? ''}
          onChange={({ currentTarget: { value } }) => {
            const kind = CASE_KINDS.find((known) => known === value)
            go({ ...(search.status && { status: search.status }), ...(kind && { kind }) })
          }}
          data={[
            { value: '', label: `${t(texts.kind)}: ${t(common.all)}` },
            ...CASE_KINDS.map((value) => ({ value, label: t(caseKind[value]) })),
          ]}
        />
        <CopyLink />
      </FilterBar>
      <List
        title={t(texts.title)}
        list={list}
        columns={columns(t)}
        card={(row) => <CaseCard row={row} />}
        onOpen={open}
        empty={{ icon: IconGavel, title: texts.emptyTitle, body: texts.emptyBody }}
        onClear={search.kind !== undefined || status !== 'open' ? () => go({}) : null}
      />
    </Page>
  )
}

function columns(t: ReturnType<typeof useText>): Column<Row>[] {
  return [
    { id: 'charge', header: t(texts.charge), cell: (row) => <CaseLink row={row} /> },
    { id: 'kind', header: t(texts.kind), cell: (row) => <CaseKindBadge kind={row.kind} /> },
    { id: 'amount', header: t(texts.amount), align: 'end', cell: (row) => <Money cents={row.amountCents} /> },
    { id: 'status', header: t(texts.status), cell: (row) => <CaseStatusBadge status={row.status} /> },
    { id: 'opened', header: t(texts.opened), cell: (row) => <When at={row.openedAt} /> },
    { id: 'until', header: t(texts.deadline), cell: (row) => <Deadline row={row} /> },
    { id: 'merchant', header: t(texts.merchant), wide: true, cell: (row) => row.merchant.name },
  ]
}

function CaseLink({ row }: { row: Row }) {
  return (
    <Link to="/cases/$caseId" params={{ caseId: row.id }} search={{ merchant: row.merchantId }}>
      {row.orderReference ?? row.endToEndId ?? row.id}
    </Link>
  )
}

function Deadline({ row }: { row: Row }) {
  const open = row.dispute?.status === 'open'
  return <When at={open ? (row.dispute?.answerUntil ?? null) : null} relative />
}

function CaseCard({ row }: { row: Row }) {
  return (
    <RowCard
      title={<CaseLink row={row} />}
      aside={<Money cents={row.amountCents} />}
      note={
        <>
          <CaseKindBadge kind={row.kind} /> <Deadline row={row} />
        </>
      }
      noteAside={<CaseStatusBadge status={row.status} />}
    />
  )
}
