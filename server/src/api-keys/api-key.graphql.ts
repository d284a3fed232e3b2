import { Arg, Ctx, FieldResolver, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import { oneById } from '../graphql/data-loaders.ts'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { requireMerchant } from '../graphql/guard.ts'
import { UuidScalar } from '../graphql/scalars.ts'
import { SCOPES, type Scope } from '../kernel/scopes.ts'
import { MerchantType } from '../merchants/merchant.type.ts'
import { nameOfActor } from '../staff/actor-name.ts'
import { listActiveKeys, listApiKeys } from './api-key.queries.ts'
import { ApiKeyType, CreateApiKeyInput, CreatedApiKeyType } from './api-key.type.ts'
import { createApiKey } from './create-api-key.ts'
import { revokeApiKey } from './revoke-api-key.ts'

@Resolver(() => ApiKeyType)
class ApiKeyResolver {
  @Authorized('api_key.read')
  @Query(() => [ApiKeyType])
  apiKeys(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
  ): Promise<ApiKeyType[]> {
    requireMerchant(ctx, merchantId)
    return listApiKeys(ctx, merchantId)
  }

  @Authorized('api_key.read')
  @Query(() => [String])
  apiKeyScopes(): readonly Scope[] {
    return SCOPES
  }

  @Authorized('api_key.create')
  @Mutation(() => CreatedApiKeyType)
  createApiKey(
    @Ctx() ctx: GraphContext,
    @Arg('input', () => CreateApiKeyInput) input: CreateApiKeyInput,
  ): Promise<CreatedApiKeyType> {
    const { merchantId, ...wanted } = input
    return createApiKey(ctx, merchantId, wanted)
  }

  @Authorized('api_key.revoke')
  @Mutation(() => ApiKeyType)
  revokeApiKey(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
    @Arg('id', () => UuidScalar) id: string,
  ): Promise<ApiKeyType> {
    requireMerchant(ctx, merchantId)
    // Uses the real clock: keys expire by real time, even if the simulated clock of their test account is ahead.
    return revokeApiKey({ ...ctx, clock: ctx.live.clock }, merchantId, id)
  }

  @FieldResolver(() => String)
  createdBy(@Ctx() ctx: GraphContext, @Root() { createdBy }: ApiKeyType): Promise<string> {
    return nameOfActor(ctx, createdBy)
  }
}

const activeKeysById = oneById(listActiveKeys)

@Resolver(() => MerchantType)
class MerchantKeysResolver {
  @Authorized({ nullWithout: ['api_key.read'] })
  @FieldResolver(() => Int, {
    nullable: true,
    description:
      'The number of keys that are neither revoked nor expired. Null if the role may not read keys.',
  })
  async activeApiKeys(@Ctx() ctx: GraphContext, @Root() { id }: MerchantType): Promise<number> {
    return (await activeKeysById(ctx, id))?.count ?? 0
  }
}

export const apiKeyResolvers = [ApiKeyResolver, MerchantKeysResolver] as const
