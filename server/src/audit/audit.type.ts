import { Field, ID, InputType, ObjectType } from 'type-graphql'
import { connectionOf } from '../graphql/page.ts'
import { UuidScalar } from '../graphql/scalars.ts'
import type { AuditLine } from './audit.queries.ts'

/**
 * One changed value as text, before and after the change. `before` is null for an added value, `after` for a removed
 * value.
 */
@ObjectType()
export class AuditChange {
  @Field(() => String) field!: string
  @Field(() => String, { nullable: true }) before!: string | null
  @Field(() => String, { nullable: true }) after!: string | null
}

/** One audited action of a person, an API key or a command, including the disclosure of sensitive data. */
@ObjectType('AuditEntry')
export class AuditEntryType implements Omit<AuditLine, 'seq' | 'before' | 'after'> {
  @Field(() => ID) id!: string
  @Field(() => Date) occurredAt!: Date
  @Field(() => String, { description: '`staff:<id>`, `cli`, `anonymous`…' }) actor!: string
  @Field(() => String, { nullable: true, description: "The person's role at that time." }) role!:
    | string
    | null
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

/** The filter of the audit log. An absent field does not restrict the list. */
@InputType()
export class AuditFilterInput {
  @Field(() => String, { nullable: true }) actor?: string | null
  @Field(() => String, { nullable: true }) action?: string | null
  @Field(() => [String], { nullable: true, description: 'At most 50.' }) targetIds?: string[] | null
  @Field(() => UuidScalar, { nullable: true }) merchantId?: string | null
  @Field(() => Date, { nullable: true }) from?: Date | null
  @Field(() => Date, { nullable: true, description: 'Exclusive.' }) to?: Date | null
  @Field(() => String, { nullable: true, description: 'A part of the reason, in any letter case.' }) text?:
    | string
    | null
}
