import type { Tx } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { Problem } from '../../kernel/problem.ts'
import type { PixAccount } from '../pix-account.entity.ts'

/**
 * Refuses an account that gets new charges, or that has open charges, unsettled payments or running returns.
 * @throws Problem conflict, reason `pix_account_not_draining` or `pix_account_has_open_work`.
 */
export async function assertIdle(tx: Tx, { id, state }: PixAccount): Promise<void> {
  if (state === 'active') throw new Problem('conflict', { reason: 'pix_account_not_draining' })
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
