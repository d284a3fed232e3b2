import { expect } from 'vitest'
import { requestReturns } from './returns/request-returns.ts'
import { drainReturns } from './returns/drain-returns.ts'
import { finishHeldPayments, returnHeldPayments } from './returns/return-held-payments.ts'
import { decideDispute } from './disputes/decide-dispute.ts'
import { finishDisputes, recordUnrequestedReturns } from './disputes/finish-disputes.ts'
import { openDispute } from './disputes/open-dispute.ts'
import { closeAlreadyReturned, notifyDeadlines } from './disputes/dispute-jobs.ts'
import { sql } from './kernel/database/sql.ts'
import { finishRefunds } from './refunds/finish-refunds.ts'
import { settleReturns } from './returns/settle-returns.ts'
import { settleEverything } from './testing/makers/books.ts'
import { eventually } from './testing/eventually.ts'
import { itDelaysNoOtherMerchant, LIMIT, type Shop } from './testing/makers/failing-merchant.ts'
import { aPaidCharge, type ChargeJson } from './testing/makers/makers.ts'
import { requestRefund } from './testing/makers/returns.ts'
import type { World } from './testing/world.ts'

const DAY_MS = 86_400_000

async function heldPayment(world: World, shop: Shop): Promise<void> {
  const { pix } = await aPaidCharge(shop)
  world.network.pay({ txid: pix?.txid ?? '' })
  await world.settleInbox()
}

/** A return of a payment that nobody here asked for, as far as a callback told of it. */
async function aMed(world: World, shop: Shop): Promise<void> {
  const { end_to_end_id: endToEndId } = await aPaidCharge(shop)
  world.network.openMed({ endToEndId: endToEndId ?? '', outcome: 'returned', delayMs: 1 })
  await eventually(async () => {
    await world.network.idle()
    const rows = await sql(
      world.context(),
      `select from network_inbox where kind = 'devolucao' and end_to_end_id = $1`,
      [endToEndId],
    )
    expect(rows).toHaveLength(1)
  })
}

/** Has the network return what it is asked for, up to the point where it is to be booked. */
const untilReturnedAtNetwork = (world: World, count: number) =>
  eventually(async () => {
    await returnHeldPayments(world.context(), 100)
    await requestReturns(world.context(), 100)
    await world.network.idle()
    await drainReturns(world.context(), 100)
    const rows = await sql(world.context(), `select from network_return where state = 'returned'`)
    expect(rows).toHaveLength(count)
  })

const aDispute = (world: World, shop: Shop, charge: ChargeJson) =>
  openDispute(world.context('staff:ana'), shop.merchantId, {
    endToEndId: charge.end_to_end_id ?? '',
    amountCents: null,
    nature: 'MED_FRAUDE',
    description: null,
  })

itDelaysNoOtherMerchant([
  {
    job: 'held-payments',
    table: 'network_return',
    arrange: heldPayment,
    run: returnHeldPayments,
    done: 'select from network_return where merchant_id = $1',
  },
  {
    job: 'ask-returns',
    table: 'network_return',
    async arrange(world, shop) {
      await heldPayment(world, shop)
      await returnHeldPayments(world.context(), 100)
    },
    run: requestReturns,
    done: 'select from network_return where merchant_id = $1 and attempts > 0',
  },
  {
    job: 'drain-returns',
    table: 'network_return',
    arrange: aMed,
    run: drainReturns,
    done: `select from network_return where merchant_id = $1 and origin = 'network'`,
  },
  {
    job: 'finish-returns of held payments',
    table: 'network_return',
    arrange: heldPayment,
    ripen: (world) => untilReturnedAtNetwork(world, LIMIT + 1),
    run: finishHeldPayments,
    done: 'select from network_return where merchant_id = $1 and finished_at is not null',
  },
  {
    job: 'finish-returns of held payments, each of which is put off',
    table: 'financial_case',
    arrange: heldPayment,
    ripen: (world) => untilReturnedAtNetwork(world, LIMIT + 1),
    run: finishHeldPayments,
    done: 'select from network_return where merchant_id = $1 and finished_at is not null',
  },
  {
    job: 'finish-returns of refunds',
    table: 'network_return',
    arrange: async (_, shop) =>
      requestRefund(shop.rest, (await aPaidCharge(shop)).id, { amount_cents: 1_000 }),
    ripen: (world) => untilReturnedAtNetwork(world, LIMIT + 1),
    run: finishRefunds,
    done: `select from refund where merchant_id = $1 and status = 'completed'`,
  },
  {
    job: 'finish-returns of disputes',
    table: 'network_return',
    async arrange(world, shop) {
      const { caseId } = await aDispute(world, shop, await aPaidCharge(shop))
      const decision = { kind: 'accepted', amountCents: null, returnedBy: 'service' } as const
      const at = { merchantId: shop.merchantId, caseId }
      await decideDispute(world.context('staff:ana'), at, decision, 'analisada')
    },
    ripen: (world) => untilReturnedAtNetwork(world, LIMIT + 1),
    run: finishDisputes,
    done: `select from dispute where merchant_id = $1 and status = 'closed'`,
  },
  {
    job: 'finish-returns that the network made',
    table: 'network_return',
    arrange: aMed,
    ripen: (world) => untilReturnedAtNetwork(world, LIMIT + 1),
    run: recordUnrequestedReturns,
    done: 'select from network_return where merchant_id = $1 and finished_at is not null',
  },
  {
    job: 'covered-disputes',
    table: 'dispute',
    async arrange(world, shop) {
      const charge = await aPaidCharge(shop)
      await requestRefund(shop.rest, charge.id)
      await aDispute(world, shop, charge)
    },
    async ripen(world) {
      await untilReturnedAtNetwork(world, LIMIT + 1)
      await finishRefunds(world.context(), 100)
    },
    run: closeAlreadyReturned,
    done: `select from dispute where merchant_id = $1 and status = 'closed'`,
  },
  {
    job: 'deadlines',
    table: 'dispute',
    arrange: async (world, shop) => aDispute(world, shop, await aPaidCharge(shop)),
    ripen: async (world) => world.clock.advance(6.5 * DAY_MS),
    run: notifyDeadlines,
    done: 'select from dispute where merchant_id = $1 and deadline_told_at is not null',
  },
  {
    job: 'return-settlement',
    table: 'network_return',
    arrange: heldPayment,
    async ripen(world) {
      await untilReturnedAtNetwork(world, LIMIT + 1)
      await finishHeldPayments(world.context(), 100)
      await settleEverything(world)
    },
    run: settleReturns,
    done: 'select from network_return where merchant_id = $1 and reconciled_at is not null',
  },
])
