import { Arg, Ctx, FieldResolver, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { FIRST_DEFAULT } from '../graphql/page-size.ts'
import { toConnection, toPageRequest } from '../graphql/page.ts'
import { CentsScalar, LocalizedTextScalar, UuidScalar } from '../graphql/scalars.ts'
import { maskDocument } from '../kernel/values/document.ts'
import type { LocalizedText } from '../kernel/values/localized-text.ts'
import { merchantOf } from '../merchants/merchant.queries.ts'
import { MerchantType } from '../merchants/merchant.type.ts'
import type { WithPix } from '../pix/pix-accounts.ts'
import { cancelCharge } from './cancellation/cancel-charge.ts'
import { txidOf, type Charge } from './charge.entity.ts'
import { findChargeOfAny, paymentsOfCharge } from './charge.queries.ts'
import { type ChargeFilter, countCharges, listCharges } from './list-charges.ts'
import { isIssued, type ChargeStatus, statusAt, failureTextOf } from './charge-status.ts'
import { attentionOf } from './attention/attention.ts'
import type { ChargeAttention } from './attention/attention-reasons.ts'
import {
  ChargeAttentionEnum,
  ChargeConnection,
  ChargeFilterInput,
  ChargeStatusEnum,
  ChargeType,
  PaymentType,
  PixType,
} from './charge.type.ts'
import { CaseChargeResolver } from './case-charge.graphql.ts'
import { openDocument } from './payer-document.ts'
import { revealPayerDocument } from './reveal-payer-document.ts'

@Resolver(() => ChargeType)
class ChargeResolver {
  @Authorized('charge.read')
  @Query(() => ChargeConnection)
  async charges(
    @Ctx() ctx: GraphContext,
    @Arg('filter', () => ChargeFilterInput, { nullable: true }) filter: ChargeFilterInput | null,
    @Arg('first', () => Int, { nullable: true, defaultValue: FIRST_DEFAULT }) first: number | null,
    @Arg('after', () => String, { nullable: true }) after: string | null,
  ): Promise<ChargeConnection> {
    const merchantId = filter?.merchantId ?? null
    const chargeFilter = toFilter(filter ?? {})
    const page = await listCharges(ctx, merchantId, chargeFilter, toPageRequest(first, after))
    return toConnection(page, (most) => countCharges(ctx, merchantId, chargeFilter, most))
  }

  @Authorized('charge.read')
  @Query(() => ChargeType, { nullable: true })
  charge(@Ctx() ctx: GraphContext, @Arg('id', () => UuidScalar) id: string): Promise<ChargeType | null> {
    return findChargeOfAny(ctx, id)
  }

  @Authorized('charge.cancel')
  @Mutation(() => ChargeType)
  cancelCharge(
    @Ctx() ctx: GraphContext & WithPix,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
    @Arg('chargeId', () => UuidScalar) chargeId: string,
  ): Promise<ChargeType> {
    return cancelCharge(ctx, merchantId, chargeId, 'service')
  }

  @Authorized('document.reveal')
  @Mutation(() => String, {
    description: "The payer's full CPF or CNPJ. The audit log records the person and the reason.",
  })
  revealPayerDocument(
    @Ctx() ctx: GraphContext,
    @Arg('chargeId', () => UuidScalar) chargeId: string,
    @Arg('reason', () => String) reason: string,
  ): Promise<string> {
    return revealPayerDocument(ctx, chargeId, reason)
  }

  @FieldResolver(() => ChargeStatusEnum)
  status(@Ctx() ctx: GraphContext, @Root() charge: Charge): ChargeStatus {
    return statusAt(charge, ctx.clock.now())
  }

  @FieldResolver(() => [ChargeAttentionEnum], {
    description: 'Why the charge needs attention, the most urgent reason first. Empty when it does not.',
  })
  attention(@Ctx() ctx: GraphContext, @Root() charge: Charge): Promise<ChargeAttention[]> {
    return attentionOf(ctx, charge)
  }

  @FieldResolver(() => CentsScalar, {
    description: 'The paid amount that is neither refunded nor being refunded. Zero for an unpaid charge.',
  })
  refundableCents(@Root() charge: Charge): bigint {
    return charge.paidAt === null ? 0n : charge.amountCents - charge.refundedCents - charge.refundingCents
  }

  @FieldResolver(() => String)
  currency(): string {
    return 'BRL'
  }

  @FieldResolver(() => LocalizedTextScalar, { nullable: true })
  failureText(@Root() charge: Charge): LocalizedText | null {
    return failureTextOf(charge)
  }

  @FieldResolver(() => PixType, { nullable: true })
  pix(@Root() charge: Charge): PixType | null {
    const { id, qrCodePayload, expiresAt } = charge
    return isIssued(charge) ? { qrCodePayload, txid: txidOf(id), expiresAt } : null
  }

  @FieldResolver(() => String, { nullable: true })
  payerDocumentMasked(@Ctx() ctx: GraphContext, @Root() charge: Charge): string | null {
    const document = openDocument(ctx, charge)
    return document === null ? null : maskDocument(document)
  }

  @FieldResolver(() => MerchantType)
  merchant(@Ctx() ctx: GraphContext, @Root() record: Charge): Promise<MerchantType> {
    return merchantOf(ctx, record)
  }

  @FieldResolver(() => [PaymentType])
  payments(@Ctx() ctx: GraphContext, @Root() charge: Charge): Promise<PaymentType[]> {
    return paymentsOfCharge(ctx, charge)
  }
}

/** Converts the input to a filter. Null or missing properties add no condition. */
function toFilter(input: Partial<ChargeFilterInput>): ChargeFilter {
  return {
    status: input.status ?? undefined,
    orderReference: input.orderReference ?? undefined,
    q: input.q ?? undefined,
    createdFrom: input.createdFrom ?? undefined,
    createdTo: input.createdTo ?? undefined,
    amountFromCents: input.amountFromCents ?? undefined,
    amountToCents: input.amountToCents ?? undefined,
    latePayment: input.latePayment ?? false,
    duplicates: input.duplicates ?? false,
    needsAttention: input.needsAttention ?? false,
    hasDifference: input.hasDifference ?? false,
  }
}

export const chargeResolvers = [ChargeResolver, CaseChargeResolver] as const
