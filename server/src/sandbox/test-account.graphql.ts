import { Arg, Ctx, Field, Mutation, ObjectType, Query, Resolver } from 'type-graphql'
import { CreateApiKeyInput, CreatedApiKeyType } from '../api-keys/api-key.type.ts'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { UuidScalar } from '../graphql/scalars.ts'
import { Problem } from '../kernel/problem.ts'
import { getMerchant } from '../merchants/merchant.queries.ts'
import { MerchantTermsType } from '../merchants/merchant.type.ts'
import { findClock, type ClockState } from './advance-clock.ts'
import { createTestKey } from './create-test-key.ts'

/** The test account of a merchant in the test environment. */
@ObjectType('TestAccount')
class TestAccountType implements ClockState {
  @Field(() => Date, { description: 'The current time of the account. It may be ahead of the real time.' })
  now!: Date
  @Field(() => Date, { nullable: true, description: 'The time to which the clock is being advanced.' })
  advancingTo!: Date | null
  @Field(() => MerchantTermsType, {
    description: 'A copy of the terms of the merchant, made when the account was created.',
  })
  terms!: MerchantTermsType
}

/**
 * These queries and mutations use the production database and the sandbox database, because the test account may not
 * exist yet.
 */
@Resolver()
class TestAccountResolver {
  @Authorized('charge.read')
  @Query(() => TestAccountType, {
    nullable: true,
    description: 'Null before the first test key of the merchant, and if there is no test environment.',
  })
  async testAccount(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
  ): Promise<TestAccountType | null> {
    if (ctx.openSandbox === null) return null
    const sandbox = await ctx.openSandbox()
    const clock = await findClock(sandbox, merchantId)
    return clock ? { ...clock, terms: await getMerchant(sandbox, merchantId) } : null
  }

  @Authorized('api_key.create_test')
  @Mutation(() => CreatedApiKeyType, {
    description: 'The first test key of a merchant also creates its test account.',
  })
  async createTestKey(
    @Ctx() ctx: GraphContext,
    @Arg('input', () => CreateApiKeyInput) { merchantId, ...wanted }: CreateApiKeyInput,
  ): Promise<CreatedApiKeyType> {
    if (ctx.openSandbox === null) throw new Problem('not_found', { reason: 'test_environment_missing' })
    const sandbox = { ...(await ctx.openSandbox()), origin: ctx.origin }
    return createTestKey(ctx, sandbox, merchantId, wanted)
  }
}

export const testAccountResolvers = [TestAccountResolver] as const
