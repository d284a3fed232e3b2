import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { GraphContext } from '../graphql/context.ts'
import { TermsVersionType } from './merchant.type.ts'
import { nameOfActor } from '../staff/actor-name.ts'

@Resolver(() => TermsVersionType)
export class TermsVersionResolver {
  @FieldResolver(() => String)
  changedBy(@Ctx() ctx: GraphContext, @Root() { changedBy }: TermsVersionType): Promise<string> {
    return nameOfActor(ctx, changedBy)
  }
}
