import { Ctx, Field, FieldResolver, ObjectType, Resolver, Root } from 'type-graphql'
import { findApiKeys } from '../../api-keys/api-key.queries.ts'
import { oneById } from '../../graphql/data-loaders.ts'
import { Authorized } from '../../graphql/authorization.ts'
import type { GraphContext } from '../../graphql/context.ts'
import { nameOfActor } from '../../staff/actor-name.ts'
import { endpointById } from '../../webhooks/endpoints/endpoint.queries.ts'
import { TimelineEndpointType, TimelineItemType } from './timeline.type.ts'

const keyById = oneById(findApiKeys)

/** The person, API key, network or job that caused a fact. */
@ObjectType('TimelineActor')
export class TimelineActorType {
  @Field(() => String, { description: 'person, api_key, network, merchant, service, job or cli.' })
  kind!: string
  @Field(() => String, { nullable: true, description: 'The name of a person or of an API key.' })
  name!: string | null
}

@Resolver(() => TimelineItemType)
export class TimelineItemResolver {
  @FieldResolver(() => TimelineActorType, {
    nullable: true,
    description: 'Who caused the fact. Null when the actor is unknown.',
  })
  async actor(
    @Ctx() ctx: GraphContext,
    @Root() { actor }: TimelineItemType,
  ): Promise<TimelineActorType | null> {
    if (actor === null) return null
    const [kind = '', id = ''] = actor.split(':', 2)
    if (kind === 'staff') return { kind: 'person', name: await nameOfActor(ctx, actor) }
    if (kind === 'api-key') return { kind: 'api_key', name: (await keyById(ctx, id))?.name ?? null }
    return { kind, name: null }
  }
}

@Resolver(() => TimelineEndpointType)
export class TimelineEndpointResolver {
  @Authorized({ nullWithout: ['webhook_delivery.read'] })
  @FieldResolver(() => String, {
    nullable: true,
    description: 'Null without the permission to read deliveries.',
  })
  async url(@Ctx() ctx: GraphContext, @Root() { endpointId }: TimelineEndpointType): Promise<string> {
    const endpoint = await endpointById(ctx, endpointId)
    if (!endpoint) throw new Error(`BUG: a delivery refers to the unknown endpoint ${endpointId}`)
    return endpoint.url
  }
}
