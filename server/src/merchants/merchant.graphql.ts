import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { manyById } from '../graphql/batch.ts'
import type { GraphContext } from '../graphql/context.ts'
import { staff } from '../graphql/guard.ts'
import { merchantIdOf } from '../graphql/merchant-id.ts'
import { maskDocument } from './mask-document.ts'
import type { Merchant } from './merchant.entity.ts'
import { getMerchant, listMerchants } from './merchant.queries.ts'
import {
  MerchantTermsType,
  MerchantType,
  TermsVersionType,
  UpdateLimitsInput,
  UpdateTermsInput,
} from './merchant.type.ts'
import { revealMerchantDocument } from './reveal-merchant-document.ts'
import { listTermsVersionsOf } from './terms-history.ts'
import { updateTerms } from './update-terms.ts'

const versionsOf = manyById(listTermsVersionsOf, (version) => version.merchantId)

@Resolver(() => MerchantType)
export class MerchantResolver {
  @Query(() => [MerchantType])
  merchants(@Ctx() ctx: GraphContext): Promise<MerchantType[]> {
    staff(ctx, 'merchant.read')
    return listMerchants(ctx)
  }

  @Query(() => MerchantType)
  merchant(@Ctx() ctx: GraphContext, @Arg('id', () => ID) id: string): Promise<MerchantType> {
    staff(ctx, 'merchant.read')
    return getMerchant(ctx, merchantIdOf(id))
  }

  @Mutation(() => MerchantType, { description: 'Charges that stand keep the terms they were made under.' })
  updateTerms(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => ID) merchantId: string,
    @Arg('terms', () => UpdateTermsInput) terms: UpdateTermsInput,
  ): Promise<MerchantType> {
    staff(ctx, 'merchant.change_terms')
    return updateTerms(ctx, merchantIdOf(merchantId), terms)
  }

  @Mutation(() => MerchantType)
  updateLimits(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => ID) merchantId: string,
    @Arg('limits', () => UpdateLimitsInput) limits: UpdateLimitsInput,
  ): Promise<MerchantType> {
    staff(ctx, 'merchant.change_limits')
    return updateTerms(ctx, merchantIdOf(merchantId), limits)
  }

  @Mutation(() => String, { description: 'The CPF or CNPJ, whole; who asked and why goes on the record.' })
  revealMerchantDocument(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => ID) merchantId: string,
    @Arg('reason', () => String) reason: string,
  ): Promise<string> {
    staff(ctx, 'document.reveal')
    return revealMerchantDocument(ctx, merchantIdOf(merchantId), reason)
  }

  @FieldResolver(() => String)
  documentMasked(@Root() merchant: Merchant): string {
    return maskDocument(merchant.document)
  }

  @FieldResolver(() => MerchantTermsType)
  terms(@Root() merchant: Merchant): MerchantTermsType {
    return merchant
  }

  @FieldResolver(() => [TermsVersionType], { description: 'The newest first.' })
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
}
