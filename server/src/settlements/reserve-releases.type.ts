import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql'
import { CentsScalar, UuidScalar } from '../graphql/scalars.ts'
import type { ReserveRelease, ReserveSchedule } from './reserve-releases.ts'

@ObjectType('ReserveRelease', { description: 'The reserves that are released on one day.' })
export class ReserveReleaseType implements ReserveRelease {
  @Field(() => String, { description: 'The day in the requested zone, such as 2026-11-20.' }) day!: string
  @Field(() => CentsScalar) amountCents!: bigint
  @Field(() => Int) chargesCount!: number
}

@ObjectType('ReserveSchedule', {
  description: "When a merchant's contract reserve is released. The amounts sum to the whole reserve.",
})
export class ReserveScheduleType implements ReserveSchedule {
  @Field(() => ID) merchantId!: string
  @Field(() => [ReserveReleaseType], { description: 'The next days with a release, earliest first.' })
  releases!: ReserveRelease[]
  @Field(() => String, {
    nullable: true,
    description: 'The other releases are not before this day. Null if there are none.',
  })
  laterFrom!: string | null
  @Field(() => CentsScalar, { description: 'The reserves that are released from `laterFrom` on.' })
  laterCents!: bigint
}

@ArgsType()
export class ReserveScheduleArgs {
  @Field(() => UuidScalar) merchantId!: string
  @Field(() => String, { description: 'The IANA time zone that defines the days.' }) zone!: string
}
