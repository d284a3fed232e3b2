import { recordAudit } from '../audit/record-audit.ts'
import { emitSuspensionChange } from '../suspension/emit-suspension-change.ts'
import { transaction, type Context, type Tx } from '../kernel/context.ts'
import { isUuid } from '../kernel/ids.ts'
import { lockRow } from '../kernel/database/lock-row.ts'
import { Problem } from '../kernel/problem.ts'
import { readBalance } from '../ledger/balance.ts'
import { lockLedger, postEntries } from '../ledger/post-entries.ts'
import { checkReason } from '../kernel/input/check-reason.ts'
import { WriteOff } from './write-off.entity.ts'

/**
 * Agrees to a write-off and posts the debt as a loss of the service. The person who agrees must not be the person who
 * requested the write-off.
 * @throws Problem not_found, reason `write_off_not_found`.
 * @throws Problem conflict, reason `write_off_decided`.
 * @throws Problem conflict, reason `second_person_needed`: the actor is the requester.
 * @throws Problem conflict, reason `more_than_owed`: a part of the debt was paid since the request.
 */
export function agreeToWriteOff(ctx: Context, merchantId: string, id: string): Promise<WriteOff> {
  return transaction(ctx, async (tx) => {
    const writeOff = await lockRequested(tx, merchantId, id)
    if (writeOff.askedBy === tx.actor) throw refused('second_person_needed')
    const { owedToServiceCents } = await readBalance(tx, merchantId)
    if (writeOff.amountCents > owedToServiceCents) throw refused('more_than_owed')
    await emitSuspensionChange(tx, merchantId)
    const journalId = await post(tx, writeOff)
    return recordDecision(tx, writeOff, { state: 'written_off', journalId })
  })
}

/**
 * Refuses a write-off, so that the merchant still owes the debt. The requester may also refuse the write-off.
 * @throws Problem validation_error.
 * @throws Problem not_found, reason `write_off_not_found`.
 * @throws Problem conflict, reason `write_off_decided`.
 */
export function refuseWriteOff(
  ctx: Context,
  merchantId: string,
  id: string,
  reason: string,
): Promise<WriteOff> {
  checkReason(reason)
  return transaction(ctx, async (tx) =>
    recordDecision(tx, await lockRequested(tx, merchantId, id), { state: 'refused', note: reason }),
  )
}

const refused = (reason: string): Problem => new Problem('conflict', { reason })

async function lockRequested(tx: Tx, merchantId: string, id: string): Promise<WriteOff> {
  const found = isUuid(id) ? await tx.em.findOne(WriteOff, { merchantId, id }) : null
  if (!found) throw new Problem('not_found', { reason: 'write_off_not_found' })
  await lockLedger(tx, merchantId)
  const writeOff = await lockRow(tx, WriteOff, { merchantId, id })
  if (!writeOff) throw new Error(`BUG: lockRequested: write-off ${id} was deleted before it was locked`)
  if (writeOff.state !== 'asked') throw refused('write_off_decided')
  return writeOff
}

async function post(tx: Tx, { merchantId, id, amountCents }: WriteOff): Promise<string> {
  const now = tx.clock.now()
  const writtenOff = {
    eventType: 'loss.written_off' as const,
    source: { type: 'gateway' as const, id: merchantId },
    dedupeKey: `loss.written_off:${id}`,
    economicAt: now,
    lines: [
      { code: 'receivable' as const, creditCents: amountCents },
      { code: 'loss' as const, debitCents: amountCents },
    ],
  }
  const [posted] = await postEntries(tx, merchantId, [writtenOff], now)
  if (!posted || posted.replayed) throw new Error(`BUG: agreeToWriteOff: write-off ${id} is already posted`)
  return posted.journalId
}

async function recordDecision(
  tx: Tx,
  writeOff: WriteOff,
  outcome: { state: 'written_off'; journalId: string } | { state: 'refused'; note: string },
): Promise<WriteOff> {
  const { merchantId, id, amountCents } = writeOff
  Object.assign(writeOff, outcome, { decidedAt: tx.clock.now(), decidedBy: tx.actor })
  await tx.em.flush()
  await recordAudit(tx, {
    action: outcome.state === 'refused' ? 'debt.refuse_write_off' : 'debt.write_off',
    target: { type: 'write_off', id },
    merchantId,
    reason: outcome.state === 'refused' ? outcome.note : writeOff.reason,
    after: { amount_cents: amountCents.toString(), asked_by: writeOff.askedBy },
  })
  return writeOff
}
