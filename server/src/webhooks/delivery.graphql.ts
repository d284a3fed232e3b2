import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql'
import { manyByOwner, oneById } from '../graphql/data-loaders.ts'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { FIRST_DEFAULT } from '../graphql/page-size.ts'
import { toConnection, toPageRequest } from '../graphql/page.ts'
import type { WebhookAttempt } from './deliveries/attempt.entity.ts'
import type { DeliveryStatus } from './deliveries/delivery.entity.ts'
import { countDeliveries, listAttempts, listDeliveries } from './deliveries/delivery.queries.ts'
import { deliveriesOfEvent } from './delivery.loaders.ts'
import {
  AttemptType,
  DeliveryFilterInput,
  DeliveryType,
  EventOutcomeType,
  EventType,
  HttpHeaderType,
  TimingsType,
  WebhookDeliveryConnection,
} from './delivery.type.ts'
import { findEndpoints } from './endpoints/endpoint.queries.ts'

const endpointById = oneById(findEndpoints)
const attemptsOf = manyByOwner(listAttempts, (attempt) => attempt.deliveryId)

@Resolver(() => DeliveryType)
export class DeliveryResolver {
  @Authorized('webhook_delivery.read')
  @Query(() => WebhookDeliveryConnection)
  async webhookDeliveries(
    @Ctx() ctx: GraphContext,
    @Arg('filter', () => DeliveryFilterInput) filter: DeliveryFilterInput,
    @Arg('first', () => Int, { nullable: true, defaultValue: FIRST_DEFAULT }) first: number | null,
    @Arg('after', () => String, { nullable: true }) after: string | null,
  ): Promise<WebhookDeliveryConnection> {
    const { endpointId, eventType, status, errorClass, createdFrom, createdTo } = filter
    const wanted = {
      endpointId: endpointId ?? undefined,
      eventType: eventType ?? undefined,
      status: status ?? undefined,
      errorClass: errorClass ?? undefined,
      createdFrom: createdFrom ?? undefined,
      createdTo: createdTo ?? undefined,
    }
    const owner = filter.merchantId
    const page = await listDeliveries(ctx, owner, wanted, toPageRequest(first, after))
    return toConnection(page, (most) => countDeliveries(ctx, owner, wanted, most))
  }

  @FieldResolver(() => String)
  async endpointUrl(@Ctx() ctx: GraphContext, @Root() delivery: DeliveryType): Promise<string> {
    const endpoint = await endpointById(ctx, delivery.endpointId)
    if (!endpoint) throw new Error(`BUG: delivery ${delivery.id} refers to an endpoint that does not exist`)
    return endpoint.url
  }

  @FieldResolver(() => [AttemptType])
  attemptLog(@Ctx() ctx: GraphContext, @Root() delivery: DeliveryType): Promise<AttemptType[]> {
    return attemptsOf(ctx, delivery)
  }
}

/**
 * Resolves the headers and timings of an attempt. The request headers do not contain the signature, because it is not
 * stored.
 */
@Resolver(() => AttemptType)
export class AttemptResolver {
  @FieldResolver(() => [HttpHeaderType])
  requestHeaders(@Root() attempt: WebhookAttempt): HttpHeaderType[] {
    return headersOf(attempt.requestHeaders)
  }

  @FieldResolver(() => [HttpHeaderType])
  responseHeaders(@Root() attempt: WebhookAttempt): HttpHeaderType[] {
    return headersOf(attempt.responseHeaders)
  }

  @FieldResolver(() => TimingsType)
  timings(@Root() { timings, durationMs }: WebhookAttempt): TimingsType {
    const { dns = null, connect = null, tls = null, firstByte = null } = timings
    return { dnsMs: dns, connectMs: connect, tlsMs: tls, firstByteMs: firstByte, totalMs: durationMs }
  }
}

const headersOf = (headers: Record<string, string>): HttpHeaderType[] =>
  Object.entries(headers).map(([name, value]) => ({ name, value }))

/**
 * Resolves the fields of an event. Every role that may read the charge of the event may read `outcome`. `deliveries`
 * also needs the permission to read deliveries.
 */
@Resolver(() => EventType)
export class EventResolver {
  @FieldResolver(() => EventOutcomeType)
  async outcome(@Ctx() ctx: GraphContext, @Root() event: EventType): Promise<EventOutcomeType> {
    const deliveries = await deliveriesOfEvent(ctx, event)
    const count = (...statuses: DeliveryStatus[]): number =>
      deliveries.filter(({ status }) => statuses.includes(status)).length
    return { succeeded: count('succeeded'), pending: count('pending', 'sending'), failed: count('failed') }
  }

  @Authorized({ nullWithout: ['webhook_delivery.read'] })
  @FieldResolver(() => [DeliveryType], {
    nullable: true,
    description: 'Deliveries with their attempts. Null without the permission to read deliveries.',
  })
  deliveries(@Ctx() ctx: GraphContext, @Root() event: EventType): Promise<DeliveryType[]> {
    return deliveriesOfEvent(ctx, event)
  }
}
