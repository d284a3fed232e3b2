import { Arg, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { hasPermission } from '../graphql/guard.ts'
import { UuidScalar } from '../graphql/scalars.ts'
import type { Permission } from '../graphql/permissions.ts'
import {
  countAttention,
  findOtherMerchants,
  listAttention,
  type AttentionScope,
  type OtherMerchants,
} from './attention.queries.ts'
import {
  AttentionCountType,
  AttentionItemType,
  AttentionKindEnum,
  OtherMerchantsType,
  OtherMerchantType,
} from './attention.type.ts'
import type { HomeScope } from './home.queries.ts'
import { HomeType } from './home.type.ts'
import { merchantResolverOf } from './merchant.graphql.ts'
import { ATTENTION_KINDS, type AttentionKind } from './attention-row.ts'

/** The permission to see the records of each kind. */
const PERMISSION_OF: Record<AttentionKind, Permission> = {
  dispute: 'case.read',
  evidence_to_forward: 'case.read',
  return_failed: 'case.read',
  held_payment: 'case.read',
  refund_failed: 'charge.read',
  payout_reserved: 'payout.read',
  difference: 'reconciliation.read',
  endpoint_disabled: 'webhook_endpoint.read',
  endpoint_paused: 'webhook_endpoint.read',
  endpoint_failing: 'webhook_endpoint.read',
  issuance_stuck: 'charge.read',
}

/** Returns the kinds of records that the viewer may see on the home page. */
const scopeOf = (ctx: GraphContext, { merchantId }: Pick<HomeScope, 'merchantId'>): AttentionScope => ({
  kinds: ATTENTION_KINDS.filter((kind) => hasPermission(ctx, PERMISSION_OF[kind])),
  merchantId,
})

@Resolver(() => HomeType)
class HomeAttentionResolver {
  @FieldResolver(() => [AttentionItemType], {
    description:
      'The first 20 records that need attention, of the kinds that the viewer may see. By deadline; then those without a deadline, the oldest first; then those whose deadline has passed.',
  })
  attention(@Ctx() ctx: GraphContext, @Root() scope: HomeScope): Promise<AttentionItemType[]> {
    return listAttention(ctx, scopeOf(ctx, scope))
  }

  @Authorized('merchant.read')
  @Query(() => OtherMerchantsType, {
    description:
      'The merchants, other than this one, that have records that need attention, of the kinds that the viewer may see.',
  })
  otherMerchantsWithAttention(
    @Ctx() ctx: GraphContext,
    @Arg('than', () => UuidScalar) than: string,
    @Arg('kinds', () => [AttentionKindEnum], { nullable: true, description: 'All kinds when absent.' })
    kinds: AttentionKind[] | null | undefined,
  ): Promise<OtherMerchants> {
    const seen = scopeOf(ctx, { merchantId: than }).kinds
    return findOtherMerchants(ctx, {
      kinds: seen.filter((kind) => kinds?.includes(kind) ?? true),
      merchantId: than,
    })
  }

  @FieldResolver(() => [AttentionCountType], {
    description: 'The number of records of each kind that the viewer may see.',
  })
  attentionCounts(@Ctx() ctx: GraphContext, @Root() scope: HomeScope): Promise<AttentionCountType[]> {
    return countAttention(ctx, scopeOf(ctx, scope))
  }
}

export const attentionResolvers = [
  HomeAttentionResolver,
  merchantResolverOf(AttentionItemType),
  merchantResolverOf(OtherMerchantType),
] as const
