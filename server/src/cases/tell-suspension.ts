import type { Tx } from '../kernel/context.ts'
import { sql } from '../kernel/sql.ts'
import { suspensionReasons, type SuspensionReason } from '../ledger/suspension-reasons.ts'
import { recordEvents, type NewEvent } from '../webhooks/record-events.ts'

/**
 * Does work that may suspend the payouts of a merchant, or end their suspension, and tells when it did
 * (`payouts.suspended`, `payouts.resumed`). The ledger is locked.
 */
export async function tellingSuspension<T>(tx: Tx, merchantId: string, work: () => Promise<T>): Promise<T> {
  const before = await suspensionReasons(tx, merchantId)
  const result = await work()
  const after = await suspensionReasons(tx, merchantId)
  if (before.length > 0 === after.length > 0) return result
  const now = tx.clock.now()
  const [merchant] = await sql<{ environment: 'production' | 'sandbox' }>(
    tx,
    'select environment from merchant where id = $1',
    [merchantId],
  )
  const environment = merchant?.environment ?? 'production'
  await recordEvents(tx, merchantId, [suspensionEvent({ merchantId, environment }, after, now)], now)
  return result
}

function suspensionEvent(
  { merchantId, environment }: { merchantId: string; environment: 'production' | 'sandbox' },
  reasons: SuspensionReason[],
  now: Date,
): NewEvent {
  const [first] = reasons
  return {
    type: first ? 'payouts.suspended' : 'payouts.resumed',
    source: { type: 'merchant', id: merchantId },
    environment,
    data: {
      reasons: Array.from(new Set(reasons.map((reason) => reason.code))),
      since: (first?.since ?? now).toISOString(),
    },
  }
}
