import { recordAudit } from '../../audit/record-audit.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { assertIdle } from './assert-idle.ts'
import { lockAccount } from './lock-account.ts'
import type { PixAccount, PixAccountState } from '../pix-account.entity.ts'

/**
 * Changes the state of an account. Only a draining account without open charges, unsettled payments and running returns
 * can be turned off.
 * @throws Problem not_found, reason `pix_account_not_found`.
 * @throws Problem conflict, reason `pix_account_not_draining` or `pix_account_has_open_work`.
 */
export async function setPixAccountState(
  ctx: Context,
  id: string,
  state: PixAccountState,
): Promise<PixAccount> {
  return await transaction(ctx, async (tx) => {
    const account = await lockAccount(tx, id)
    const before = account.state
    if (before === state) return account
    if (state === 'off') await assertIdle(tx, account)
    account.state = state
    account.version += 1
    account.updatedAt = tx.clock.now()
    await tx.em.flush()
    await recordAudit(tx, {
      action: 'pix_account.change_state',
      target: { type: 'pix_account', id },
      before: { state: before },
      after: { state },
    })
    return account
  })
}
