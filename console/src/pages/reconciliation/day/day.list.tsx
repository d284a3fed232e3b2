import { IconChecklist } from '@tabler/icons-react'
import type { ExportedView } from '../../../api/define-list.ts'
import { YES_NO } from '../../../lib/export-file.ts'
import { MERCHANT_FILTER } from '../../../lib/export-filter.ts'
import { entryColumns, reversals } from '../../../lib/i18n/finance/entries.ts'
import { entryName, positionName } from '../../../lib/i18n/status.ts'
import { dayTexts } from './texts.ts'
import { dayColumns, exceptionKind, reconciliation as texts, rowKind } from '../texts.ts'

/** The reconciliation of a past day. The console offers this list only as a file. */
export const dayList: ExportedView<object, { merchantId: string | null; date: string }, 'reconciliation'> = {
  name: 'reconciliation',
  title: dayTexts.title,
  filters: { ...MERCHANT_FILTER, date: [dayTexts.date] },
  columns: [
    { header: dayColumns.kind, exports: [{ id: 'kind', words: rowKind }] },
    { header: dayColumns.merchantId, exports: ['merchant_id'] },
    { header: entryColumns.postedAt, exports: ['posted_at'] },
    { header: entryColumns.economicAt, exports: ['economic_at'] },
    { header: entryColumns.entry, exports: [{ id: 'entry', words: { ...entryName, ...exceptionKind } }] },
    { header: dayColumns.description, exports: ['description'] },
    { header: entryColumns.position, exports: [{ id: 'position', words: positionName }] },
    { header: entryColumns.amount, exports: ['amount'] },
    { header: dayColumns.recorded, exports: ['recorded'] },
    { header: reversals.reversal, exports: [{ id: 'reversal', words: YES_NO }] },
    { header: dayColumns.order, exports: ['order_reference'] },
    { header: texts.endToEnd, exports: ['end_to_end_id'] },
    { header: dayColumns.reference, exports: ['external_reference'] },
    { header: dayColumns.paymentId, exports: ['payment_id'] },
    { header: dayColumns.chargeId, exports: ['charge_id'] },
    { header: dayColumns.caseId, exports: ['case_id'] },
    { header: dayColumns.payoutId, exports: ['payout_id'] },
    { header: dayColumns.journalId, exports: ['journal_id', { id: 'line_no', header: dayColumns.lineNo }] },
  ],
  empty: { icon: IconChecklist, title: texts.emptyTitle(null), body: texts.emptyBody(null) },
}
