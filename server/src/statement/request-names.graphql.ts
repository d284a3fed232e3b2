import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { GraphContext } from '../graphql/context.ts'
import { actorOfKey } from '../kernel/caller.ts'
import { merchantById } from '../merchants/merchant.queries.ts'
import { MerchantType } from '../merchants/merchant.type.ts'
import { RequestType } from '../request-log/request.type.ts'
import { nameOfAuditActor } from './audit/audit-names.ts'

/**
 * Resolves the names of a logged call's merchant and key. This resolver is not in module `request-log`, because that
 * module may not import `api-keys`.
 */
@Resolver(() => RequestType)
export class RequestNamesResolver {
  @FieldResolver(() => String, { nullable: true, description: '`api-key:<name>`. Null without a valid key.' })
  async apiKeyName(@Ctx() ctx: GraphContext, @Root() { apiKeyId }: RequestType): Promise<string | null> {
    return apiKeyId === null ? null : nameOfAuditActor(ctx, actorOfKey(apiKeyId))
  }

  @FieldResolver(() => MerchantType, { nullable: true })
  async merchant(
    @Ctx() ctx: GraphContext,
    @Root() { merchantId }: RequestType,
  ): Promise<MerchantType | null> {
    return merchantId === null ? null : ((await merchantById(ctx, merchantId)) ?? null)
  }
}
