import { plusMs } from '../../kernel/clock.ts'
import { transaction, type Context, type Tx } from '../../kernel/context.ts'
import { storeReturns } from '../../inbox/network-inbox.ts'
import { toReais } from '../../kernel/values/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { storeNotices } from '../../disputes/notices/store-notices.ts'
import { newReturnId } from './network-ids.ts'
import {
  findPix,
  listReturnsOf,
  RETURN_MS,
  returnedCents,
  toNetworkPix,
  toNetworkReturn,
} from './network-records.ts'
import type { DisputeReport } from '../account-context.ts'
import { insertReturn } from './test-network.ts'

const STATUSES: Record<DisputeReport['news'], string> = {
  opened: 'ABERTA',
  accepted: 'ACEITA',
  rejected: 'REJEITADA',
  cancelled: 'CANCELADA',
}

/**
 * Disputes the payment of a charge at the test network, or decides its dispute, and reports this by a callback. If
 * `news` is `accepted`, the test network also returns to the payer the amount that has not been returned yet.
 * @throws Problem conflict, reason `charge_not_disputable`: the test network has no payment with this end-to-end id.
 */
export function disputePayment(
  ctx: Context,
  merchantId: string,
  { txid, endToEndId, news }: DisputeReport,
): Promise<void> {
  return transaction(ctx, async (tx) => {
    const pix = await findPix(tx, merchantId, endToEndId)
    if (!pix) throw new Problem('conflict', { reason: 'charge_not_disputable' })
    const now = tx.clock.now()
    const notice = {
      id: `TESTE${txid}`,
      endToEndId: pix.endToEndId,
      valor: toReais(pix.amountCents),
      natureza: 'FRAUDE',
      descricao: 'Contestação do ambiente de teste',
      status: STATUSES[news],
      ...(news === 'opened' ? {} : { horario: { decisao: now.toISOString() } }),
    }
    await storeNotices(tx, { infracoes: [notice] })
    if (news === 'accepted') await returnRest(tx, merchantId, pix)
  })
}

type Pix = NonNullable<Awaited<ReturnType<typeof findPix>>>

/**
 * Sends the remaining amount of the payment back to the payer. The service does not request this return: the real
 * network, too, returns the money without a request after an accepted dispute.
 */
async function returnRest(tx: Tx, merchantId: string, pix: Pix): Promise<void> {
  const returns = await listReturnsOf(tx, merchantId, pix.endToEndId)
  const amountCents = pix.amountCents - returnedCents(returns)
  if (amountCents <= 0n) return
  const now = tx.clock.now()
  const returnId = newReturnId(tx, now)
  const row = {
    endToEndId: pix.endToEndId,
    id: returnId,
    returnId,
    amountCents,
    outcome: 'returned' as const,
    requestedAt: plusMs(now, -RETURN_MS),
  }
  await insertReturn(tx, merchantId, row)
  await storeReturns(tx, [toNetworkPix(pix, [toNetworkReturn(row, now, 'MED_PIX_AGENTE')])], 'callback')
}
