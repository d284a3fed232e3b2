import { decideDispute } from '../../src/disputes/decide-dispute.ts'
import { openDispute } from '../../src/disputes/open-dispute.ts'
import { plusMs } from '../../src/kernel/clock.ts'
import type { Context } from '../../src/kernel/context.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { recordPayout } from '../../src/payouts/record-payout.ts'
import type { PixProvider } from '../../src/pix/provider.ts'
import { requestRefund } from '../../src/refunds/request-refund.ts'
import type { BenchMerchant } from '../merchants.ts'

/** Of each merchant; of the first, who has half of all charges, so many times as many. */
const PAYOUTS = 6
const REFUNDS = 10
const DISPUTES = 2
const FIRST_HAS = 20

/** Makes payouts, refunds and disputes of young charges by the service's own verbs; decides half of the disputes. */
export async function makeHistory(given: Context, merchants: readonly BenchMerchant[]): Promise<void> {
  for (const [index, { id: merchantId }] of merchants.entries()) {
    // A shared entity manager would keep every entity it ever saw.
    const ctx = () => ({ ...given, em: given.em.fork(), pix: returningNetwork(given) })
    const times = index === 0 ? FIRST_HAS : 1
    const charges = await sql<{ id: string; endToEndId: string }>(
      given,
      `select id, end_to_end_id as "endToEndId" from charge where merchant_id = $1 and status = 'paid'
       order by created_at desc limit $2`,
      [merchantId, (REFUNDS + DISPUTES) * times],
    )
    for (let n = 0; n < PAYOUTS * times; n++) {
      const externalReference = `TED-${merchantId.slice(-6)}-${n}`
      const paidAt = plusMs(given.clock.now(), -3_600_000)
      await recordPayout(ctx(), merchantId, { amountCents: 10_00n, externalReference, paidAt })
    }
    for (const { id: chargeId } of charges.slice(0, -DISPUTES * times)) {
      const about = { reason: 'requested_by_customer' as const, description: null, metadata: {} }
      const input = { idempotencyKey: `devolucao-${chargeId}`, amountCents: 100n, ...about }
      await requestRefund(ctx(), { merchantId, chargeId }, input)
    }
    for (const [n, { endToEndId }] of charges.slice(-DISPUTES * times).entries()) {
      const input = { endToEndId, amountCents: 200n, nature: 'MED_FRAUDE', description: null }
      const { caseId } = await openDispute(ctx(), merchantId, input)
      if (n % 2 === 0)
        await decideDispute(ctx(), { merchantId, caseId }, { kind: 'rejected' }, 'Contestação sem prova')
    }
  }
}

const never = () => Promise.reject(new Error('BUG: the history asks the network for returns alone'))

/** Returns everything at once. */
const returningNetwork = ({ clock }: Context): PixProvider => ({
  issue: never,
  find: never,
  remove: never,
  listReceived: never,
  listRemoved: never,
  findReturn: never,
  registerCallback: never,
  requestReturn: ({ id, endToEndId, amountCents }) => {
    const end = { status: 'DEVOLVIDO' as const, reason: undefined, settledAt: clock.now() }
    const made = { id, returnId: `D${endToEndId.slice(1)}`, amountCents, nature: 'ORIGINAL', raw: {}, ...end }
    return Promise.resolve({ kind: 'accepted', return: made })
  },
})
