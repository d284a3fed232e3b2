import { Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql'
import type { GraphContext } from '../graphql/context.ts'
import { staff } from '../graphql/guard.ts'
import { maskDocument } from './mask-document.ts'
import type { Merchant } from './merchant.entity.ts'
import { listMerchants } from './merchant.queries.ts'
import { MerchantTermsType, MerchantType } from './merchant.type.ts'

@Resolver(() => MerchantType)
export class MerchantResolver {
  @Query(() => [MerchantType])
  merchants(@Ctx() ctx: GraphContext): Promise<MerchantType[]> {
    staff(ctx, 'merchant.read')
    return listMerchants(ctx)
  }

  @FieldResolver(() => String)
  documentMasked(@Root() merchant: Merchant): string {
    return maskDocument(merchant.document)
  }

  @FieldResolver(() => MerchantTermsType)
  terms(@Root() merchant: Merchant): MerchantTermsType {
    return merchant
  }
}
