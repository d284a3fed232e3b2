import { decideDispute } from '../../src/disputes/decide-dispute.ts'
import { openDispute } from '../../src/disputes/open-dispute.ts'
import { plusMs } from '../../src/kernel/clock.ts'
import type { Context } from '../../src/kernel/context.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { recordPayout } from '../../src/payouts/record-payout.ts'
import type { PixProvider } from '../../src/pix/provider.ts'
import { requestRefund } from '../../src/refunds/request-refund.ts'
import type { BenchMerchant } from '../deployment.ts'

/** Per merchant. The first merchant, which has half of all charges, has FIRST_MERCHANT_FACTOR times as many. */
const PAYOUTS = 6
const CASES = 12
const FIRST_MERCHANT_FACTOR = 20

/** Creates payouts, and refunds and disputes of recent charges, with the use cases. Decides half of the disputes. */
export async function createHistory(given: Context, merchants: readonly BenchMerchant[]): Promise<void> {
  for (const [index, { id: merchantId }] of merchants.entries()) {
    // A shared entity manager would keep all entities in memory.
    const ctx = () => ({ ...given, em: given.em.fork(), pix: returningProvider(given) })
    const times = index === 0 ? FIRST_MERCHANT_FACTOR : 1
    for (let n = 0; n < PAYOUTS * times; n++) {
      const externalReference = `TED-${merchantId.slice(-6)}-${n}`
      const paidAt = plusMs(given.clock.now(), -3_600_000)
      await recordPayout(ctx(), merchantId, { amountCents: 10_00n, externalReference, paidAt })
    }
    const charges = await sql<{ id: string; endToEndId: string }>(given, RECENT, [merchantId, CASES * times])
    for (const [n, { id: chargeId, endToEndId }] of charges.entries()) {
      if (n % 6 > 0) {
        const about = { reason: 'requested_by_customer' as const, description: null, metadata: {} }
        const input = { idempotencyKey: `devolucao-${chargeId}`, amountCents: 100n, ...about }
        await requestRefund(ctx(), { merchantId, chargeId }, input)
        continue
      }
      const dispute = { endToEndId, amountCents: 200n, nature: 'MED_FRAUDE', description: null }
      const { caseId } = await openDispute(ctx(), merchantId, dispute)
      const rejected = { kind: 'rejected' } as const
      if (n % 12 === 0) await decideDispute(ctx(), { merchantId, caseId }, rejected, 'Contestação sem prova')
    }
  }
}

const RECENT = `
  select id, end_to_end_id as "endToEndId" from charge where merchant_id = $1 and status = 'paid'
  order by created_at desc limit $2`

const fail = () => Promise.reject(new Error('BUG: the history only requests returns'))
const FAILING = {
  issue: fail,
  find: fail,
  remove: fail,
  listReceived: fail,
  listRemoved: fail,
  findReturn: fail,
}

/** Returns a provider that completes every return at once. */
function returningProvider({ clock }: Context): PixProvider {
  return {
    ...FAILING,
    registerCallback: fail,
    requestReturn: ({ id, endToEndId, amountCents }) => {
      const end = { status: 'DEVOLVIDO' as const, reason: undefined, settledAt: clock.now() }
      const made = {
        id,
        returnId: `D${endToEndId.slice(1)}`,
        amountCents,
        nature: 'ORIGINAL',
        raw: {},
        ...end,
      }
      return Promise.resolve({ kind: 'accepted', return: made })
    },
  }
}
