import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Mutation,
  ObjectType,
  Query,
  registerEnumType,
  Resolver,
  Root,
} from 'type-graphql'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { CentsScalar, UuidScalar } from '../graphql/scalars.ts'
import { reversalsOfEntry } from '../ledger/reversals.queries.ts'
import { nameOfActor } from '../staff/actor-name.ts'
import { requestWriteOff } from './request-write-off.ts'
import { agreeToWriteOff, refuseWriteOff } from './decide-write-off.ts'
import { reverseJournalEntry } from '../payouts/reverse-journal-entry.ts'
import { WRITE_OFF_STATES, type WriteOff, type WriteOffState } from './write-off.entity.ts'
import { listWriteOffs } from './write-off.queries.ts'

const WriteOffStateEnum = Object.fromEntries(WRITE_OFF_STATES.map((state) => [state, state]))
registerEnumType(WriteOffStateEnum, { name: 'DebtWriteOffState' })

/**
 * A request to write off a merchant's debt. One person requests the write-off. Only another person can agree to it;
 * every person with the permission can refuse it.
 */
@ObjectType('DebtWriteOff')
export class WriteOffType implements WriteOff {
  @Field(() => ID) merchantId!: string
  @Field(() => ID) id!: string
  @Field(() => WriteOffStateEnum) state!: WriteOffState
  @Field(() => CentsScalar) amountCents!: bigint
  @Field(() => String) reason!: string
  @Field(() => Date) askedAt!: Date
  @Field(() => Date, { nullable: true }) decidedAt!: Date | null
  @Field(() => String, { nullable: true, description: 'Why the write-off was refused.' }) note!: string | null
  @Field(() => ID, { nullable: true }) journalId!: string | null
  askedBy!: string
  decidedBy!: string | null
}

@Resolver(() => WriteOffType)
class WriteOffResolver {
  @Authorized('balance.read')
  @Query(() => [WriteOffType], { description: 'The newest first.' })
  debtWriteOffs(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
  ): Promise<WriteOffType[]> {
    return listWriteOffs(ctx, merchantId)
  }

  @Authorized('debt.write_off')
  @Mutation(() => WriteOffType, { description: 'Another person has to agree to the write-off.' })
  askDebtWriteOff(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
    @Arg('amountCents', () => CentsScalar) amountCents: bigint,
    @Arg('reason', () => String) reason: string,
  ): Promise<WriteOffType> {
    return requestWriteOff(ctx, merchantId, { amountCents, reason })
  }

  @Authorized('debt.write_off')
  @Mutation(() => WriteOffType, {
    description: 'The person who requested the write-off may not agree to it.',
  })
  agreeToDebtWriteOff(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
    @Arg('id', () => UuidScalar) id: string,
  ): Promise<WriteOffType> {
    return agreeToWriteOff(ctx, merchantId, id)
  }

  @Authorized('debt.write_off')
  @Mutation(() => WriteOffType)
  refuseDebtWriteOff(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
    @Arg('id', () => UuidScalar) id: string,
    @Arg('reason', () => String) reason: string,
  ): Promise<WriteOffType> {
    return refuseWriteOff(ctx, merchantId, id, reason)
  }

  @Authorized('payout.reverse')
  @Mutation(() => ID, {
    description: 'Reverses the entry of a payout or a write-off, once. Returns the id of the reversal.',
  })
  async reverseJournalEntry(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
    @Arg('journalId', () => UuidScalar) journalId: string,
    @Arg('reason', () => String) reason: string,
  ): Promise<string> {
    return (await reverseJournalEntry(ctx, merchantId, journalId, reason)).journalId
  }

  @FieldResolver(() => Boolean, {
    description: 'The write-off was reversed: the merchant owes the amount again.',
  })
  async reversed(
    @Ctx() ctx: GraphContext,
    @Root() { merchantId, journalId }: WriteOffType,
  ): Promise<boolean> {
    return journalId !== null && (await reversalsOfEntry(ctx, { merchantId, id: journalId })).length > 0
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether the viewer requested the write-off, and so may not agree to it.',
  })
  askedByMe(@Ctx() ctx: GraphContext, @Root() { askedBy }: WriteOffType): boolean {
    return askedBy === ctx.actor
  }

  @FieldResolver(() => String)
  askedBy(@Ctx() ctx: GraphContext, @Root() { askedBy }: WriteOffType): Promise<string> {
    return nameOfActor(ctx, askedBy)
  }

  @FieldResolver(() => String, { nullable: true })
  async decidedBy(@Ctx() ctx: GraphContext, @Root() { decidedBy }: WriteOffType): Promise<string | null> {
    return decidedBy === null ? null : nameOfActor(ctx, decidedBy)
  }
}

export const writeOffResolvers = [WriteOffResolver] as const
