import { Args, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql'
import { z } from 'zod'
import { getCharge } from '../charges/charge.queries.ts'
import { ChargeType } from '../charges/charge.type.ts'
import { manyByOwner } from '../graphql/data-loaders.ts'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { fault, Faults } from '../kernel/input/faults.ts'
import { text } from '../kernel/input/fields.ts'
import type { WithPix } from '../pix/provider.ts'
import { listRefundsOfCharges } from './refund.queries.ts'
import { RefundType, RequestedRefundType, RequestRefundArgs } from './refund.type.ts'
import { requestRefund } from './request-refund.ts'

const refundsOfCharge = manyByOwner(listRefundsOfCharges, (refund) => refund.chargeId)

const RequestRefundInput = z.object({
  amountCents: z
    .bigint()
    .refine((value) => value > 0n, { params: fault('out_of_range') })
    .nullable(),
  description: text(0, 140).nullable(),
  idempotencyKey: text(8, 120),
})

@Resolver(() => ChargeType)
class RefundResolver {
  @FieldResolver(() => [RefundType])
  refunds(@Ctx() ctx: GraphContext, @Root() charge: ChargeType): Promise<RefundType[]> {
    return refundsOfCharge(ctx, charge)
  }

  @Authorized('refund.request')
  @Mutation(() => RequestedRefundType)
  async requestRefund(
    @Ctx() ctx: GraphContext & WithPix,
    @Args(() => RequestRefundArgs) { merchantId, chargeId, reason, ...given }: RequestRefundArgs,
  ): Promise<RequestedRefundType> {
    const input = {
      idempotencyKey: given.idempotencyKey,
      amountCents: given.amountCents ?? null,
      description: given.description ?? null,
    }
    const faults = new Faults()
    faults.read(RequestRefundInput, input)
    faults.throwIfAny()
    const of = { merchantId: merchantId, chargeId }
    const { refund, replayed } = await requestRefund(ctx, of, {
      ...input,
      reason: reason ?? null,
      metadata: {},
    })
    return { refund, replayed, charge: await getCharge(ctx, of.merchantId, chargeId) }
  }
}

export const refundResolvers = [RefundResolver] as const
