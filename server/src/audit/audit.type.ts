import { Field, ID, InputType, ObjectType } from 'type-graphql'
import { connectionOf } from '../graphql/page.ts'
import { UuidScalar } from '../graphql/scalars.ts'
import type { AuditLine } from './audit.queries.ts'

/** One value that was changed, as text; null where there was or is none. */
@ObjectType()
export class AuditChange {
  @Field(() => String) field!: string
  @Field(() => String, { nullable: true }) before!: string | null
  @Field(() => String, { nullable: true }) after!: string | null
}

/** What a person did or saw. */
@ObjectType('AuditEntry')
export class AuditEntryType implements Omit<AuditLine, 'seq' | 'before' | 'after'> {
  @Field(() => ID) id!: string
  @Field(() => Date) occurredAt!: Date
  @Field(() => String, { description: '`staff:<id>`, `cli`, `anonymous`…' }) actor!: string
  @Field(() => String, { nullable: true, description: 'The role in which they acted.' }) role!: string | null
  @Field(() => String, { description: 'A verb: `api_key.create`.' }) action!: string
  @Field(() => String) targetType!: string
  @Field(() => ID, { nullable: true }) targetId!: string | null
  @Field(() => ID, { nullable: true }) merchantId!: string | null
  @Field(() => String, { nullable: true }) reason!: string | null
  @Field(() => String, { nullable: true }) ip!: string | null
  @Field(() => String, { nullable: true }) userAgent!: string | null
  @Field(() => String) correlationId!: string
}

@ObjectType()
export class AuditConnection extends connectionOf(AuditEntryType) {}

/** What is absent is no condition. */
@InputType()
export class AuditFilterInput {
  @Field(() => String, { nullable: true }) actor?: string | null
  @Field(() => String, { nullable: true }) action?: string | null
  @Field(() => [String], { nullable: true, description: 'At most 50.' }) targetIds?: string[] | null
  @Field(() => UuidScalar, { nullable: true }) merchantId?: string | null
  @Field(() => Date, { nullable: true }) from?: Date | null
  @Field(() => Date, { nullable: true, description: 'Exclusive.' }) to?: Date | null
  @Field(() => String, { nullable: true, description: 'A part of the reason.' }) text?: string | null
}
