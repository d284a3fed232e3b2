import { decideDispute } from '../../src/disputes/decide-dispute.ts'
import { openDispute } from '../../src/disputes/open-dispute.ts'
import { plusMs } from '../../src/kernel/clock.ts'
import type { Context } from '../../src/kernel/context.ts'
import { sql } from '../../src/kernel/sql.ts'
import { recordPayout } from '../../src/payouts/record-payout.ts'
import type { PixProvider } from '../../src/pix/provider.ts'
import { requestRefund } from '../../src/refunds/request-refund.ts'
import type { BenchMerchant } from '../merchants.ts'

/** Of each merchant; for the first, who has half of all charges, so many times as many. */
const PAYOUTS = 6
const REFUNDS = 10
const DISPUTES = 2
const FIRST_HAS = 20

interface PaidCharge {
  id: string
  endToEndId: string
}

/** Payouts, refunds and disputes, half of them decided, of young charges; all made by the service's own verbs. */
export async function makeHistory(ctx: Context, merchants: BenchMerchant[]): Promise<void> {
  for (const [index, { id: merchantId }] of merchants.entries()) {
    const times = index === 0 ? FIRST_HAS : 1
    const charges = await sql<PaidCharge>(
      ctx,
      `select id, end_to_end_id as "endToEndId" from charge where merchant_id = $1 and status = 'paid'
       order by created_at desc limit $2`,
      [merchantId, (REFUNDS + DISPUTES) * times],
    )
    await payOut(ctx, merchantId, PAYOUTS * times)
    await refund(ctx, merchantId, charges.slice(0, -DISPUTES * times))
    await dispute(ctx, merchantId, charges.slice(-DISPUTES * times))
  }
}

/** Each verb with an entity manager of its own, as each request has: a shared one keeps every entity it ever saw. */
const afresh = (ctx: Context): Context => ({ ...ctx, em: ctx.em.fork() })

async function payOut(ctx: Context, merchantId: string, count: number): Promise<void> {
  for (let n = 0; n < count; n++)
    await recordPayout(afresh(ctx), merchantId, {
      amountCents: 10_00n,
      externalReference: `TED-${merchantId.slice(-6)}-${n}`,
      paidAt: plusMs(ctx.clock.now(), -3_600_000),
    })
}

async function refund(ctx: Context, merchantId: string, charges: PaidCharge[]): Promise<void> {
  for (const { id: chargeId } of charges)
    await requestRefund(
      { ...afresh(ctx), pix: networkOf(ctx) },
      { merchantId, chargeId },
      {
        idempotencyKey: `devolucao-${chargeId}`,
        amountCents: 100n,
        reason: 'requested_by_customer',
        description: null,
        metadata: {},
      },
    )
}

async function dispute(ctx: Context, merchantId: string, charges: PaidCharge[]): Promise<void> {
  for (const [n, { endToEndId }] of charges.entries()) {
    const input = { endToEndId, amountCents: 200n, nature: 'MED_FRAUDE', description: null }
    const { caseId } = await openDispute(afresh(ctx), merchantId, input)
    if (n % 2 === 0)
      await decideDispute(afresh(ctx), { merchantId, caseId }, { kind: 'rejected' }, 'Contestação sem prova')
  }
}

const never = () => Promise.reject(new Error('bench: the network is not asked for this'))

/** A network that returns everything at once, and is asked for nothing else. */
function networkOf({ clock }: Context): PixProvider {
  return {
    issue: never,
    find: never,
    remove: never,
    listReceived: never,
    listRemoved: never,
    findReturn: never,
    registerCallback: never,
    requestReturn: ({ id, endToEndId, amountCents }) =>
      Promise.resolve({
        kind: 'accepted',
        return: {
          id,
          returnId: `D${endToEndId.slice(1)}`,
          amountCents,
          nature: 'ORIGINAL',
          status: 'DEVOLVIDO',
          reason: undefined,
          settledAt: clock.now(),
          raw: {},
        },
      }),
  }
}
