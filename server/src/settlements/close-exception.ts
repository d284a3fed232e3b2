import { LockMode } from '@mikro-orm/core'
import { recordAudit } from '../audit/record-audit.ts'
import { Faults, text } from '../http/parse.ts'
import { transaction, type Context } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { ReconciliationException } from './exception.entity.ts'

/**
 * A person says how a difference was resolved. Nothing moves by it: money is moved by its own verbs.
 * @throws Problem not_found, reason `exception_not_found`; conflict, reason `exception_closed`; validation_error.
 */
export function closeException(
  ctx: Context,
  merchantId: string,
  id: string,
  resolution: string,
): Promise<ReconciliationException> {
  const faults = new Faults()
  faults.read(text(1, 500), resolution)
  faults.throwIfAny()
  return transaction(ctx, async (tx) => {
    const exception = await tx.em.findOne(
      ReconciliationException,
      { merchantId, id },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    )
    if (!exception) throw new Problem('not_found', { reason: 'exception_not_found' })
    if (exception.state === 'closed') throw new Problem('conflict', { reason: 'exception_closed' })
    Object.assign(exception, { state: 'closed', closedAt: tx.clock.now(), closedBy: tx.actor, resolution })
    await tx.em.flush()
    await recordAudit(tx, {
      action: 'reconciliation_exception.close',
      target: { type: 'reconciliation_exception', id },
      merchantId,
      reason: resolution,
      after: { kind: exception.kind, end_to_end_id: exception.endToEndId },
    })
    return exception
  })
}
