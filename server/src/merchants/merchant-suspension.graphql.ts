import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { manyById } from '../graphql/batch.ts'
import type { GraphContext } from '../graphql/context.ts'
import { MerchantType } from './merchant.type.ts'
import { listSuspensionsOf } from './suspension-reasons.ts'

const suspensionsOf = manyById(listSuspensionsOf, ({ merchantId }) => merchantId)

/** Whether a merchant is paid. Stands here because a debt is known to the ledger alone. */
@Resolver(() => MerchantType)
export class MerchantSuspensionResolver {
  @FieldResolver(() => [String], { description: 'Why payouts are suspended; empty where they are not.' })
  async suspensionCodes(@Ctx() ctx: GraphContext, @Root() { id }: MerchantType): Promise<string[]> {
    return (await suspensionsOf(ctx, id)).map(({ code }) => code)
  }
}
