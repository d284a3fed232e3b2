import { useList } from '../../api/list.ts'
import { ExportList } from '../../shared/ExportList.tsx'
import { List } from '../../ui/lists/List.tsx'
import { payoutLinesList } from './payout-lines.list.tsx'

/** The journal lines whose amounts a paid payout transferred, loaded page by page, with an export. */
export function PaidLines({ payout }: { payout: { id: string; merchantId: string } }) {
  const filter = { merchantId: payout.merchantId, payoutId: payout.id }
  return (
    <List
      list={payoutLinesList}
      source={useList(payoutLinesList, filter)}
      aside={<ExportList size="xs" list={payoutLinesList} filter={filter} />}
    />
  )
}
