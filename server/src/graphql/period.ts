import { ArgsType, Field } from 'type-graphql'
import type { Period } from '../kernel/values/period.ts'

/** The arguments of what is told day by day. */
@ArgsType()
export class PeriodArgs implements Period {
  @Field(() => Date, { description: 'Inclusive.' }) from!: Date
  @Field(() => Date, { description: 'Exclusive.' }) to!: Date
  @Field(() => String, { description: 'Of IANA: America/Sao_Paulo.' }) zone!: string
}
