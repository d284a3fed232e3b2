import { transaction } from '../../kernel/context.ts'
import { postEntries } from '../../ledger/post-entries.ts'
import type { World } from '../world.ts'

/** A debt: the service has paid for the merchant. */
export async function aDebt(world: World, merchantId: string, cents: bigint) {
  const entry = {
    eventType: 'gateway.receivable_created' as const,
    source: { type: 'gateway' as const, id: merchantId },
    dedupeKey: `debt:${cents}`,
    economicAt: world.clock.now(),
    lines: [
      { code: 'receivable' as const, debitCents: cents },
      { code: 'bank' as const, creditCents: cents },
    ],
  }
  await transaction(world.context(), (tx) => postEntries(tx, merchantId, [entry], tx.clock.now()))
}
