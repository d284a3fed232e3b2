import { Field, ID, InputType, ObjectType } from 'type-graphql'
import { UuidScalar } from '../graphql/scalars.ts'
import type { Scope } from '../kernel/scopes.ts'
import type { ApiKey } from './api-key.entity.ts'

@ObjectType('ApiKey')
export class ApiKeyType implements Pick<
  ApiKey,
  | 'id'
  | 'merchantId'
  | 'name'
  | 'prefix'
  | 'scopes'
  | 'expiresAt'
  | 'createdAt'
  | 'revokedAt'
  | 'lastUsedAt'
  | 'createdBy'
> {
  @Field(() => ID) id!: string
  @Field(() => ID) merchantId!: string
  @Field(() => String) name!: string
  @Field(() => String) prefix!: string
  @Field(() => [String]) scopes!: Scope[]
  @Field(() => Date, { nullable: true }) expiresAt!: Date | null
  @Field(() => Date) createdAt!: Date
  @Field(() => Date, { nullable: true }) revokedAt!: Date | null
  @Field(() => Date, { nullable: true }) lastUsedAt!: Date | null
  createdBy!: string
}

@ObjectType('CreatedApiKey')
export class CreatedApiKeyType {
  @Field(() => ApiKeyType) apiKey!: ApiKeyType
  @Field(() => String, { description: 'The key. No later response contains it.' }) key!: string
}

@InputType()
export class CreateApiKeyInput {
  @Field(() => UuidScalar) merchantId!: string
  @Field(() => String) name!: string
  @Field(() => [String]) scopes!: string[]
  @Field(() => Date, { nullable: true }) expiresAt?: Date | null
}
