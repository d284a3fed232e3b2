import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { GraphContext } from '../graphql/context.ts'
import { requirePermission } from '../graphql/guard.ts'
import { UuidScalar } from '../graphql/scalars.ts'
import { SCOPES, type Scope } from '../http/scopes.ts'
import { nameOfActor } from '../staff/actor-name.ts'
import { listApiKeys } from './api-key.queries.ts'
import { ApiKeyType, CreateApiKeyInput, CreatedApiKeyType } from './api-key.type.ts'
import { createApiKey } from './create-api-key.ts'
import { revokeApiKey } from './revoke-api-key.ts'

@Resolver(() => ApiKeyType)
export class ApiKeyResolver {
  @Query(() => [ApiKeyType])
  apiKeys(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
  ): Promise<ApiKeyType[]> {
    requirePermission(ctx, 'api_key.read')
    return listApiKeys(ctx, merchantId)
  }

  @Query(() => [String])
  apiKeyScopes(@Ctx() ctx: GraphContext): readonly Scope[] {
    requirePermission(ctx, 'api_key.read')
    return SCOPES
  }

  @Mutation(() => CreatedApiKeyType)
  createApiKey(
    @Ctx() ctx: GraphContext,
    @Arg('input', () => CreateApiKeyInput) input: CreateApiKeyInput,
  ): Promise<CreatedApiKeyType> {
    requirePermission(ctx, 'api_key.create')
    const { merchantId, ...wanted } = input
    return createApiKey(ctx, merchantId, wanted)
  }

  @Mutation(() => ApiKeyType)
  revokeApiKey(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
    @Arg('id', () => UuidScalar) id: string,
  ): Promise<ApiKeyType> {
    requirePermission(ctx, 'api_key.revoke')
    return revokeApiKey(ctx, merchantId, id)
  }

  @FieldResolver(() => String)
  createdBy(@Ctx() ctx: GraphContext, @Root() { createdBy }: ApiKeyType): Promise<string> {
    return nameOfActor(ctx, createdBy)
  }
}
