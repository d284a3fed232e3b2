import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { CaseType } from '../cases/case.type.ts'
import type { FinancialCase } from '../cases/financial-case.entity.ts'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { findCharge, paymentsOfCharge } from './charge.queries.ts'
import type { Classification } from './payment.entity.ts'

/**
 * Resolves why the payment of a case is held, and the payer of its charge. This resolver is not in module `cases`,
 * because that module may not import `charges`.
 */
@Resolver(() => CaseType)
export class CaseChargeResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description: 'The classification of the held payment. Null for a case of another kind.',
  })
  async heldBecause(@Ctx() ctx: GraphContext, @Root() row: FinancialCase): Promise<Classification | null> {
    const { kind, merchantId, chargeId, paymentId } = row
    if (kind !== 'held_payment') return null
    if (chargeId === null) return 'unmatched'
    const payments = await paymentsOfCharge(ctx, { merchantId, id: chargeId })
    return payments.find(({ id }) => id === paymentId)?.classification ?? null
  }

  @Authorized({ nullWithout: ['charge.read'] })
  @FieldResolver(() => String, { nullable: true, description: 'The payer that the charge names.' })
  async payerName(@Ctx() ctx: GraphContext, @Root() row: FinancialCase): Promise<string | null> {
    const { merchantId, chargeId } = row
    return chargeId === null ? null : ((await findCharge(ctx, merchantId, chargeId))?.payerName ?? null)
  }
}
