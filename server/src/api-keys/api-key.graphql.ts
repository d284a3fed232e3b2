import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { oneById } from '../graphql/batch.ts'
import type { GraphContext } from '../graphql/context.ts'
import { staff } from '../graphql/guard.ts'
import { merchantIdOf } from '../graphql/merchant-id.ts'
import { SCOPES, type Scope } from '../http/scopes.ts'
import { findStaffByIds } from '../staff/staff.queries.ts'
import { listApiKeys } from './api-key.queries.ts'
import { ApiKeyType, CreateApiKeyInput, CreatedApiKeyType } from './api-key.type.ts'
import { createApiKey } from './create-api-key.ts'
import { revokeApiKey } from './revoke-api-key.ts'

const staffById = oneById(findStaffByIds)

@Resolver(() => ApiKeyType)
export class ApiKeyResolver {
  @Query(() => [ApiKeyType])
  apiKeys(@Ctx() ctx: GraphContext, @Arg('merchantId', () => ID) merchantId: string): Promise<ApiKeyType[]> {
    staff(ctx, 'api_key.read')
    return listApiKeys(ctx, merchantIdOf(merchantId))
  }

  @Query(() => [String])
  apiKeyScopes(@Ctx() ctx: GraphContext): readonly Scope[] {
    staff(ctx, 'api_key.read')
    return SCOPES
  }

  @Mutation(() => CreatedApiKeyType)
  createApiKey(
    @Ctx() ctx: GraphContext,
    @Arg('input', () => CreateApiKeyInput) input: CreateApiKeyInput,
  ): Promise<CreatedApiKeyType> {
    staff(ctx, 'api_key.create')
    const { merchantId, ...wanted } = input
    return createApiKey(ctx, merchantIdOf(merchantId), wanted)
  }

  @Mutation(() => ApiKeyType)
  revokeApiKey(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => ID) merchantId: string,
    @Arg('id', () => ID) id: string,
  ): Promise<ApiKeyType> {
    staff(ctx, 'api_key.revoke')
    return revokeApiKey(ctx, merchantIdOf(merchantId), id)
  }

  /** A person by name; the command line and the like by what they are. */
  @FieldResolver(() => String)
  async createdBy(@Ctx() ctx: GraphContext, @Root() apiKey: ApiKeyType): Promise<string> {
    const [kind, id] = apiKey.createdBy.split(':', 2)
    const person = kind === 'staff' && id ? await staffById(ctx, id) : undefined
    return person?.name ?? apiKey.createdBy
  }
}
