import { Arg, Ctx, Int, Mutation, Resolver } from 'type-graphql'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { UuidScalar } from '../graphql/scalars.ts'
import { Problem } from '../kernel/problem.ts'
import { changeEndpointLimits } from './endpoints/change-endpoint-limits.ts'
import { changeEndpoint } from './endpoints/change-endpoint.ts'
import { EndpointLimitsInput, EndpointType, RotatedSecretType, WebhookTestType } from './endpoint.type.ts'
import { GRACE_SECONDS_DEFAULT, GRACE_SECONDS_MAX, rotateSecret } from './endpoints/rotate-secret.ts'
import type { WithSender } from './sending/sender.ts'
import { testEndpointForStaff } from './dispatch/test-endpoint-for-staff.ts'

/** Actions of staff on an existing endpoint. */
@Resolver(() => EndpointType)
export class EndpointActionsResolver {
  @Authorized('webhook_endpoint.enable')
  @Mutation(() => EndpointType, { description: 'Ends a pause, or enables a disabled endpoint.' })
  enableWebhookEndpoint(
    @Ctx() ctx: GraphContext & WithSender,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
    @Arg('id', () => UuidScalar) id: string,
  ): Promise<EndpointType> {
    return changeEndpoint(ctx, merchantId, id, { enabled: true })
  }

  @Authorized('webhook_endpoint.enable')
  @Mutation(() => EndpointType, {
    description: 'Disables the endpoint. Deliveries of new events are skipped.',
  })
  disableWebhookEndpoint(
    @Ctx() ctx: GraphContext & WithSender,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
    @Arg('id', () => UuidScalar) id: string,
  ): Promise<EndpointType> {
    return changeEndpoint(ctx, merchantId, id, { enabled: false })
  }

  @Authorized('webhook_endpoint.change_limits')
  @Mutation(() => EndpointType, { description: 'Changes the concurrency limit and the rate limit.' })
  changeWebhookEndpointLimits(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
    @Arg('id', () => UuidScalar) id: string,
    @Arg('limits', () => EndpointLimitsInput) limits: EndpointLimitsInput,
  ): Promise<EndpointType> {
    return changeEndpointLimits(ctx, merchantId, id, limits)
  }

  @Authorized('webhook_endpoint.test')
  @Mutation(() => WebhookTestType, { description: 'Sends webhook.test. Allowed once in ten seconds.' })
  async testWebhookEndpoint(
    @Ctx() ctx: GraphContext & WithSender,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
    @Arg('id', () => UuidScalar) id: string,
  ): Promise<WebhookTestType> {
    const { statusCode, errorClass, errorDetail, timings } = await testEndpointForStaff(ctx, merchantId, id)
    return { statusCode, errorClass, errorDetail, latencyMs: timings.total }
  }

  @Authorized('webhook_endpoint.rotate_secret')
  @Mutation(() => RotatedSecretType)
  async rotateWebhookSecret(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
    @Arg('id', () => UuidScalar) id: string,
    @Arg('graceSeconds', () => Int, {
      nullable: true,
      defaultValue: GRACE_SECONDS_DEFAULT,
      description: 'How long the previous secret also signs. Zero for a leaked secret.',
    })
    graceSeconds: number | null,
  ): Promise<RotatedSecretType> {
    const grace = graceSeconds ?? GRACE_SECONDS_DEFAULT
    if (grace < 0 || grace > GRACE_SECONDS_MAX)
      throw new Problem('validation_error', { fields: [{ path: 'graceSeconds', code: 'out_of_range' }] })
    const { secret, previousEndsAt } = await rotateSecret(ctx, merchantId, id, grace)
    return { signingSecret: secret, previousEndsAt }
  }
}
