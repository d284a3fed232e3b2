import { useList } from '../../api/list.ts'
import { ExportList } from '../../shared/ExportList.tsx'
import { List } from '../../ui/lists/List.tsx'
import type { PayoutState } from '../../lib/values/status.ts'
import { payoutLinesList } from './payout-lines.list.tsx'
import { payouts as texts } from './texts.ts'

const RESERVED_LIST = { ...payoutLinesList, title: texts.plannedLines }

/**
 * The journal lines whose amounts a paid payout transferred, or a reserved payout will transfer. The component loads
 * the lines page by page, and offers an export of all lines.
 */
export function PaidLines({ payout }: { payout: { id: string; merchantId: string; state: PayoutState } }) {
  const filter = { merchantId: payout.merchantId, payoutId: payout.id }
  const list = payout.state === 'reserved' ? RESERVED_LIST : payoutLinesList
  return (
    <List
      list={list}
      source={useList(payoutLinesList, filter)}
      aside={<ExportList size="xs" list={list} filter={filter} />}
    />
  )
}
