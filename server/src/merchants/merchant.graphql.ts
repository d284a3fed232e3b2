import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql'
import { manyById } from '../graphql/data-loaders.ts'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { UuidScalar } from '../graphql/scalars.ts'
import { nameOfActor } from '../staff/actor-name.ts'
import { createMerchant } from './create-merchant.ts'
import { maskDocument } from '../kernel/values/document.ts'
import type { Merchant } from './merchant.entity.ts'
import { getMerchant, listAllMerchants } from './merchant.queries.ts'
import {
  CreateMerchantInput,
  MerchantTermsType,
  MerchantType,
  TermsVersionType,
  UpdateLimitsInput,
  UpdateTermsInput,
} from './merchant.type.ts'
import type { PlacingContext } from './placing-context.ts'
import { revealMerchantDocument } from './reveal-merchant-document.ts'
import { listSuspensionsOf } from './suspension-reasons.ts'
import { listTermsVersionsOf } from './terms-history.ts'
import { updateTerms } from './update-terms.ts'

const suspensionsOf = manyById(listSuspensionsOf, ({ merchantId }) => merchantId)
const versionsOf = manyById(listTermsVersionsOf, (version) => version.merchantId)

@Resolver(() => MerchantType)
class MerchantResolver {
  @Authorized('merchant.read')
  @Query(() => [MerchantType])
  merchants(@Ctx() ctx: GraphContext): Promise<MerchantType[]> {
    return listAllMerchants(ctx)
  }

  @Authorized('merchant.read')
  @Query(() => MerchantType)
  merchant(@Ctx() ctx: GraphContext, @Arg('id', () => UuidScalar) id: string): Promise<MerchantType> {
    return getMerchant(ctx, id)
  }

  @Authorized('merchant.create')
  @Mutation(() => MerchantType, {
    description: 'A second call with the same key and body returns the first merchant.',
  })
  createMerchant(
    @Ctx() ctx: GraphContext & PlacingContext,
    @Arg('merchant', () => CreateMerchantInput) { terms, ...merchant }: CreateMerchantInput,
    @Arg('idempotencyKey', () => String) idempotencyKey: string,
  ): Promise<MerchantType> {
    const input = { ...merchant, terms: terms ?? {}, idempotencyKey }
    return ctx.placeMerchant ? ctx.placeMerchant(input) : createMerchant(ctx, input)
  }

  @Authorized('merchant.change_terms')
  @Mutation(() => MerchantType, { description: 'Existing charges keep the terms they were created with.' })
  updateTerms(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
    @Arg('terms', () => UpdateTermsInput) terms: UpdateTermsInput,
  ): Promise<MerchantType> {
    return updateTerms(ctx, merchantId, terms)
  }

  @Authorized('merchant.change_limits')
  @Mutation(() => MerchantType)
  updateLimits(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
    @Arg('limits', () => UpdateLimitsInput) limits: UpdateLimitsInput,
  ): Promise<MerchantType> {
    return updateTerms(ctx, merchantId, limits)
  }

  @Authorized('document.reveal')
  @Mutation(() => String, {
    description: 'The full CPF or CNPJ. The request and its reason are recorded in the audit log.',
  })
  revealMerchantDocument(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
    @Arg('reason', () => String) reason: string,
  ): Promise<string> {
    return revealMerchantDocument(ctx, merchantId, reason)
  }

  @FieldResolver(() => String)
  documentMasked(@Root() merchant: Merchant): string {
    return maskDocument(merchant.document)
  }

  @FieldResolver(() => MerchantTermsType)
  terms(@Root() merchant: Merchant): MerchantTermsType {
    return merchant
  }

  @FieldResolver(() => [TermsVersionType], { description: 'Newest first.' })
  async termsHistory(@Ctx() ctx: GraphContext, @Root() merchant: Merchant): Promise<TermsVersionType[]> {
    const versions = await versionsOf(ctx, merchant.id)
    return versions.map(({ terms, ...version }) => ({
      ...version,
      terms: {
        ...terms,
        feeFixedCents: BigInt(terms.feeFixedCents),
        amountCeilingCents: terms.amountCeilingCents === null ? null : BigInt(terms.amountCeilingCents),
      },
    }))
  }

  @FieldResolver(() => [String], { description: 'Why payouts are suspended; empty when they are not.' })
  async suspensionCodes(@Ctx() ctx: GraphContext, @Root() { id }: MerchantType): Promise<string[]> {
    return (await suspensionsOf(ctx, id)).map(({ code }) => code)
  }
}

@Resolver(() => TermsVersionType)
class TermsVersionResolver {
  @FieldResolver(() => String)
  changedBy(@Ctx() ctx: GraphContext, @Root() { changedBy }: TermsVersionType): Promise<string> {
    return nameOfActor(ctx, changedBy)
  }
}

export const merchantResolvers = [MerchantResolver, TermsVersionResolver] as const
