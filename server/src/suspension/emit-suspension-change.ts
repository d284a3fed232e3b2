import { beforeCommit, type Tx } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import { listSuspensionReasons, type SuspensionReason } from '../merchants/suspension-reasons.ts'
import { recordEvents, type NewEvent } from '../webhooks/events/record-events.ts'

/**
 * Emits `payouts.suspended` or `payouts.resumed` before the commit, if the transaction suspended or resumed a
 * merchant's payouts. The caller must have locked the ledger, and must call this function before each change that may
 * suspend or resume payouts. The function compares the state before the first call with the state at the commit.
 * Several calls therefore emit at most one event. A suspension that begins and ends within the transaction emits no
 * event.
 */
export async function emitSuspensionChange(tx: Tx, merchantId: string): Promise<void> {
  await beforeCommit(tx, `suspension:${merchantId}`, async () => {
    const before = await listSuspensionReasons(tx, merchantId)
    return () => emitChange(tx, merchantId, before.length > 0)
  })
}

async function emitChange(tx: Tx, merchantId: string, wasSuspended: boolean): Promise<void> {
  const reasons = await listSuspensionReasons(tx, merchantId)
  if (wasSuspended === reasons.length > 0) return
  const now = tx.clock.now()
  const merchant = await db(tx)
    .selectFrom('merchant')
    .select('environment')
    .where('id', '=', merchantId)
    .executeTakeFirst()
  const environment = merchant?.environment ?? 'production'
  await recordEvents(tx, merchantId, [suspensionEvent({ merchantId, environment }, reasons, now)], now)
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
