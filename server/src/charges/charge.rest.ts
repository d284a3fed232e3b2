import { z } from 'zod'
import type { Context } from '../kernel/context.ts'
import { cursor, dateTime, limit } from '../http/query-parameters.ts'
import { text } from '../kernel/input/fields.ts'
import { none, route, type Route } from '../http/route.ts'
import { COMPONENTS, pageOf } from '../kernel/output/shapes.ts'
import type { WithPix } from '../pix/pix-accounts.ts'
import { CreateChargeBody } from './charge.body.ts'
import { cancelCharge } from './cancellation/cancel-charge.ts'
import { getCharge } from './charge.queries.ts'
import { listCharges } from './list-charges.ts'
import { ChargeShape, presentCharge } from './charge.present.ts'
import { CHARGE_STATUSES } from './charge-status.ts'
import { createCharge } from './issuance/create-charge.ts'

const SEARCH =
  'O valor inteiro e exato de order_reference, do id da cobrança, de txid, de end_to_end_id ou do documento, ou o início de palavras do nome do pagador. O documento é um CPF ou CNPJ, com ou sem pontuação; o CNPJ pode ter letras'

const ListQuery = z.strictObject({
  status: z.enum(CHARGE_STATUSES).optional(),
  order_reference: text(0, 120).optional(),
  created_from: dateTime.optional(),
  created_to: dateTime.optional(),
  q: text(1, 200).optional().describe(SEARCH),
  limit: limit(200, 50),
  cursor,
})

export const chargeRoutes: Route<Context & WithPix>[] = [
  route('post', '/v1/pix/charges', {
    operationId: 'createCharge',
    scope: 'charges:write',
    summary: 'Cria uma cobrança Pix',
    needsIdempotencyKey: true,
    // Creating a charge waits for no locks, because its two short SQL statements lock only the new row.
    waitsForLocks: false,
    query: none,
    body: CreateChargeBody,
    responses: { 201: ChargeShape, 200: ChargeShape },
    refusals: [
      'order_reference_in_use',
      'processing_unavailable',
      'account_not_enabled',
      'request_in_progress',
    ],
    async handle({ ctx, merchantId, body, idempotencyKey }) {
      const { charge, replayed } = await createCharge(ctx, merchantId, {
        idempotencyKey,
        orderReference: body.order_reference,
        amountCents: body.amount_cents,
        description: body.description ?? null,
        payer: body.payer ?? {},
        expiresInSeconds: body.expires_in_seconds,
        metadata: body.metadata,
      })
      const shown = presentCharge(charge, ctx.clock.now())
      return replayed
        ? { status: 200, body: shown, headers: { 'idempotent-replayed': 'true' } }
        : { status: 201, body: shown }
    },
  }),
  route('get', '/v1/pix/charges', {
    operationId: 'listCharges',
    scope: 'charges:read',
    summary: 'Lista as cobranças, da mais recente para a mais antiga',
    cost: (query) => (query['q'] === undefined ? 'read' : 'search'),
    query: ListQuery,
    body: none,
    responses: { 200: pageOf(ChargeShape).register(COMPONENTS, { id: 'ChargePage' }) },
    async handle({ ctx, merchantId, query }) {
      const filter = {
        status: query.status && [query.status],
        orderReference: query.order_reference,
        createdFrom: query.created_from,
        createdTo: query.created_to,
        q: query.q,
      }
      const page = await listCharges(ctx, merchantId, filter, query)
      const now = ctx.clock.now()
      const items = page.items.map((charge) => presentCharge(charge, now))
      return { status: 200, body: { items, next_cursor: page.nextCursor } }
    },
  }),
  route('get', '/v1/pix/charges/:id', {
    operationId: 'getCharge',
    scope: 'charges:read',
    summary: 'Lê uma cobrança',
    query: none,
    body: none,
    responses: { 200: ChargeShape },
    refusals: ['charge_not_found'],
    async handle({ ctx, merchantId, params }) {
      const charge = await getCharge(ctx, merchantId, params['id'] ?? '')
      return { status: 200, body: presentCharge(charge, ctx.clock.now()) }
    },
  }),
  route('post', '/v1/pix/charges/:id/cancel', {
    operationId: 'cancelCharge',
    scope: 'charges:write',
    summary: 'Cancela uma cobrança pendente',
    query: none,
    body: none,
    responses: { 200: ChargeShape },
    refusals: ['charge_not_found', 'charge_not_cancellable', 'issuance_unknown', 'processing_unavailable'],
    async handle({ ctx, merchantId, params }) {
      const charge = await cancelCharge(ctx, merchantId, params['id'] ?? '', 'merchant')
      return { status: 200, body: presentCharge(charge, ctx.clock.now()) }
    },
  }),
]
