import { z } from 'zod'
import { cents, COMPONENTS, instant, openList } from '../kernel/output/shapes.ts'
import { POSITIONS } from '../ledger/chart.ts'
import { ROW_KINDS, type ReconciliationRow } from './reconciliation.row.ts'

const KIND = `journal: uma linha do extrato; network: um pagamento ou uma devolução que a rede Pix lista e que confere;
difference: um que não confere; payout: um repasse`

/** The format of a reconciliation row in REST responses. */
export const RowShape = z.strictObject({
  kind: openList(ROW_KINDS).describe(KIND.replaceAll('\n', ' ')),
  posted_at: instant,
  economic_at: instant.nullable(),
  event_type: z.string(),
  description: z.string().nullable(),
  journal_id: z.uuid().nullable(),
  line_no: z.int().nullable(),
  position: z.enum(POSITIONS).nullable(),
  amount_cents: cents.nullable(),
  recorded_cents: cents.nullable(),
  is_reversal: z.boolean(),
  payment_id: z.uuid().nullable(),
  charge_id: z.uuid().nullable(),
  order_reference: z.string().nullable(),
  end_to_end_id: z.string().nullable(),
  case_id: z.uuid().nullable(),
  payout_id: z.uuid().nullable(),
  external_reference: z.string().nullable(),
})
RowShape.register(COMPONENTS, { id: 'ReconciliationRow' })

/** The fields are listed one by one, so that a new internal field is not exposed by accident. */
export function presentRow(row: ReconciliationRow): z.infer<typeof RowShape> {
  return {
    kind: row.kind,
    posted_at: row.postedAt.toISOString(),
    economic_at: row.economicAt?.toISOString() ?? null,
    event_type: row.eventType,
    description: row.description,
    journal_id: row.journalId,
    line_no: row.lineNo,
    position: row.position,
    amount_cents: row.amountCents?.toString() ?? null,
    recorded_cents: row.recordedCents?.toString() ?? null,
    is_reversal: row.isReversal,
    payment_id: row.paymentId,
    charge_id: row.chargeId,
    order_reference: row.orderReference,
    end_to_end_id: row.endToEndId,
    case_id: row.caseId,
    payout_id: row.payoutId,
    external_reference: row.externalReference,
  }
}
