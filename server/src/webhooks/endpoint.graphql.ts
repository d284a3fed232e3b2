import { Arg, Args, Ctx, FieldResolver, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import { oneById } from '../graphql/data-loaders.ts'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { toPageRequest } from '../graphql/page.ts'
import { UuidScalar } from '../graphql/scalars.ts'
import { DeliveryType } from './delivery.type.ts'
import { listDeliveries } from './deliveries/delivery.queries.ts'
import { disableAt } from './endpoints/endpoint-condition.ts'
import { readDisabledAt } from './endpoints/disabled-at.queries.ts'
import type { WebhookEndpoint } from './endpoints/endpoint.entity.ts'
import { findEndpoint, listEndpointsIncludingOff, listHealth } from './endpoints/endpoint.queries.ts'
import { listEndpointMoments } from './health/endpoint-history.ts'
import {
  CreatedEndpointType,
  EndpointHealthType,
  EndpointHistoryArgs,
  EndpointMomentType,
  EndpointType,
  RegisterEndpointArgs,
} from './endpoint.type.ts'
import { SUBSCRIBABLE_EVENT_TYPES } from './events/event-types.ts'
import { registerEndpoint } from './endpoints/register-endpoint.ts'
import type { WithSender } from './sending/sender.ts'
import { turnOffEndpoint } from './endpoints/turn-off-endpoint.ts'

const DELIVERIES_SHOWN = 20

const healthById = oneById(listHealth)

@Resolver(() => EndpointType)
export class EndpointResolver {
  @Authorized('webhook_endpoint.read')
  @Query(() => [EndpointType])
  webhookEndpoints(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
  ): Promise<EndpointType[]> {
    return listEndpointsIncludingOff(ctx, merchantId)
  }

  @Authorized('webhook_endpoint.read')
  @Query(() => EndpointType, { nullable: true })
  webhookEndpoint(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
    @Arg('id', () => UuidScalar) id: string,
  ): Promise<EndpointType | null> {
    return findEndpoint(ctx, merchantId, id)
  }

  @Authorized('webhook_endpoint.read')
  @Query(() => [EndpointMomentType], {
    description: 'One entry per hour or day of the period, up to now and within the last 90 days.',
  })
  webhookEndpointHistory(
    @Ctx() ctx: GraphContext,
    @Args(() => EndpointHistoryArgs) { merchantId, endpointId, ...period }: EndpointHistoryArgs,
  ): Promise<EndpointMomentType[]> {
    return listEndpointMoments(ctx, merchantId, endpointId, period)
  }

  @Authorized('webhook_endpoint.read')
  @Query(() => [String])
  webhookEventTypes(): readonly string[] {
    return SUBSCRIBABLE_EVENT_TYPES
  }

  @Authorized('webhook_endpoint.create')
  @Mutation(() => CreatedEndpointType)
  async registerWebhookEndpoint(
    @Ctx() ctx: GraphContext & WithSender,
    @Args(() => RegisterEndpointArgs) { merchantId, ...input }: RegisterEndpointArgs,
  ): Promise<CreatedEndpointType> {
    const { endpoint, secret } = await registerEndpoint(ctx, merchantId, input)
    return { endpoint, signingSecret: secret }
  }

  @Authorized('webhook_endpoint.turn_off')
  @Mutation(() => EndpointType)
  turnOffWebhookEndpoint(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
    @Arg('id', () => UuidScalar) id: string,
  ): Promise<EndpointType> {
    return turnOffEndpoint(ctx, merchantId, id)
  }

  @FieldResolver(() => Date, { nullable: true })
  pausedUntil(@Ctx() ctx: GraphContext, @Root() endpoint: WebhookEndpoint): Date | null {
    return endpoint.pausedUntilAt(ctx.clock.now())
  }

  @FieldResolver(() => Date, {
    nullable: true,
    description: 'When a failing endpoint is disabled unless an attempt succeeds.',
  })
  disableAt(@Root() endpoint: WebhookEndpoint): Date | null {
    return disableAt(endpoint)
  }

  @FieldResolver(() => Date, {
    nullable: true,
    description: 'When a disabled endpoint was disabled. Null for another status.',
  })
  disabledAt(@Ctx() ctx: GraphContext, @Root() endpoint: WebhookEndpoint): Promise<Date | null> {
    return readDisabledAt(ctx, endpoint)
  }

  @FieldResolver(() => EndpointHealthType)
  async health(@Ctx() ctx: GraphContext, @Root() endpoint: WebhookEndpoint): Promise<EndpointHealthType> {
    const health = await healthById(ctx, endpoint.id)
    if (!health) throw new Error(`BUG: listHealth returned no row for endpoint ${endpoint.id}`)
    return { ...health, state: endpoint.stateAt(ctx.clock.now()) }
  }

  @FieldResolver(() => [DeliveryType])
  async deliveries(
    @Ctx() ctx: GraphContext,
    @Root() endpoint: WebhookEndpoint,
    @Arg('first', () => Int, { nullable: true, defaultValue: DELIVERIES_SHOWN }) first: number | null,
  ): Promise<DeliveryType[]> {
    const page = toPageRequest(first ?? DELIVERIES_SHOWN, null)
    const { items } = await listDeliveries(ctx, endpoint.merchantId, { endpointId: endpoint.id }, page)
    return items
  }
}
