import { IconBuildingStore } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { MerchantListDocument, type MerchantListQuery } from '../../api/generated/graphql.ts'
import { useUnpagedList } from '../../api/list.ts'
import { merchants as texts } from '../../lib/i18n/finance/merchants.ts'
import { formatBps } from '../../lib/values/money.ts'
import { ExportList } from '../../shared/ExportList.tsx'
import { Badge } from '../../ui/values/Badge.tsx'
import { RowCard, type Column } from '../../ui/lists/DataTable.tsx'
import { List } from '../../ui/lists/List.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Page } from '../../ui/Page.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { When } from '../../ui/values/When.tsx'

type Row = MerchantListQuery['merchants'][number]

/** All merchants with their fee and payout status. */
export function MerchantsPage() {
  const t = useText()
  const navigate = useNavigate()
  const list = useUnpagedList(MerchantListDocument, {}, ({ merchants }) => merchants)
  return (
    <Page title={t(texts.title)} actions={<ExportList list="merchants" title={t(texts.title)} filter={{}} />}>
      <List
        title={t(texts.title)}
        list={list}
        columns={columns(t)}
        card={(row) => <MerchantCard row={row} />}
        onOpen={(row) => void navigate({ to: '/merchants/$merchantId', params: { merchantId: row.id } })}
        empty={{ icon: IconBuildingStore, title: texts.emptyTitle, body: texts.emptyBody }}
      />
    </Page>
  )
}

function columns(t: ReturnType<typeof useText>): Column<Row>[] {
  return [
    { id: 'name', header: t(texts.name), cell: (row) => <MerchantLink row={row} /> },
    {
      id: 'document',
      header: t(texts.document),
      cell: (row) => <span className="figures">{row.documentMasked}</span>,
    },
    { id: 'fee', header: t(texts.fee), cell: (row) => <Fee row={row} /> },
    {
      id: 'payouts',
      header: t(texts.payouts),
      cell: (row) => <PayoutsBadge suspended={row.suspensionCodes.length > 0} />,
    },
    { id: 'created', header: t(texts.created), cell: (row) => <When at={row.createdAt} precision="day" /> },
  ]
}

function MerchantCard({ row }: { row: Row }) {
  return (
    <RowCard
      title={<MerchantLink row={row} />}
      aside={<PayoutsBadge suspended={row.suspensionCodes.length > 0} />}
      note={row.documentMasked}
      noteAside={<Fee row={row} />}
    />
  )
}

function MerchantLink({ row }: { row: Row }) {
  return (
    <Link to="/merchants/$merchantId" params={{ merchantId: row.id }}>
      {row.name}
    </Link>
  )
}

function Fee({ row }: { row: Row }) {
  const { language } = usePreferences()
  return (
    <span className="figures">
      {formatBps(row.terms.feePercentBps, language)} + <Money cents={row.terms.feeFixedCents} />
    </span>
  )
}

function PayoutsBadge({ suspended }: { suspended: boolean }) {
  const t = useText()
  return (
    <Badge tone={suspended ? 'warning' : 'success'}>
      {t(suspended ? texts.payoutsOff : texts.payoutsOn)}
    </Badge>
  )
}
