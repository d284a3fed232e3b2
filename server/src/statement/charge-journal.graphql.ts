import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { ChargeType } from '../charges/charge.type.ts'
import { manyByOwner } from '../graphql/batch.ts'
import type { GraphContext } from '../graphql/context.ts'
import { listLinesOfCharges } from './statement.queries.ts'
import { JournalLineType } from './statement.type.ts'

const linesOf = manyByOwner(listLinesOfCharges, (line) => line.chargeId)

/** What the journal knows of a charge: a floor above the charge itself. */
@Resolver(() => ChargeType)
export class ChargeJournalResolver {
  @FieldResolver(() => [JournalLineType])
  async journalLines(@Ctx() ctx: GraphContext, @Root() charge: ChargeType): Promise<JournalLineType[]> {
    const { id, orderReference, endToEndId } = charge
    const lines = await linesOf(ctx, charge)
    return lines.map((line) => ({ ...line, charge: { id, orderReference, endToEndId } }))
  }
}
