import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql'
import { manyByOwner } from '../graphql/data-loaders.ts'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { FIRST_DEFAULT } from '../graphql/page-size.ts'
import { toConnection, toPageRequest } from '../graphql/page.ts'
import type { WebhookAttempt } from './deliveries/attempt.entity.ts'
import { merchantOf } from '../merchants/merchant.queries.ts'
import { MerchantType } from '../merchants/merchant.type.ts'
import type { DeliveryStatus, WebhookDelivery } from './deliveries/delivery.entity.ts'
import {
  countDeliveries,
  listAttempts,
  listDeliveries,
  deliveriesOfEvent,
} from './deliveries/delivery.queries.ts'
import { isRetrying, nextAttemptAfterPause } from './deliveries/next-attempt.ts'
import {
  AttemptType,
  DeliveryFilterInput,
  DeliveryType,
  EventOutcomeType,
  EventType,
  HttpHeaderType,
  RetryType,
  TimingsType,
  WebhookDeliveryConnection,
} from './delivery.type.ts'
import { ATTEMPTS_MAX } from './dispatch/retry-schedule.ts'
import { EndpointStatusEnum } from './endpoint.type.ts'
import type { WebhookEndpoint } from './endpoints/endpoint.entity.ts'
import { endpointById } from './endpoints/endpoint.queries.ts'

const attemptsOf = manyByOwner(listAttempts, (attempt) => attempt.deliveryId)

async function endpointOf(ctx: GraphContext, { id, endpointId }: DeliveryType): Promise<WebhookEndpoint> {
  const endpoint = await endpointById(ctx, endpointId)
  if (!endpoint) throw new Error(`BUG: delivery ${id} refers to an endpoint that does not exist`)
  return endpoint
}

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
    const { endpointId, eventType, status, errorClass, retrying, createdFrom, createdTo } = filter
    const wanted = {
      endpointId: endpointId ?? undefined,
      eventType: eventType ?? undefined,
      status: status ?? undefined,
      errorClass: errorClass ?? undefined,
      retrying: retrying ?? undefined,
      createdFrom: createdFrom ?? undefined,
      createdTo: createdTo ?? undefined,
    }
    const owner = filter.merchantId
    const page = await listDeliveries(ctx, owner, wanted, toPageRequest(first, after))
    return toConnection(page, (most) => countDeliveries(ctx, owner, wanted, most))
  }

  @FieldResolver(() => String)
  async endpointUrl(@Ctx() ctx: GraphContext, @Root() delivery: DeliveryType): Promise<string> {
    return (await endpointOf(ctx, delivery)).url
  }

  @FieldResolver(() => EndpointStatusEnum, { description: 'Only an active endpoint can get a replay.' })
  async endpointStatus(
    @Ctx() ctx: GraphContext,
    @Root() delivery: DeliveryType,
  ): Promise<WebhookEndpoint['status']> {
    return (await endpointOf(ctx, delivery)).status
  }

  @FieldResolver(() => Date, {
    nullable: true,
    description:
      'When the next attempt is due, after any pause of the endpoint. A time in the past means as soon as possible.',
  })
  async nextAttemptAt(@Ctx() ctx: GraphContext, @Root() delivery: WebhookDelivery): Promise<Date | null> {
    return nextAttemptAfterPause(delivery, await endpointOf(ctx, delivery), ctx.clock.now())
  }

  @FieldResolver(() => Date, {
    nullable: true,
    description: 'The end of the pause of the endpoint. Null unless the endpoint is paused now.',
  })
  async endpointPausedUntil(@Ctx() ctx: GraphContext, @Root() delivery: DeliveryType): Promise<Date | null> {
    return (await endpointOf(ctx, delivery)).pausedUntilAt(ctx.clock.now())
  }

  @FieldResolver(() => RetryType, {
    nullable: true,
    description: 'Null unless the delivery waits for a retry.',
  })
  retry(@Root() delivery: WebhookDelivery): RetryType | null {
    if (!isRetrying(delivery)) return null
    return { attempt: delivery.scheduledAttempts + 1, attemptsMax: ATTEMPTS_MAX }
  }

  @FieldResolver(() => MerchantType)
  merchant(@Ctx() ctx: GraphContext, @Root() record: DeliveryType): Promise<MerchantType> {
    return merchantOf(ctx, record)
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
