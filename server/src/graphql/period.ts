import { ArgsType, Field } from 'type-graphql'
import type { Period } from '../kernel/values/period.ts'

/** The arguments of a report with one entry per day. */
@ArgsType()
export class PeriodArgs implements Period {
  @Field(() => Date, { description: 'Inclusive.' }) from!: Date
  @Field(() => Date, { description: 'Exclusive.' }) to!: Date
  @Field(() => String, { description: 'The IANA time zone that defines the days.' }) zone!: string
}
