import { expect } from 'vitest'
import { requestReturns } from './returns/request-returns.ts'
import { drainReturns } from './returns/drain-returns.ts'
import { finishHeldPayments, returnHeldPayments } from './returns/return-held-payments.ts'
import { decideDispute } from './disputes/decide-dispute.ts'
import { finishDisputes, recordUnrequestedReturns } from './disputes/finish-disputes.ts'
import { applyNotices } from './disputes/notices/apply-notices.ts'
import { openDispute } from './disputes/open-dispute.ts'
import { closeAlreadyReturned, notifyDeadlines } from './disputes/dispute-jobs.ts'
import { sql } from './kernel/database/sql.ts'
import { finishRefunds } from './refunds/finish-refunds.ts'
import { settleReturns } from './returns/settle-returns.ts'
import { settleEverything } from './testing/fixtures/ledger.ts'
import { eventually } from './testing/eventually.ts'
import {
  itIsolatesFailingMerchant,
  LIMIT,
  type MerchantFixture,
} from './testing/suites/it-isolates-failing-merchant.ts'
import { aPaidCharge, type ChargeJson } from './testing/fixtures/charges.ts'
import { anInfracao, sendNotices } from './testing/fixtures/disputes.ts'
import { requestRefund } from './testing/fixtures/returns.ts'
import type { World } from './testing/world.ts'

const DAY_MS = 86_400_000

async function heldPayment(world: World, merchant: MerchantFixture): Promise<void> {
  const { pix } = await aPaidCharge(merchant)
  world.network.pay({ txid: pix?.txid ?? '' })
  await world.settleInbox()
}

/**
 * Makes the network return a payment because of a MED, without a request of the service, and waits for the callback.
 */
async function aMed(world: World, merchant: MerchantFixture): Promise<void> {
  const { end_to_end_id: endToEndId } = await aPaidCharge(merchant)
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

/** Runs the jobs until the network has made `count` returns that the ledger has not posted. */
const untilReturnedAtNetwork = (world: World, count: number) =>
  eventually(async () => {
    await returnHeldPayments(world.context(), 100)
    await requestReturns(world.context(), 100)
    await world.network.idle()
    await drainReturns(world.context(), 100)
    const rows = await sql(world.context(), `select from network_return where state = 'returned'`)
    expect(rows).toHaveLength(count)
  })

const aDispute = (world: World, merchant: MerchantFixture, charge: ChargeJson) =>
  openDispute(world.context('staff:ana'), merchant.merchantId, {
    endToEndId: charge.end_to_end_id ?? '',
    amountCents: null,
    nature: 'MED_FRAUDE',
    description: null,
  })

itIsolatesFailingMerchant([
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
    async arrange(world, merchant) {
      await heldPayment(world, merchant)
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
    makeDue: (world) => untilReturnedAtNetwork(world, LIMIT + 1),
    run: finishHeldPayments,
    done: 'select from network_return where merchant_id = $1 and finished_at is not null',
  },
  {
    job: 'finish-returns of held payments whose cases the database refuses',
    table: 'financial_case',
    arrange: heldPayment,
    makeDue: (world) => untilReturnedAtNetwork(world, LIMIT + 1),
    run: finishHeldPayments,
    done: 'select from network_return where merchant_id = $1 and finished_at is not null',
  },
  {
    job: 'finish-returns of refunds',
    table: 'network_return',
    arrange: async (_, merchant) =>
      requestRefund(merchant.rest, (await aPaidCharge(merchant)).id, { amount_cents: 1_000 }),
    makeDue: (world) => untilReturnedAtNetwork(world, LIMIT + 1),
    run: finishRefunds,
    done: `select from refund where merchant_id = $1 and status = 'completed'`,
  },
  {
    job: 'finish-returns of disputes',
    table: 'network_return',
    async arrange(world, merchant) {
      const { caseId } = await aDispute(world, merchant, await aPaidCharge(merchant))
      const decision = { kind: 'accepted', amountCents: null, returnedBy: 'service' } as const
      const at = { merchantId: merchant.merchantId, caseId }
      await decideDispute(world.context('staff:ana'), at, decision, 'analisada')
    },
    makeDue: (world) => untilReturnedAtNetwork(world, LIMIT + 1),
    run: finishDisputes,
    done: `select from dispute where merchant_id = $1 and status = 'closed'`,
  },
  {
    job: 'finish-returns that the network made',
    table: 'network_return',
    arrange: aMed,
    makeDue: (world) => untilReturnedAtNetwork(world, LIMIT + 1),
    run: recordUnrequestedReturns,
    done: 'select from network_return where merchant_id = $1 and finished_at is not null',
  },
  {
    job: 'covered-disputes',
    table: 'dispute',
    async arrange(world, merchant) {
      const charge = await aPaidCharge(merchant)
      await requestRefund(merchant.rest, charge.id)
      await aDispute(world, merchant, charge)
    },
    async makeDue(world) {
      await untilReturnedAtNetwork(world, LIMIT + 1)
      await finishRefunds(world.context(), 100)
    },
    run: closeAlreadyReturned,
    done: `select from dispute where merchant_id = $1 and status = 'closed'`,
  },
  {
    job: 'notices',
    table: 'dispute',
    async arrange(world, merchant) {
      const charge = await aPaidCharge(merchant)
      await sendNotices(world, { infracoes: [anInfracao(world, charge, { id: charge.id })] })
    },
    run: applyNotices,
    done: 'select from dispute where merchant_id = $1',
  },
  {
    job: 'deadlines',
    table: 'dispute',
    arrange: async (world, merchant) => aDispute(world, merchant, await aPaidCharge(merchant)),
    makeDue: async (world) => world.clock.advance(6.5 * DAY_MS),
    run: notifyDeadlines,
    done: 'select from dispute where merchant_id = $1 and deadline_told_at is not null',
  },
  {
    job: 'return-settlement',
    table: 'network_return',
    arrange: heldPayment,
    async makeDue(world) {
      await untilReturnedAtNetwork(world, LIMIT + 1)
      await finishHeldPayments(world.context(), 100)
      await settleEverything(world)
    },
    run: settleReturns,
    done: 'select from network_return where merchant_id = $1 and reconciled_at is not null',
  },
])
