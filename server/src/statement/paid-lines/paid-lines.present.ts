import { z } from 'zod'
import { cents, COMPONENTS, instant, openText } from '../../kernel/output/shapes.ts'
import { MERCHANT_ENTRY_TYPES } from '../../ledger/entry-types.ts'
import { chargeOf, hasSale, isReversal } from '../statement.line.ts'
import type { PaidLine } from './paid-lines.queries.ts'

const informational = (text: string) =>
  cents.nullable().describe(`${text}, só informativo: não entra na soma. null: não é de uma venda`)

/** The format of a line of a payout in REST responses. */
export const PaidLineShape = z.strictObject({
  journal_id: z.uuid(),
  line_no: z.int(),
  event_type: openText(MERCHANT_ENTRY_TYPES),
  description: z.string(),
  economic_at: instant,
  posted_at: instant,
  is_reversal: z.boolean(),
  amount_cents: cents.describe(
    'A parte da linha que este repasse pagou; a soma de todas é o valor do repasse',
  ),
  line_amount_cents: cents.describe('O valor da linha inteira, como no extrato'),
  payment_id: z.uuid().nullable(),
  charge_id: z.uuid().nullable(),
  order_reference: z.string().nullable(),
  end_to_end_id: z.string().nullable(),
  gross_cents: informational('Valor bruto da venda'),
  fee_cents: informational('Tarifa da venda'),
  net_cents: informational('Valor líquido da venda'),
  case_id: z.uuid().nullable(),
  refund_id: z.uuid().nullable(),
})
PaidLineShape.register(COMPONENTS, { id: 'PayoutLine' })

export type PaidLineJson = z.infer<typeof PaidLineShape>

/** The fields are listed one by one, so that a new internal field is not exposed by accident. */
export function presentPaidLine(line: PaidLine): PaidLineJson {
  const charge = chargeOf(line)
  const sale = hasSale(line) ? line : null
  return {
    journal_id: line.journalId,
    line_no: line.lineNo,
    event_type: line.eventType,
    description: line.description,
    economic_at: line.economicAt.toISOString(),
    posted_at: line.postedAt.toISOString(),
    is_reversal: isReversal(line),
    amount_cents: line.paidCents.toString(),
    line_amount_cents: line.amountCents.toString(),
    payment_id: sale?.paymentId ?? null,
    charge_id: charge?.id ?? null,
    order_reference: charge?.orderReference ?? null,
    end_to_end_id: charge?.endToEndId ?? null,
    gross_cents: sale?.grossCents.toString() ?? null,
    fee_cents: sale?.feeCents.toString() ?? null,
    net_cents: sale?.netCents.toString() ?? null,
    case_id: line.caseId,
    refund_id: line.caseRefundId,
  }
}
