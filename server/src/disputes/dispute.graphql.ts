import { Arg, Args, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql'
import { z } from 'zod'
import { getCase } from '../cases/case.queries.ts'
import { CaseType } from '../cases/case.type.ts'
import { PaymentType } from '../charges/charge.type.ts'
import type { Payment } from '../charges/payment.entity.ts'
import { manyByOwner } from '../graphql/data-loaders.ts'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { UuidScalar } from '../graphql/scalars.ts'
import { fault, Faults } from '../kernel/input/faults.ts'
import { text } from '../kernel/input/fields.ts'
import { decideDispute, type Decision } from './decide-dispute.ts'
import { disputeOfCase, listDisputeRefusals, previewDispute } from './dispute.queries.ts'
import { DecideDisputeArgs, DisputePreviewType, DisputeType, OpenDisputeArgs } from './dispute.type.ts'
import { openDispute } from './open-dispute.ts'
import { submitEvidence } from './submit-evidence.ts'

const refusalOfPayment = manyByOwner(listDisputeRefusals, ({ id }) => id)

const positive = z
  .bigint()
  .refine((value) => value > 0n, { params: fault('out_of_range') })
  .nullish()
const OpenDisputeInput = z.object({
  endToEndId: text(1, 120),
  nature: text(1, 60),
  description: text(0, 500).nullish(),
  amountCents: positive,
})
const DecideDisputeInput = z.object({ reason: text(1, 500), amountCents: positive })

@Resolver(() => CaseType)
class DisputeResolver {
  @FieldResolver(() => DisputeType, { nullable: true })
  async dispute(@Ctx() ctx: GraphContext, @Root() { id, kind }: CaseType): Promise<DisputeType | null> {
    if (kind !== 'dispute') return null
    const found = await disputeOfCase(ctx, id)
    return found?.dispute ?? null
  }

  @Authorized('dispute.open')
  @Mutation(() => CaseType)
  async openDispute(
    @Ctx() ctx: GraphContext,
    @Args(() => OpenDisputeArgs) { merchantId, policy, answerUntil, ...given }: OpenDisputeArgs,
  ): Promise<CaseType> {
    check(OpenDisputeInput, given)
    const { caseId } = await openDispute(ctx, merchantId, {
      endToEndId: given.endToEndId,
      nature: given.nature,
      amountCents: given.amountCents ?? null,
      description: given.description ?? null,
      ...(policy ? { policy } : {}),
      ...(answerUntil ? { answerUntil } : {}),
    })
    return getCase(ctx, merchantId, caseId)
  }

  @Authorized('dispute.decide')
  @Mutation(() => CaseType)
  async decideDispute(
    @Ctx() ctx: GraphContext,
    @Args(() => DecideDisputeArgs) given: DecideDisputeArgs,
  ): Promise<CaseType> {
    check(DecideDisputeInput, given)
    const of = { merchantId: given.merchantId, caseId: given.caseId }
    await decideDispute(ctx, of, decisionOf(given), given.reason)
    return getCase(ctx, of.merchantId, of.caseId)
  }

  @Authorized('dispute.answer')
  @Mutation(() => CaseType)
  async submitDisputeEvidence(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
    @Arg('caseId', () => UuidScalar) caseId: string,
    @Arg('evidence', () => String) evidence: string,
  ): Promise<CaseType> {
    await submitEvidence(ctx, { merchantId, caseId }, evidence)
    return getCase(ctx, merchantId, caseId)
  }
}

@Resolver(() => PaymentType)
class DisputedPaymentResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'The reason with which openDispute would refuse the payment now. Null when it would not refuse.',
  })
  async disputeRefusal(@Ctx() ctx: GraphContext, @Root() payment: Payment): Promise<string | null> {
    const [found] = await refusalOfPayment(ctx, payment)
    return found?.refusal ?? null
  }

  @FieldResolver(() => DisputePreviewType, {
    description: 'What a dispute of the whole payment would do now. It changes nothing.',
  })
  disputePreview(@Ctx() ctx: GraphContext, @Root() payment: Payment): Promise<DisputePreviewType> {
    return previewDispute(ctx, payment)
  }
}

function check(shape: z.ZodType, given: object): void {
  const faults = new Faults()
  faults.read(shape, given)
  faults.throwIfAny()
}

function decisionOf({ decision, amountCents, returnedBy }: DecideDisputeArgs): Decision {
  if (decision !== 'accepted') return { kind: decision }
  return { kind: decision, amountCents: amountCents ?? null, returnedBy: returnedBy ?? 'service' }
}

export const disputeResolvers = [DisputeResolver, DisputedPaymentResolver] as const
