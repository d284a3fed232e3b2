import { z } from 'zod'
import type { Context } from '../kernel/context.ts'
import { cursor, limit } from '../http/query-parameters.ts'
import { none, route, type Route } from '../http/route.ts'
import { cents, COMPONENTS, instant, pageOf } from '../kernel/output/shapes.ts'
import { listPayouts, type PaidPayout } from './payout.queries.ts'

const PayoutShape = z.object({
  id: z.uuid(),
  amount_cents: cents,
  external_reference: z.string(),
  paid_at: instant,
})
PayoutShape.register(COMPONENTS, { id: 'Payout' })

export const payoutRoutes: Route<Context>[] = [
  route('get', '/v1/payouts/by-service', {
    operationId: 'listPayouts',
    scope: 'payouts:read',
    summary: 'Os repasses feitos pelo serviço, do mais recente para o mais antigo',
    query: z.strictObject({ limit: limit(200, 50), cursor }),
    body: none,
    responses: { 200: pageOf(PayoutShape).register(COMPONENTS, { id: 'PayoutPage' }) },
    async handle({ ctx, merchantId, query }) {
      const { items, nextCursor } = await listPayouts(ctx, merchantId, query)
      return { status: 200, body: { items: items.map(presentPayout), next_cursor: nextCursor } }
    },
  }),
]

function presentPayout(payout: PaidPayout): z.infer<typeof PayoutShape> {
  return {
    id: payout.id,
    amount_cents: payout.amountCents.toString(),
    external_reference: payout.externalReference,
    paid_at: payout.paidAt.toISOString(),
  }
}
