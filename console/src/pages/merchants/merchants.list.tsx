import { IconBuildingStore } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { exports } from '../../lib/i18n/exports.ts'
import { exported, merchants as texts } from './texts.ts'
import { defineList, ID_COLUMN } from '../../api/define-list.ts'
import type { MerchantListQuery } from '../../api/generated/graphql.ts'
import { useText } from '../../ui/preferences.tsx'
import { Badge } from '../../ui/values/Badge.tsx'
import { When } from '../../ui/values/When.tsx'
import { Fee } from './Fee.tsx'
import { merchantListQuery } from './queries.ts'

type Row = MerchantListQuery['merchants'][number]

/** All merchants with their fee and payout status. */
export const merchantsList = defineList({
  name: 'merchants',
  title: texts.title,
  ...merchantListQuery,
  filters: {},
  columns: [
    { header: exports.merchant, cell: (row) => <MerchantLink row={row} />, card: 'title', exports: ['name'] },
    {
      header: texts.document,
      cell: (row) => <span className="figures">{row.documentMasked}</span>,
      card: { slot: 'note', cell: (row) => row.documentMasked },
      exports: ['document'],
    },
    {
      header: texts.fee,
      cell: (row) => <Fee terms={row.terms} />,
      card: 'noteAside',
      exports: [
        { id: 'fee_percent', header: exported.feePercent },
        { id: 'fee_fixed', header: exported.feeFixed },
      ],
    },
    {
      header: texts.payouts,
      cell: (row) => <PayoutsBadge suspended={row.suspensionCodes.length > 0} />,
      card: 'aside',
      exports: [{ id: 'payouts', words: { true: texts.payoutsOn, false: texts.payoutsOff } }],
    },
    {
      header: texts.created,
      cell: (row) => <When at={row.createdAt} precision="day" />,
      exports: ['created_at'],
    },
    ID_COLUMN,
  ],
  empty: { icon: IconBuildingStore, title: texts.emptyTitle, body: texts.emptyBody },
})

function MerchantLink({ row }: { row: Row }) {
  return (
    <Link to="/merchants/$merchantId" params={{ merchantId: row.id }}>
      {row.name}
    </Link>
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
