import { Args, Ctx, Query, Resolver } from 'type-graphql'
import { Authorized } from '../../graphql/authorization.ts'
import type { GraphContext } from '../../graphql/context.ts'
import { toConnection, toPageRequest } from '../../graphql/page.ts'
import { chargeOf, hasSale } from '../statement.line.ts'
import { countPayoutLines, listPayoutLines, type PaidLine } from './paid-lines.queries.ts'
import { PaidLineConnection, PaidLinesArgs, PaidLineType } from './paid-lines.type.ts'

@Resolver(() => PaidLineType)
export class PaidLineResolver {
  @Authorized('payout.read')
  @Query(() => PaidLineConnection, {
    description: 'What a payout paid, or what a reserved payout will pay, in the order of posting.',
  })
  async payoutLines(
    @Ctx() ctx: GraphContext,
    @Args(() => PaidLinesArgs) { merchantId, payoutId, first, after }: PaidLinesArgs,
  ): Promise<PaidLineConnection> {
    const page = await listPayoutLines(ctx, merchantId, payoutId, toPageRequest(first, after))
    const items = page.items.map((line) => typeOf(merchantId, line))
    return toConnection({ ...page, items }, (most) => countPayoutLines(ctx, merchantId, payoutId, most))
  }
}

function typeOf(merchantId: string, line: PaidLine): PaidLineType {
  const sale = hasSale(line) ? line : null
  return {
    merchantId,
    journalId: line.journalId,
    lineNo: line.lineNo,
    eventType: line.eventType,
    description: line.description,
    economicAt: line.economicAt,
    postedAt: line.postedAt,
    amountCents: line.paidCents,
    lineAmountCents: line.amountCents,
    grossCents: sale?.grossCents ?? null,
    feeCents: sale?.feeCents ?? null,
    netCents: sale?.netCents ?? null,
    reversesId: line.reversesId,
    charge: chargeOf(line),
  }
}
