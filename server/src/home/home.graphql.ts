import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { UuidScalar } from '../graphql/scalars.ts'
import type { Permission } from '../graphql/permissions.ts'
import { lastLedgerVerdict } from '../ledger/verify/verdict.queries.ts'
import { VerdictType } from '../ledger/verdict.type.ts'
import { PayoutType } from '../payouts/payout.type.ts'
import { listStaffPayouts } from '../payouts/staff-payouts.queries.ts'
import { attentionResolvers } from './attention.graphql.ts'
import {
  LAST_PAYOUTS,
  listSuspended,
  readSupportCounts,
  type HomeScope,
  type MerchantReference,
  type SupportCounts,
} from './home.queries.ts'
import { merchantResolverOf } from './merchant.graphql.ts'
import { readMovement, type FinanceMovement } from './movement.queries.ts'
import {
  FinanceHomeType,
  HomeType,
  MerchantReferenceType,
  SupportHomeType,
  SuspendedMerchantType,
} from './home.type.ts'

const SUPPORT: Permission[] = ['charge.read', 'case.read']
const DELIVERIES: Permission[] = ['webhook_endpoint.read', 'webhook_delivery.read']
const FINANCE: Permission[] = ['balance.read', 'payout.read', 'ledger_verdict.read']

/**
 * Each part of the home page has a field resolver. So the service reads a part only if the query selects it and the
 * role permits it.
 */
@Resolver(() => HomeType)
class HomeResolver {
  @Authorized('merchant.read')
  @Query(() => HomeType)
  home(
    @Arg('zone', () => String, {
      nullable: true,
      defaultValue: 'America/Sao_Paulo',
      description: 'The IANA time zone that defines the days.',
    })
    zone: string | null,
    @Arg('merchantId', () => UuidScalar, { nullable: true, description: 'All merchants when absent.' })
    merchantId: string | null | undefined,
  ): HomeScope {
    return { zone: zone ?? 'America/Sao_Paulo', merchantId: merchantId ?? null }
  }

  @Authorized({ nullWithout: SUPPORT })
  @FieldResolver(() => SupportHomeType, { nullable: true })
  support(@Ctx() ctx: GraphContext, @Root() scope: HomeScope): Promise<SupportCounts> {
    return readSupportCounts(ctx, scope)
  }

  @Authorized({ nullWithout: FINANCE })
  @FieldResolver(() => FinanceHomeType, { nullable: true })
  async finance(@Ctx() ctx: GraphContext, @Root() scope: HomeScope): Promise<FinanceHome> {
    const { merchantId } = scope
    const [movement, suspended] = await Promise.all([
      readMovement(ctx, scope),
      listSuspended(ctx, merchantId),
    ])
    return { ...movement, ...suspended, merchantId }
  }
}

/**
 * The merchant whose figures a part of the home page shows; null for all merchants. The resolvers of the fields read
 * this id.
 */
type OfScope = Pick<HomeScope, 'merchantId'>

/** The values that the resolver of `finance` reads at once. Each other field of the part has a resolver of its own. */
type FinanceHome = FinanceMovement & Awaited<ReturnType<typeof listSuspended>> & OfScope

@Resolver(() => FinanceHomeType)
class FinanceHomeResolver {
  @FieldResolver(() => [PayoutType])
  async lastPayouts(@Ctx() ctx: GraphContext, @Root() { merchantId }: OfScope): Promise<PayoutType[]> {
    return (await listStaffPayouts(ctx, merchantId, {}, { limit: LAST_PAYOUTS })).items
  }

  @FieldResolver(() => VerdictType, { nullable: true })
  async ledgerVerdict(@Ctx() ctx: GraphContext): Promise<VerdictType | null> {
    const verdict = await lastLedgerVerdict(ctx)
    return verdict && { ...verdict, entriesCount: Number(verdict.entriesCount) }
  }
}

/** The figures of deliveries. These figures need permissions that the role `finance` does not have. */
@Resolver(() => SupportHomeType)
class SupportHomeResolver {
  @Authorized({ nullWithout: DELIVERIES })
  @FieldResolver(() => Int, { nullable: true })
  failingEndpoints(@Root() counts: SupportCounts): number {
    return counts.failingEndpoints
  }

  @Authorized({ nullWithout: DELIVERIES })
  @FieldResolver(() => Int, { nullable: true })
  deliveryLagSeconds(@Root() counts: SupportCounts): number {
    return counts.deliveryLagSeconds
  }

  @Authorized({ nullWithout: DELIVERIES })
  @FieldResolver(() => MerchantReferenceType, { nullable: true })
  mostDelayed(@Root() counts: SupportCounts): MerchantReference | null {
    return counts.mostDelayed
  }
}

export const homeResolvers = [
  HomeResolver,
  ...attentionResolvers,
  SupportHomeResolver,
  FinanceHomeResolver,
  merchantResolverOf(MerchantReferenceType),
  merchantResolverOf(SuspendedMerchantType),
] as const
