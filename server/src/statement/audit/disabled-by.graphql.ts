import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { GraphContext } from '../../graphql/context.ts'
import { findManualDisable, isDisabledByService } from '../../webhooks/endpoints/disabled-at.queries.ts'
import type { WebhookEndpoint } from '../../webhooks/endpoints/endpoint.entity.ts'
import { EndpointType } from '../../webhooks/endpoint.type.ts'
import { nameOfEntryActor } from './audit-names.ts'

const SERVICE = 'service'

/**
 * Resolves who disabled an endpoint. This resolver is not in module `webhooks`, because that module may not import
 * `api-keys`.
 */
@Resolver(() => EndpointType)
export class DisabledByResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Who disabled a disabled endpoint: `service` (because of its failures), the name of a person, `api-key:<name>`, `cli:<operator>`, `cli`… Null for another status, and if the audit entry is in another cell.',
  })
  async disabledBy(@Ctx() ctx: GraphContext, @Root() endpoint: WebhookEndpoint): Promise<string | null> {
    if (isDisabledByService(endpoint)) return SERVICE
    const change = await findManualDisable(ctx, endpoint)
    return change && nameOfEntryActor(ctx, change)
  }
}
