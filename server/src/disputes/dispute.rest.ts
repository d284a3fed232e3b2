import { z } from 'zod'
import { cursor, dateTime, limit } from '../http/query-parameters.ts'
import { none, route, type Route } from '../http/route.ts'
import type { Context } from '../kernel/context.ts'
import { COMPONENTS, pageOf } from '../kernel/output/shapes.ts'
import { DISPUTE_STATUSES } from './dispute.entity.ts'
import { DisputeShape, presentDispute } from './dispute.present.ts'
import { listDisputes, readDispute } from './list-disputes.ts'

const ListQuery = z.strictObject({
  status: z.enum(DISPUTE_STATUSES).optional(),
  charge_id: z.guid().optional(),
  created_from: dateTime.optional(),
  created_to: dateTime.optional(),
  answer_until_from: dateTime.optional(),
  answer_until_to: dateTime.optional(),
  limit: limit(200, 50),
  cursor,
})

export const disputeRoutes: Route<Context>[] = [
  route('get', '/v1/disputes', {
    operationId: 'listDisputes',
    scope: 'charges:read',
    summary: 'Lista as contestações (MED), da mais recente para a mais antiga',
    query: ListQuery,
    body: none,
    responses: { 200: pageOf(DisputeShape).register(COMPONENTS, { id: 'DisputePage' }) },
    async handle({ ctx, merchantId, query }) {
      const filter = {
        status: query.status,
        chargeId: query.charge_id,
        createdFrom: query.created_from,
        createdTo: query.created_to,
        answerUntilFrom: query.answer_until_from,
        answerUntilTo: query.answer_until_to,
      }
      const page = await listDisputes(ctx, merchantId, filter, query)
      return { status: 200, body: { items: page.items.map(presentDispute), next_cursor: page.nextCursor } }
    },
  }),
  route('get', '/v1/disputes/:id', {
    operationId: 'getDispute',
    scope: 'charges:read',
    summary: 'Lê uma contestação (MED)',
    query: none,
    body: none,
    responses: { 200: DisputeShape },
    refusals: ['dispute_not_found'],
    async handle({ ctx, merchantId, params }) {
      return { status: 200, body: presentDispute(await readDispute(ctx, merchantId, params['id'] ?? '')) }
    },
  }),
]
