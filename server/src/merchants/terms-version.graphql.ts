import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { GraphContext } from '../graphql/context.ts'
import { TermsVersionType } from './merchant.type.ts'
import { nameOfActor } from '../staff/actor-name.ts'

/** Who agreed the terms. Stands here because neither merchants nor staff know of each other. */
@Resolver(() => TermsVersionType)
export class TermsVersionResolver {
  @FieldResolver(() => String)
  changedBy(@Ctx() ctx: GraphContext, @Root() { changedBy }: TermsVersionType): Promise<string> {
    return nameOfActor(ctx, changedBy)
  }
}
