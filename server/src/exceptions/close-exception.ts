import { z } from 'zod'
import { recordAudit } from '../audit/record-audit.ts'
import { Faults } from '../kernel/input/faults.ts'
import { text } from '../kernel/input/fields.ts'
import { transaction, type Context } from '../kernel/context.ts'
import { lockLedger } from '../ledger/post-entries.ts'
import { emitSuspensionChange } from '../suspension/emit-suspension-change.ts'
import { isUuid } from '../kernel/ids.ts'
import { lockRow } from '../kernel/database/lock-row.ts'
import { Problem } from '../kernel/problem.ts'
import { ReconciliationException, type ExceptionRemedy } from './exception.entity.ts'
import { applyRemedy } from './remedy.ts'

export interface CloseException {
  /** The reason for closing the exception, 1 to 500 characters. */
  resolution: string
  /** The action to take. The default is `none`, which moves no money. */
  remedy?: ExceptionRemedy | undefined
}

/**
 * Closes an exception with a reason and a remedy, in one transaction. The remedy posts an entry that settles the
 * difference, or makes a parked inbox row due for another attempt. The remedy `none` moves no money.
 * @throws Problem not_found, reason `exception_not_found`.
 * @throws Problem conflict, reason `exception_closed`, `remedy_not_possible` or `already_settled`.
 * @throws Problem validation_error.
 */
export async function closeException(
  ctx: Context,
  merchantId: string,
  id: string,
  { resolution, remedy = 'none' }: CloseException,
): Promise<ReconciliationException> {
  const faults = new Faults()
  faults.read(z.object({ resolution: text(1, 500) }), { resolution })
  faults.throwIfAny()
  return await transaction(ctx, async (tx) => {
    await lockLedger(tx, merchantId)
    const exception = isUuid(id) ? await lockRow(tx, ReconciliationException, { merchantId, id }) : null
    if (!exception) throw new Problem('not_found', { reason: 'exception_not_found' })
    if (exception.state === 'closed') throw new Problem('conflict', { reason: 'exception_closed' })
    await emitSuspensionChange(tx, merchantId)
    const journalId = await applyRemedy(tx, exception, remedy)
    exception.state = 'closed'
    exception.closedAt = tx.clock.now()
    exception.closedBy = tx.actor
    exception.resolution = resolution
    exception.remedy = remedy
    exception.journalId = journalId
    await tx.em.flush()
    await recordAudit(tx, {
      action: 'reconciliation_exception.close',
      target: { type: 'reconciliation_exception', id },
      merchantId,
      reason: resolution,
      after: { kind: exception.kind, end_to_end_id: exception.endToEndId, remedy, journal_id: journalId },
    })
    return exception
  })
}
