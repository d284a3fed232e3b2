import { z } from 'zod'
import { COMPONENTS } from '../kernel/output/shapes.ts'
import { text, amount, metadata } from '../kernel/input/fields.ts'
import { none, route, type Route } from '../http/route.ts'
import type { Context } from '../kernel/context.ts'
import type { WithPix } from '../pix/pix-accounts.ts'
import { REFUND_REASONS } from './refund.entity.ts'
import { presentRefund, RefundShape } from './refund.present.ts'
import { listRefunds } from './refund.queries.ts'
import { requestRefund } from './request-refund.ts'

/** With an empty body, the remaining amount is refunded. */
const Body = z
  .strictObject({
    amount_cents: amount.optional().describe('O valor a devolver, em centavos. Ausente: tudo o que resta'),
    reason: z.enum(REFUND_REASONS).optional().describe('O motivo, para a conciliação da loja'),
    description: text(0, 140).optional().describe('Um texto da loja sobre a devolução'),
    metadata: metadata.default({}).describe('Pares de texto da loja; as respostas da devolução os contêm'),
  })
  .prefault({})

export const refundRoutes: Route<Context & WithPix>[] = [
  route('post', '/v1/pix/charges/:id/refunds', {
    operationId: 'createRefund',
    scope: 'refunds:write',
    summary: 'Devolve ao pagador uma parte da cobrança, ou tudo o que resta',
    needsIdempotencyKey: true,
    query: none,
    body: Body,
    responses: { 201: RefundShape, 200: RefundShape },
    refusals: [
      'charge_not_found',
      'charge_not_refundable',
      'dispute_open',
      'refund_exceeds_remaining',
      'refund_window_expired',
      'insufficient_balance',
    ],
    async handle({ ctx, merchantId, params, body, idempotencyKey }) {
      const { replayed, ...made } = await requestRefund(
        ctx,
        { merchantId, chargeId: params['id'] ?? '' },
        {
          idempotencyKey,
          amountCents: body.amount_cents ?? null,
          reason: body.reason ?? null,
          description: body.description ?? null,
          metadata: body.metadata,
        },
      )
      const shown = presentRefund(made)
      return replayed
        ? { status: 200, body: shown, headers: { 'idempotent-replayed': 'true' } }
        : { status: 201, body: shown }
    },
  }),
  route('get', '/v1/pix/charges/:id/refunds', {
    operationId: 'listRefunds',
    scope: 'charges:read',
    summary: 'Lista as devoluções de uma cobrança, da mais recente para a mais antiga',
    query: none,
    body: none,
    responses: { 200: z.object({ items: z.array(RefundShape) }).register(COMPONENTS, { id: 'RefundList' }) },
    refusals: ['charge_not_found'],
    async handle({ ctx, merchantId, params }) {
      const refunds = await listRefunds(ctx, merchantId, params['id'] ?? '')
      return { status: 200, body: { items: refunds.map(presentRefund) } }
    },
  }),
]
