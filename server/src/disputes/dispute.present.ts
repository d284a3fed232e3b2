import { z } from 'zod'
import { cents, COMPONENTS, environment, instant, openList } from '../kernel/output/shapes.ts'
import { deadlineOf, DISPUTE_RESULTS, DISPUTE_STATUSES } from './dispute.entity.ts'
import { DisputeFileShape, presentDisputeFile } from './files/dispute-file.present.ts'
import type { DisputeView } from './list-disputes.ts'

const BlockedShape = z.object({
  case_id: z.uuid().describe('O caso que bloqueia o valor, como em financial_case do extrato'),
  pending_cents: cents.describe('Bloqueado do que estava em pending'),
  available_cents: cents.describe('Bloqueado do que estava em available'),
  held_payment_cents: cents.describe(
    'Já retido porque o pagamento não pertence à venda, como um pago em dobro',
  ),
  missing_cents: cents.describe('O que falta bloquear; o próximo valor disponível é bloqueado até completar'),
})

BlockedShape.register(COMPONENTS, { id: 'DisputeBlocked' })

const DecisionShape = z.object({
  result: openList(DISPUTE_RESULTS),
  amount_cents: cents.describe('O valor decidido em favor do pagador'),
  decided_at: instant,
})

DecisionShape.register(COMPONENTS, { id: 'DisputeDecision' })

const EvidenceShape = z.object({
  text: z.string(),
  file_ids: z.array(z.uuid()).describe('Os arquivos da defesa, em ordem'),
  submitted_at: instant,
  forwarded_at: instant.nullable(),
})

EvidenceShape.register(COMPONENTS, { id: 'DisputeEvidence' })

/** A dispute as REST responses present it. Every field is always present. */
export const DisputeShape = z.object({
  id: z.uuid(),
  gateway_id: z.uuid(),
  environment,
  charge_id: z.uuid().nullable(),
  order_reference: z.string().nullable(),
  payment_id: z.uuid(),
  end_to_end_id: z.string(),
  amount_cents: cents,
  currency: z.literal('BRL'),
  reason: z.string().nullable(),
  status: openList(DISPUTE_STATUSES).describe(
    'open: sem decisão; returning: aceita, com a devolução em andamento; closed: encerrada',
  ),
  answer_until: instant.nullable(),
  blocked: BlockedShape,
  evidence: EvidenceShape.nullable(),
  files: z.array(DisputeFileShape).describe('Os arquivos enviados, do mais antigo ao mais recente'),
  decision: DecisionShape.nullable(),
  returned_cents: cents,
  created_at: instant,
  closed_at: instant.nullable(),
  updated_at: instant,
})
DisputeShape.register(COMPONENTS, { id: 'Dispute' })

/** The nature of a return that has no dispute. The network also reports this nature if a dispute has no reason. */
const NO_REASON = 'ORIGINAL'

/** Lists each field explicitly, so that no other property of the dispute is exposed. */
export function presentDispute(dispute: DisputeView): z.infer<typeof DisputeShape> {
  return {
    id: dispute.id,
    gateway_id: dispute.merchantId,
    environment: dispute.environment ?? 'production',
    charge_id: dispute.chargeId,
    order_reference: dispute.orderReference,
    payment_id: dispute.paymentId,
    end_to_end_id: dispute.endToEndId,
    amount_cents: dispute.amountCents.toString(),
    currency: 'BRL',
    reason: dispute.nature === NO_REASON ? null : dispute.nature,
    status: dispute.status,
    answer_until: deadlineOf(dispute)?.toISOString() ?? null,
    blocked: blockedOf(dispute),
    evidence: evidenceOf(dispute),
    files: dispute.files.map(presentDisputeFile),
    decision: decisionOf(dispute),
    returned_cents: dispute.returnedCents.toString(),
    created_at: dispute.openedAt.toISOString(),
    closed_at: dispute.closedAt?.toISOString() ?? null,
    updated_at: dispute.updatedAt.toISOString(),
  }
}

function blockedOf(dispute: DisputeView): z.infer<typeof BlockedShape> {
  const { heldPendingCents, heldAvailableCents, coverCents, heldPayerCents } = dispute
  const heldPaymentCents = dispute.status === 'closed' ? 0n : (heldPayerCents ?? 0n)
  return {
    case_id: dispute.heldPaymentCaseId ?? dispute.id,
    pending_cents: heldPendingCents.toString(),
    available_cents: heldAvailableCents.toString(),
    held_payment_cents: heldPaymentCents.toString(),
    missing_cents: (coverCents - heldPendingCents - heldAvailableCents).toString(),
  }
}

function evidenceOf(dispute: DisputeView): z.infer<typeof EvidenceShape> | null {
  const { evidence, evidenceAt, evidenceForwardedAt, files } = dispute
  if (evidence === null || evidenceAt === null) return null
  return {
    text: evidence,
    file_ids: files
      .filter(({ evidencePosition }) => evidencePosition !== null)
      .toSorted((a, b) => (a.evidencePosition ?? 0) - (b.evidencePosition ?? 0))
      .map(({ id }) => id),
    submitted_at: evidenceAt.toISOString(),
    forwarded_at: evidenceForwardedAt?.toISOString() ?? null,
  }
}

function decisionOf(dispute: DisputeView): z.infer<typeof DecisionShape> | null {
  const { result, decidedAt } = dispute
  if (result === null || decidedAt === null) return null
  return { result, amount_cents: grantedCents(dispute).toString(), decided_at: decidedAt.toISOString() }
}

/**
 * Returns the amount that the decision grants to the payer; zero without a decision. For a closed dispute, returns the
 * amount that was returned. `decidedCents` may differ from this amount: it may belong to an earlier decision whose
 * return failed, or the network may have returned another amount.
 */
const grantedCents = ({ status, decidedCents, returnedCents }: DisputeView): bigint =>
  status === 'closed' ? returnedCents : (decidedCents ?? 0n)
