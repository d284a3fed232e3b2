import { chargeIdOf } from '../charges/charge.entity.ts'
import { findMovedCharges } from '../cells/forward/find-moved.ts'
import { forwardMessages } from '../cells/forward/forward-messages.ts'
import type { LinkedContext } from '../kernel/other-cells.ts'
import { SERVICE_MERCHANT_ID } from '../merchants/merchant.entity.ts'
import type { InboxPayment } from './classify-payment.ts'
import { selectDue, selectOwners } from './drain-inbox.sql.ts'

/**
 * Reads up to `limit` due payments. If the merchant of a charge has moved to another cell (database), forwards the
 * payment to that cell and does not return it.
 */
export async function readDue(ctx: LinkedContext, limit: number): Promise<InboxPayment[]> {
  const rows = await selectDue(ctx, { now: ctx.clock.now(), limit })
  if (rows.length === 0) return []
  const named = rows.map((row) => ({ row, chargeId: chargeIdOf(row.txid ?? '') }))
  const ids = named.flatMap(({ chargeId }) => chargeId ?? [])
  const owners = new Map((await selectOwners(ctx, { ids })).map(({ id, merchantId }) => [id, merchantId]))
  const moved = await findMovedCharges(
    ctx,
    ids.filter((id) => !owners.has(id)),
  )
  await forwardMessages(
    ctx,
    named.flatMap(({ row, chargeId }) => {
      const to = moved.get(chargeId ?? '')
      return to ? [[row.inboxId, to] as const] : []
    }),
  )
  return named.flatMap(({ row, chargeId }) => {
    if (moved.has(chargeId ?? '')) return []
    const merchantId = chargeId === undefined ? undefined : owners.get(chargeId)
    return {
      ...row,
      merchantId: merchantId ?? SERVICE_MERCHANT_ID,
      chargeId: merchantId ? chargeId : undefined,
      correlationId: row.correlationId ?? ctx.correlationId,
    }
  })
}
