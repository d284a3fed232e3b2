import { z } from 'zod'
import { recordAudit } from '../audit/record-audit.ts'
import { fault, Faults } from '../kernel/input/faults.ts'
import { text } from '../kernel/input/fields.ts'
import { transaction, type Context } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { readBalance } from '../ledger/balance.ts'
import { lockLedger } from '../ledger/post-entries.ts'
import { getMerchant } from '../merchants/merchant.queries.ts'
import { WriteOff } from './write-off.entity.ts'

export interface RequestWriteOff {
  /** The amount to write off: above zero, and no more than the merchant owes. */
  amountCents: bigint
  /** The reason for the write-off, 1 to 500 characters long. */
  reason: string
}

const Input = z.object({
  amount_cents: z.bigint().refine((value) => value > 0n, { params: fault('out_of_range') }),
  reason: text(1, 500),
})

/**
 * Requests the write-off of a merchant's debt, or of a part of it. The request moves no money. Another member of staff
 * can agree (`agreeToWriteOff`); every member with the permission can refuse (`refuseWriteOff`). A merchant has at most
 * one open request.
 * @throws Problem validation_error.
 * @throws Problem not_found, reason `account_not_found`.
 * @throws Problem conflict, reason `more_than_owed` or `write_off_already_asked`.
 */
export async function requestWriteOff(
  ctx: Context,
  merchantId: string,
  input: RequestWriteOff,
): Promise<WriteOff> {
  const { amountCents, reason } = input
  const faults = new Faults()
  faults.read(Input, { amount_cents: amountCents, reason })
  faults.throwIfAny()
  await getMerchant(ctx, merchantId)
  return await transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    await lockLedger(tx, merchantId)
    const { owedToServiceCents } = await readBalance(tx, merchantId)
    if (amountCents > owedToServiceCents) throw new Problem('conflict', { reason: 'more_than_owed' })
    if (await tx.em.findOne(WriteOff, { merchantId, state: 'asked' }))
      throw new Problem('conflict', { reason: 'write_off_already_asked' })
    const writeOff = tx.em.create(WriteOff, {
      merchantId,
      id: tx.ids.uuid(now),
      state: 'asked',
      amountCents,
      reason,
      askedAt: now,
      askedBy: tx.actor,
      decidedAt: null,
      decidedBy: null,
      note: null,
      journalId: null,
    })
    await tx.em.flush()
    await recordAudit(tx, {
      action: 'debt.ask_write_off',
      target: { type: 'write_off', id: writeOff.id },
      merchantId,
      reason,
      after: { amount_cents: amountCents.toString() },
    })
    return writeOff
  })
}
