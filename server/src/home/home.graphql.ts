import { Arg, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql'
import { CaseType } from '../cases/case.type.ts'
import { listCharges } from '../charges/charge.queries.ts'
import { ChargeType } from '../charges/charge.type.ts'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import type { Permission } from '../graphql/permissions.ts'
import { lastLedgerVerdict } from '../ledger/verify/verdict.queries.ts'
import { VerdictType } from '../ledger/verdict.type.ts'
import { merchantById } from '../merchants/merchant.loaders.ts'
import { MerchantType } from '../merchants/merchant.type.ts'
import { PayoutType } from '../payouts/payout.type.ts'
import { listStaffPayouts } from '../payouts/staff-payouts.queries.ts'
import { EndpointType } from '../webhooks/endpoint.type.ts'
import { listFailing } from '../webhooks/health/fleet.queries.ts'
import {
  createdTooLongCutoff,
  listDisputesToForward,
  listOpenDisputes,
  listSuspended,
  readMovement,
  readSupportCounts,
  SHOWN_MAX,
  type FinanceMovement,
  type SupportCounts,
} from './home.queries.ts'
import { FinanceHomeType, HomeType, SupportHomeType, SuspendedMerchantType } from './home.type.ts'

const SUPPORT: Permission[] = ['charge.read', 'webhook_endpoint.read', 'webhook_delivery.read', 'case.read']
const FINANCE: Permission[] = ['balance.read', 'payout.read', 'ledger_verdict.read']
const LAST_PAYOUTS = 10

interface HomeRoot {
  zone: string
}

/** Each part of the home page has a field resolver, so that a part is read only if it is selected and permitted. */
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
  ): HomeRoot {
    return { zone: zone ?? 'America/Sao_Paulo' }
  }

  @Authorized({ nullWithout: SUPPORT })
  @FieldResolver(() => SupportHomeType, { nullable: true })
  support(@Ctx() ctx: GraphContext): Promise<SupportCounts> {
    return readSupportCounts(ctx)
  }

  @Authorized({ nullWithout: FINANCE })
  @FieldResolver(() => FinanceHomeType, { nullable: true })
  async finance(@Ctx() ctx: GraphContext, @Root() { zone }: HomeRoot): Promise<FinanceHome> {
    const [movement, suspended] = await Promise.all([readMovement(ctx, zone), listSuspended(ctx)])
    return { ...movement, ...suspended }
  }
}

/** The fields that the resolver of `finance` itself reads. All other fields have separate resolvers. */
type FinanceHome = FinanceMovement & Awaited<ReturnType<typeof listSuspended>>

@Resolver(() => SupportHomeType)
class SupportHomeResolver {
  @FieldResolver(() => [ChargeType])
  async chargesCreatedTooLong(@Ctx() ctx: GraphContext): Promise<ChargeType[]> {
    const filter = { status: ['created'] as const, createdTo: createdTooLongCutoff(ctx) }
    return (await listCharges(ctx, null, filter, { limit: SHOWN_MAX })).items
  }

  @FieldResolver(() => [EndpointType])
  endpointsFailing(@Ctx() ctx: GraphContext): Promise<EndpointType[]> {
    return listFailing(ctx, SHOWN_MAX)
  }

  @FieldResolver(() => [CaseType])
  disputesOpen(@Ctx() ctx: GraphContext): Promise<CaseType[]> {
    return listOpenDisputes(ctx)
  }

  @FieldResolver(() => [CaseType])
  disputesToForward(@Ctx() ctx: GraphContext): Promise<CaseType[]> {
    return listDisputesToForward(ctx)
  }
}

@Resolver(() => FinanceHomeType)
class FinanceHomeResolver {
  @FieldResolver(() => [PayoutType])
  async lastPayouts(@Ctx() ctx: GraphContext): Promise<PayoutType[]> {
    return (await listStaffPayouts(ctx, null, {}, { limit: LAST_PAYOUTS })).items
  }

  @FieldResolver(() => VerdictType, { nullable: true })
  async ledgerVerdict(@Ctx() ctx: GraphContext): Promise<VerdictType | null> {
    const verdict = await lastLedgerVerdict(ctx)
    return verdict && { ...verdict, entriesCount: Number(verdict.entriesCount) }
  }
}

@Resolver(() => SuspendedMerchantType)
class SuspendedMerchantResolver {
  @FieldResolver(() => MerchantType)
  async merchant(
    @Ctx() ctx: GraphContext,
    @Root() { merchantId }: SuspendedMerchantType,
  ): Promise<MerchantType> {
    const merchant = await merchantById(ctx, merchantId)
    if (!merchant) throw new Error(`BUG: the suspended merchant ${merchantId} does not exist`)
    return merchant
  }
}

export const homeResolvers = [
  HomeResolver,
  SupportHomeResolver,
  FinanceHomeResolver,
  SuspendedMerchantResolver,
] as const
