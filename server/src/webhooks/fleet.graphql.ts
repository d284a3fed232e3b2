import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql'
import { manyById } from '../graphql/data-loaders.ts'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { FIRST_DEFAULT } from '../graphql/page-size.ts'
import { toConnection, toPageRequest } from '../graphql/page.ts'
import { merchantOf } from '../merchants/merchant.queries.ts'
import { MerchantType } from '../merchants/merchant.type.ts'
import {
  EndpointType,
  EndpointWindowType,
  ErrorCountType,
  WebhookEndpointConnection,
} from './endpoint.type.ts'
import { listWindows } from './health/endpoint-windows.ts'
import { countFleet, listErrorCounts, listFleet } from './health/fleet.queries.ts'

const windowsById = manyById(listWindows, ({ endpointId }) => endpointId)
const errorsById = manyById(listErrorCounts, ({ endpointId }) => endpointId)

/** The endpoints of all merchants, with their performance and errors. */
@Resolver(() => EndpointType)
export class FleetResolver {
  @Authorized('webhook_endpoint.read')
  @Query(() => WebhookEndpointConnection, {
    description: 'Endpoints of all merchants that are not off, failing ones first.',
  })
  async webhookEndpointFleet(
    @Ctx() ctx: GraphContext,
    @Arg('first', () => Int, { nullable: true, defaultValue: FIRST_DEFAULT }) first: number | null,
    @Arg('after', () => String, { nullable: true }) after: string | null,
  ): Promise<WebhookEndpointConnection> {
    const page = await listFleet(ctx, toPageRequest(first, after))
    return toConnection(page, (most) => countFleet(ctx, most))
  }

  @FieldResolver(() => MerchantType)
  merchant(@Ctx() ctx: GraphContext, @Root() record: EndpointType): Promise<MerchantType> {
    return merchantOf(ctx, record)
  }

  @FieldResolver(() => [EndpointWindowType], {
    description: 'The current and the previous hour, a day, and a week.',
  })
  windows(@Ctx() ctx: GraphContext, @Root() { id }: EndpointType): Promise<EndpointWindowType[]> {
    return windowsById(ctx, id)
  }

  @FieldResolver(() => [ErrorCountType])
  errors24h(@Ctx() ctx: GraphContext, @Root() { id }: EndpointType): Promise<ErrorCountType[]> {
    return errorsById(ctx, id)
  }
}
