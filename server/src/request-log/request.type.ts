import { Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import { connectionOf } from '../graphql/page.ts'
import { UuidScalar } from '../graphql/scalars.ts'
import type { FailedCalls, RequestRow } from './request.queries.ts'

/** An invalid field of a refused call. */
@ObjectType()
export class RequestField {
  @Field(() => String) path!: string
  @Field(() => String) code!: string
}

/** A call of the merchant API. */
@ObjectType('Request')
export class RequestType implements Omit<RequestRow, 'code' | 'idempotency' | 'fields'> {
  @Field(() => ID, { name: 'id', description: 'The correlation id.' }) correlationId!: string
  @Field(() => Date) startedAt!: Date
  @Field(() => ID, { nullable: true, description: 'Null for a call without a valid key.' }) merchantId!:
    | string
    | null
  @Field(() => ID, { nullable: true }) apiKeyId!: string | null
  @Field(() => String) method!: string
  @Field(() => String, { description: 'The pattern of the path.' }) route!: string
  @Field(() => [String]) queryNames!: string[]
  @Field(() => Int) status!: number
  @Field(() => String, { nullable: true }) code!: string | null
  @Field(() => String, { nullable: true, description: 'The reason of the error.' }) reason!: string | null
  @Field(() => Int) durationMs!: number
  @Field(() => String, { nullable: true }) idempotency!: string | null
  @Field(() => [RequestField]) fields!: RequestField[]
}

@ObjectType()
export class RequestConnection extends connectionOf(RequestType) {}

/** The failed calls with one error code. */
@ObjectType('FailedCalls')
export class FailedCallsType implements FailedCalls {
  @Field(() => String) code!: FailedCalls['code']
  @Field(() => Int) count!: number
  @Field(() => Date, { description: 'The time of the newest of these calls.' }) lastAt!: Date
}

@ObjectType({ description: 'The failed calls since a time, by error code, the most frequent code first.' })
export class RequestFailures {
  @Field(() => [FailedCallsType]) codes!: FailedCallsType[]
  @Field(() => Int, { description: 'The number of counted calls.' }) count!: number
  @Field(() => Boolean, { description: 'True if only the newest 10000 calls were counted.' })
  isPartial!: boolean
}

/** The filter of the request log. An absent field does not restrict the list. */
@InputType()
export class RequestFilterInput {
  @Field(() => UuidScalar, { nullable: true }) merchantId?: string | null
  @Field(() => UuidScalar, { nullable: true }) apiKeyId?: string | null
  @Field(() => UuidScalar, { nullable: true }) correlationId?: string | null
  @Field(() => String, { nullable: true, description: 'The pattern of the path.' }) route?: string | null
  @Field(() => Int, { nullable: true }) status?: number | null
  @Field(() => String, { nullable: true }) code?: string | null
  @Field(() => Boolean, { nullable: true, description: 'True: only calls with an error code.' })
  failed?: boolean | null
  @Field(() => Date, { nullable: true }) from?: Date | null
  @Field(() => Date, { nullable: true, description: 'Exclusive.' }) to?: Date | null
}
