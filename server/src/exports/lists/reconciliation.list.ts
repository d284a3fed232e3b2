import { z } from 'zod'
import { readClosedDay } from '../../reconciliation/closed-day.ts'
import { listReconciliation } from '../../reconciliation/list-reconciliation.ts'
import type { ReconciliationRow } from '../../reconciliation/reconciliation.row.ts'
import { contextsOfList } from '../cells-of-list.ts'
import { parseFilter, type Column, type ExportList } from '../export-list.ts'
import { someMerchant } from '../filter-parts.ts'

const Filter = z.strictObject({ merchantId: someMerchant, date: z.iso.date() })

/**
 * The columns contain only values that never change, so that the file of a day is always the same. There is no column
 * for the name of a merchant, because names can change.
 */
const COLUMNS: Record<string, Column<ReconciliationRow>> = {
  kind: ['code', (row) => row.kind],
  merchant_id: ['text', (row) => row.merchantId],
  posted_at: ['time', (row) => row.postedAt],
  economic_at: ['time', (row) => row.economicAt],
  entry: ['code', (row) => row.eventType],
  description: ['text', (row) => row.description],
  position: ['code', (row) => row.position],
  amount: ['money', (row) => row.amountCents],
  recorded: ['money', (row) => row.recordedCents],
  reversal: ['flag', (row) => row.isReversal],
  order_reference: ['text', (row) => row.orderReference],
  end_to_end_id: ['text', (row) => row.endToEndId],
  external_reference: ['text', (row) => row.externalReference],
  payment_id: ['text', (row) => row.paymentId],
  charge_id: ['text', (row) => row.chargeId],
  case_id: ['text', (row) => row.caseId],
  payout_id: ['text', (row) => row.payoutId],
  journal_id: ['text', (row) => row.journalId],
  line_no: ['count', (row) => row.lineNo],
}

const columns = Object.entries(COLUMNS)

/** The reconciliation of a closed day, of one merchant or of all. */
export const reconciliationList: ExportList = {
  permission: 'statement.read',
  columns: columns.map(([id, [kind]]) => ({ id, kind })),
  open(given) {
    const { merchantId = null, date } = parseFilter(Filter, given)
    return {
      merchantId,
      from: null,
      to: null,
      auditFilter: { merchantId, date },
      async *pages(ctx) {
        for (const of of contextsOfList(ctx, { merchantId, cells: 'merchant' })) {
          const day = await readClosedDay(of, date, merchantId)
          for await (const rows of listReconciliation(of, merchantId, day))
            yield rows.map((row) => columns.map(([, [, read]]) => read(row)))
        }
      },
    }
  },
}
