import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { manyById } from '../graphql/data-loaders.ts'
import type { GraphContext } from '../graphql/context.ts'
import { MerchantType } from './merchant.type.ts'
import { listSuspensionsOf } from './suspension-reasons.ts'

const suspensionsOf = manyById(listSuspensionsOf, ({ merchantId }) => merchantId)

@Resolver(() => MerchantType)
export class MerchantSuspensionResolver {
  @FieldResolver(() => [String], { description: 'Why payouts are suspended; empty when they are not.' })
  async suspensionCodes(@Ctx() ctx: GraphContext, @Root() { id }: MerchantType): Promise<string[]> {
    return (await suspensionsOf(ctx, id)).map(({ code }) => code)
  }
}
