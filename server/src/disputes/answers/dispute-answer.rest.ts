import { z } from 'zod'
import { none, route, type Route, type RouteResponse } from '../../http/route.ts'
import type { Context } from '../../kernel/context.ts'
import { fault } from '../../kernel/input/faults.ts'
import { text } from '../../kernel/input/fields.ts'
import { DisputeShape, presentDispute } from '../dispute.present.ts'
import { FILES_MAX } from '../file-limits.ts'
import { EVIDENCE_CHARS_MAX } from '../write-evidence.ts'
import { acceptDispute } from './accept-dispute.ts'
import { answerDispute } from './answer-dispute.ts'
import type { RequestOutcome } from './run-once.ts'

const FileIds = z
  .array(z.guid().transform((id) => id.toLowerCase()))
  .max(FILES_MAX)
  .refine((ids) => new Set(ids).size === ids.length, { params: fault('not_allowed') })
  .meta({ uniqueItems: true })

const EvidenceBody = z.strictObject({
  text: text(1, EVIDENCE_CHARS_MAX)
    .refine((value) => value === '' || value.trim() !== '', { params: fault('format') })
    .meta({ pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$' })
    .describe('A defesa inteira; uma nova defesa substitui a anterior'),
  file_ids: FileIds.optional().describe('Arquivos enviados por POST …/files, na ordem da defesa'),
})

export const disputeAnswerRoutes: Route<Context>[] = [
  route('post', '/v1/disputes/:id/evidence', {
    operationId: 'submitDisputeEvidence',
    scope: 'refunds:write',
    summary: 'Envia a defesa de uma contestação (MED), até o prazo',
    needsIdempotencyKey: true,
    query: none,
    body: EvidenceBody,
    responses: { 201: DisputeShape, 200: DisputeShape },
    refusals: ['dispute_not_found', 'dispute_not_open', 'evidence_deadline_passed'],
    async handle({ ctx, merchantId, params, body, idempotencyKey }) {
      const about = { merchantId, caseId: params['id'] ?? '', idempotencyKey }
      return present(await answerDispute(ctx, about, { text: body.text, fileIds: body.file_ids ?? [] }), 201)
    },
  }),
  route('post', '/v1/disputes/:id/accept', {
    operationId: 'acceptDispute',
    scope: 'refunds:write',
    summary: 'Aceita uma contestação (MED) e devolve o valor ao pagador',
    needsIdempotencyKey: true,
    query: none,
    body: none,
    responses: { 202: DisputeShape, 200: DisputeShape },
    refusals: ['dispute_not_found', 'dispute_not_open', 'return_in_progress', 'insufficient_balance'],
    async handle({ ctx, merchantId, params, idempotencyKey }) {
      const about = { merchantId, caseId: params['id'] ?? '', idempotencyKey }
      return present(await acceptDispute(ctx, about), 202)
    },
  }),
]

function present({ dispute, replayed }: RequestOutcome, firstStatus: number): RouteResponse {
  const body = presentDispute(dispute)
  return replayed
    ? { status: 200, body, headers: { 'idempotent-replayed': 'true' } }
    : { status: firstStatus, body }
}
