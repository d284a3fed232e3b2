import { IconBuildingStore } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { MerchantListDocument, type MerchantListQuery } from '../../api/generated/graphql.ts'
import { q } from '../../api/query.ts'
import { merchants as texts } from '../../lib/i18n/merchants.ts'
import { formatBps } from '../../lib/money.ts'
import { Badge } from '../../ui/Badge.tsx'
import { DataTable, RowCard, type Column } from '../../ui/DataTable.tsx'
import { EmptyMessage } from '../../ui/EmptyMessage.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Money } from '../../ui/Money.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { When } from '../../ui/When.tsx'

type Row = MerchantListQuery['merchants'][number]

/** Every merchant, with what it pays and whether it is paid. */
export function MerchantsPage() {
  const t = useText()
  const navigate = useNavigate()
  const query = useQuery(q(MerchantListDocument, {}))
  return (
    <Page title={t(texts.title)}>
      <Card flush label={t(texts.title)}>
        <Loaded of={query} skeleton={<RowsSkeleton rows={6} />}>
          {({ merchants: rows }) =>
            rows.length === 0 ? (
              <EmptyMessage icon={IconBuildingStore} title={t(texts.emptyTitle)}>
                {t(texts.emptyBody)}
              </EmptyMessage>
            ) : (
              <DataTable
                label={t(texts.title)}
                columns={columns(t)}
                rows={rows}
                rowKey={(row) => row.id}
                card={(row) => (
                  <RowCard
                    title={<MerchantLink row={row} />}
                    aside={<PayoutsBadge suspended={row.terms.payoutsSuspended} />}
                    note={row.documentMasked}
                    noteAside={<Fee row={row} />}
                  />
                )}
                onOpen={(row) =>
                  void navigate({ to: '/merchants/$merchantId', params: { merchantId: row.id } })
                }
              />
            )
          }
        </Loaded>
      </Card>
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
      cell: (row) => <PayoutsBadge suspended={row.terms.payoutsSuspended} />,
    },
    { id: 'created', header: t(texts.created), cell: (row) => <When at={row.createdAt} precision="day" /> },
  ]
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
