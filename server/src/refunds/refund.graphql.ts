import { Arg, Args, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql'
import { z } from 'zod'
import { getCharge } from '../charges/charge.queries.ts'
import { ChargeType } from '../charges/charge.type.ts'
import { manyByOwner } from '../graphql/data-loaders.ts'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { fault, Faults } from '../kernel/input/faults.ts'
import { text } from '../kernel/input/fields.ts'
import { CentsScalar } from '../graphql/scalars.ts'
import type { WithPix } from '../pix/pix-accounts.ts'
import { listRefundRefusals, previewRefund } from './preview-refund.ts'
import { refundsOfCharge } from './refund.queries.ts'
import { RefundPreviewType, RefundType, RequestedRefundType, RequestRefundArgs } from './refund.type.ts'
import { requestRefund } from './request-refund.ts'

const refusalOfCharge = manyByOwner(listRefundRefusals, ({ id }) => id)

const amountCents = z
  .bigint()
  .refine((value) => value > 0n, { params: fault('out_of_range') })
  .nullable()

const RefundPreviewInput = z.object({ amountCents })
const RequestRefundInput = z.object({
  amountCents,
  description: text(0, 140).nullable(),
  idempotencyKey: text(8, 120),
})

@Resolver(() => ChargeType)
class RefundResolver {
  @FieldResolver(() => [RefundType])
  refunds(@Ctx() ctx: GraphContext, @Root() charge: ChargeType): Promise<RefundType[]> {
    return refundsOfCharge(ctx, charge)
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'The reason with which requestRefund would refuse any refund now, apart from the balance. Null when it would not refuse.',
  })
  async refundRefusal(@Ctx() ctx: GraphContext, @Root() charge: ChargeType): Promise<string | null> {
    const [found] = await refusalOfCharge(ctx, charge)
    return found?.refusal ?? null
  }

  @FieldResolver(() => RefundPreviewType, { description: 'What a refund would do now. It changes nothing.' })
  refundPreview(
    @Ctx() ctx: GraphContext,
    @Root() { merchantId, id }: ChargeType,
    @Arg('amountCents', () => CentsScalar, {
      nullable: true,
      description: 'The remaining amount when absent.',
    })
    given: bigint | null,
  ): Promise<RefundPreviewType> {
    const input = { amountCents: given ?? null }
    check(RefundPreviewInput, input)
    return previewRefund(ctx, { merchantId, chargeId: id }, input.amountCents)
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
    check(RequestRefundInput, input)
    const of = { merchantId: merchantId, chargeId }
    const { refund, replayed } = await requestRefund(ctx, of, {
      ...input,
      reason: reason ?? null,
      metadata: {},
    })
    return { refund, replayed, charge: await getCharge(ctx, of.merchantId, chargeId) }
  }
}

function check(shape: z.ZodType, given: object): void {
  const faults = new Faults()
  faults.read(shape, given)
  faults.throwIfAny()
}

export const refundResolvers = [RefundResolver] as const
