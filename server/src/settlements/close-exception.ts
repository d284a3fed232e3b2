import { LockMode } from '@mikro-orm/core'
import { z } from 'zod'
import { recordAudit } from '../audit/record-audit.ts'
import { Faults, text } from '../http/parse.ts'
import { transaction, type Context } from '../kernel/context.ts'
import { lockLedger } from '../ledger/post-entries.ts'
import { tellingSuspension } from '../cases/tell-suspension.ts'
import { Problem } from '../kernel/problem.ts'
import { ReconciliationException } from './exception.entity.ts'

/**
 * A person says how a difference was resolved. Nothing moves by it: money is moved by its own verbs.
 * @throws Problem not_found, reason `exception_not_found`; conflict, reason `exception_closed`; validation_error.
 */
export async function closeException(
  ctx: Context,
  merchantId: string,
  id: string,
  resolution: string,
): Promise<ReconciliationException> {
  const faults = new Faults()
  faults.read(z.object({ resolution: text(1, 500) }), { resolution })
  faults.throwIfAny()
  return await transaction(ctx, async (tx) => {
    await lockLedger(tx, merchantId)
    const exception = await tx.em.findOne(
      ReconciliationException,
      { merchantId, id },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    )
    if (!exception) throw new Problem('not_found', { reason: 'exception_not_found' })
    if (exception.state === 'closed') throw new Problem('conflict', { reason: 'exception_closed' })
    const closed = { state: 'closed', closedAt: tx.clock.now(), closedBy: tx.actor, resolution }
    await tellingSuspension(tx, merchantId, () => {
      Object.assign(exception, closed)
      return tx.em.flush()
    })
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
