import { transaction, type Context } from '../../kernel/context.ts'
import type { Charge } from '../charge.entity.ts'
import { recordCancelled } from '../cancellation/record-cancelled.ts'

/** The network removed the charge: a pending one becomes `cancelled`, any other stays. */
export async function recordNetworkCancellation(ctx: Context, charge: Charge): Promise<void> {
  await transaction(ctx, (tx) => recordCancelled(tx, charge, 'service'))
}
