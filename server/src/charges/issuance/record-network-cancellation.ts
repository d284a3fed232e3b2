import { transaction, type Context } from '../../kernel/context.ts'
import type { Charge } from '../charge.entity.ts'
import { recordCancelled } from '../cancellation/record-cancelled.ts'

/** Cancels a charge that the network removed. Does nothing when the charge is not pending. */
export async function recordNetworkCancellation(ctx: Context, charge: Charge): Promise<void> {
  await transaction(ctx, (tx) => recordCancelled(tx, charge, 'service'))
}
