import { recordAudit } from '../../audit/record-audit.ts'
import { transaction, type Context, type Tx } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { Problem } from '../../kernel/problem.ts'
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

async function assertIdle(tx: Tx, { id, state }: PixAccount): Promise<void> {
  if (state !== 'draining') throw new Problem('conflict', { reason: 'pix_account_not_draining' })
  const { isBusy } = await db(tx)
    .selectNoFrom((eb) =>
      eb
        .or([
          eb.exists(
            eb
              .selectFrom('charge')
              .select('charge.id')
              .where('charge.status', 'in', ['created', 'pending'])
              .where('charge.pix_account_id', '=', id),
          ),
          eb.exists(
            eb
              .selectFrom('payment')
              .select('payment.id')
              .where('payment.settled_at', 'is', null)
              .where('payment.pix_account_id', '=', id),
          ),
          eb.exists(
            eb
              .selectFrom('network_return as n')
              .innerJoin('payment as p', (join) =>
                join.onRef('p.merchant_id', '=', 'n.merchant_id').onRef('p.id', '=', 'n.payment_id'),
              )
              .select('n.id')
              .where('n.state', '=', 'asking')
              .where('p.pix_account_id', '=', id),
          ),
        ])
        .as('isBusy'),
    )
    .executeTakeFirstOrThrow()
  if (isBusy) throw new Problem('conflict', { reason: 'pix_account_has_open_work' })
}
