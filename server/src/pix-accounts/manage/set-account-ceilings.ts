import { recordAudit } from '../../audit/record-audit.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { checkCeilings, type Ceilings } from './account-input.ts'
import { lockAccount } from './lock-account.ts'
import type { PixAccount } from '../pix-account.entity.ts'

/**
 * Changes the largest amounts of an account. An absent amount keeps its value; null removes the limit. Existing charges
 * do not change.
 * @throws Problem not_found, reason `pix_account_not_found`.
 * @throws Problem validation_error naming the fields.
 */
export async function setPixAccountCeilings(
  ctx: Context,
  id: string,
  ceilings: Ceilings,
): Promise<PixAccount> {
  checkCeilings(ceilings)
  return await transaction(ctx, async (tx) => {
    const account = await lockAccount(tx, id)
    const before = shown(account)
    if (ceilings.chargeCeilingCents !== undefined) account.chargeCeilingCents = ceilings.chargeCeilingCents
    if (ceilings.payoutCeilingCents !== undefined) account.payoutCeilingCents = ceilings.payoutCeilingCents
    account.updatedAt = tx.clock.now()
    await tx.em.flush()
    await recordAudit(tx, {
      action: 'pix_account.change_ceilings',
      target: { type: 'pix_account', id },
      before,
      after: shown(account),
    })
    return account
  })
}

const shown = ({ chargeCeilingCents, payoutCeilingCents }: PixAccount) => ({
  charge_ceiling_cents: chargeCeilingCents?.toString() ?? null,
  payout_ceiling_cents: payoutCeilingCents?.toString() ?? null,
})
