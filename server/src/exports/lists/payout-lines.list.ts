import { z } from 'zod'
import { listPayoutLines, type PaidLine } from '../../statement/paid-lines/paid-lines.queries.ts'
import { chargeOf, hasSale, isReversal } from '../../statement/statement.line.ts'
import { exportList } from '../export-list.ts'
import { merchantId } from '../filter-parts.ts'

export const payoutLinesList = exportList({
  permission: 'payout.read',
  filter: z.strictObject({ merchantId, payoutId: z.uuid() }),
  columns: {
    posted_at: ['time', (line: PaidLine) => line.postedAt],
    entry: ['code', (line) => line.eventType],
    reversal: ['flag', isReversal],
    order_reference: ['text', (line) => chargeOf(line)?.orderReference ?? null],
    end_to_end_id: ['text', (line) => chargeOf(line)?.endToEndId ?? null],
    amount: ['money', (line) => line.paidCents],
    line_amount: ['money', (line) => line.amountCents],
    gross: ['money', (line) => (hasSale(line) ? line.grossCents : null)],
    fee: ['money', (line) => (hasSale(line) ? line.feeCents : null)],
    net: ['money', (line) => (hasSale(line) ? line.netCents : null)],
    journal_id: ['text', (line) => line.journalId],
    line_no: ['count', (line) => line.lineNo],
  },
  page: (ctx, { merchantId: owner, payoutId }, request) => listPayoutLines(ctx, owner, payoutId, request),
})
