import { z } from 'zod'
import { recordAudit } from '../audit/record-audit.ts'
import { fault, Faults, text } from '../http/parse.ts'
import { transaction, type Context } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { tellingSuspension } from '../cases/tell-suspension.ts'
import { readBalance } from '../ledger/balance.ts'
import { lockLedger, postEntries, type Posted } from '../ledger/post-entries.ts'

export interface WriteOff {
  /** Above zero, and no more than is owed. */
  amountCents: bigint
  /** 1 to 500 characters. */
  reason: string
  /** Who else agreed: a loss takes two people. 1 to 200 characters, and not the one who acts. */
  agreedBy: string
}

const Wanted = z.object({
  amount_cents: z.bigint().refine((value) => value > 0n, { params: fault('out_of_range') }),
  reason: text(1, 500),
  agreed_by: text(1, 200),
})

/**
 * Gives up a debt of the merchant, or a part of it: it becomes a loss of the service.
 * @throws Problem validation_error; conflict: reason `second_person_needed`, `more_than_owed`.
 */
export async function writeOffDebt(ctx: Context, merchantId: string, input: WriteOff): Promise<Posted> {
  const { amountCents, reason, agreedBy } = input
  const faults = new Faults()
  faults.read(Wanted, { amount_cents: amountCents, reason, agreed_by: agreedBy })
  faults.throwIfAny()
  if (agreedBy === ctx.actor) throw new Problem('conflict', { reason: 'second_person_needed' })
  return await transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    await lockLedger(tx, merchantId)
    const { owedToServiceCents } = await readBalance(tx, merchantId)
    if (amountCents > owedToServiceCents) throw new Problem('conflict', { reason: 'more_than_owed' })
    const id = tx.ids.uuid(now)
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
    const [posted] = await tellingSuspension(tx, merchantId, () =>
      postEntries(tx, merchantId, [writtenOff], now),
    )
    if (!posted) throw new Error('writeOffDebt: nothing was posted')
    await recordAudit(tx, {
      action: 'debt.write_off',
      target: { type: 'journal_entry', id: posted.journalId },
      merchantId,
      reason,
      after: { amount_cents: amountCents.toString(), agreed_by: agreedBy },
    })
    return posted
  })
}
