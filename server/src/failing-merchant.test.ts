import { drainInbox } from './payments/drain-inbox.ts'
import { expireCharges } from './charges/cancellation/expire-charges.ts'
import { resolveIssuance } from './charges/issuance/resolve-issuance.ts'
import { storePayments } from './inbox/network-inbox.ts'
import { sweepReceived } from './inbox/sweep-received.ts'
import { plusMs } from './kernel/clock.ts'
import { systemIds } from './kernel/ids.ts'
import { sql } from './kernel/database/sql.ts'
import { openException } from './exceptions/exceptions.ts'
import { findMissing } from './settlements/find-missing.ts'
import { makeAvailable } from './settlements/make-available.ts'
import { openExceptionsForParked } from './settlements/open-exceptions-for-parked.ts'
import { releaseReserves } from './settlements/release-reserves.ts'
import { settleListed } from './settlements/settle-listed.ts'
import { settleEverything } from './testing/fixtures/ledger.ts'
import { itIsolatesFailingMerchant } from './testing/suites/it-isolates-failing-merchant.ts'
import { aPaidCharge, createCharge, type ChargeJson } from './testing/fixtures/charges.ts'
import type { World } from './testing/world.ts'
import { advanceReplays } from './webhooks/replays/advance-replays.ts'
import { registerEndpoint } from './webhooks/endpoints/register-endpoint.ts'
import { startReplay } from './webhooks/replays/start-replay.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * Returns a payment of the charge that a test can send as a callback. The simulated network does not know this payment.
 */
const aPaymentOf = (world: World, { pix }: ChargeJson) => ({
  endToEndId: `E${systemIds.bytes(16).toString('hex').slice(1)}`,
  txid: pix?.txid ?? undefined,
  amountCents: 10_000n,
  paidAt: world.clock.now(),
  returns: [],
  raw: {},
})

itIsolatesFailingMerchant([
  {
    job: 'inbox',
    table: 'payment',
    async arrange(world, merchant) {
      const { body } = await createCharge(merchant.rest)
      world.network.pay({ txid: body.pix?.txid ?? '' })
      await world.network.idle()
    },
    run: drainInbox,
    done: 'select from payment where merchant_id = $1',
  },
  {
    job: 'issuance',
    table: 'charge',
    async arrange(world, merchant) {
      world.network.setFault({ on: 'cob', mode: 'http_500', count: 1 })
      await createCharge(merchant.rest)
    },
    makeDue: async (world) => world.clock.advance(10_000),
    run: resolveIssuance,
    done: `select from charge where merchant_id = $1 and status = 'pending'`,
  },
  {
    job: 'expiry',
    table: 'charge',
    arrange: (_, merchant) => createCharge(merchant.rest, { expires_in_seconds: 60 }),
    makeDue: async (world) => world.clock.advance(61_000),
    run: expireCharges,
    done: `select from charge where merchant_id = $1 and status = 'expired'`,
  },
  {
    job: 'settlement',
    table: 'payment',
    arrange: (_, merchant) => aPaidCharge(merchant),
    makeDue: (world) => sweepReceived(world.context()),
    run: settleListed,
    done: 'select from payment where merchant_id = $1 and settled_at is not null',
  },
  {
    job: 'available',
    table: 'charge',
    async arrange(world, merchant) {
      await aPaidCharge(merchant)
      await sweepReceived(world.context())
      await settleListed(world.context(), 100)
    },
    run: makeAvailable,
    done: `select from charge where merchant_id = $1 and paid_at is not null and pending_left_cents = 0`,
  },
  {
    job: 'reserve',
    table: 'charge',
    arrange: (_, merchant) => aPaidCharge(merchant),
    async makeDue(world) {
      await settleEverything(world)
      world.clock.advance(2 * DAY_MS)
    },
    run: releaseReserves,
    done: `select from charge where merchant_id = $1 and reserve_cents > 0 and reserve_left_cents = 0`,
  },
  {
    job: 'missing',
    table: 'reconciliation_exception',
    async arrange(world, merchant) {
      const { body } = await createCharge(merchant.rest)
      await storePayments(world.context(), [aPaymentOf(world, body)], 'callback')
      await world.settleInbox()
    },
    makeDue: async (world) => world.clock.advance(2 * HOUR_MS),
    run: findMissing,
    done: `select from reconciliation_exception where merchant_id = $1 and kind = 'missing_at_network'`,
  },
  {
    job: 'parked',
    table: 'reconciliation_exception',
    async arrange(world, merchant) {
      const { body } = await createCharge(merchant.rest)
      const payment = aPaymentOf(world, body)
      await storePayments(world.context(), [payment], 'callback')
      await sql(world.context(), `update network_inbox set state = 'parked' where end_to_end_id = $1`, [
        payment.endToEndId,
      ])
    },
    run: openExceptionsForParked,
    done: `select from reconciliation_exception where merchant_id = $1 and kind = 'payment_not_recorded'`,
  },
  {
    job: 'parked-recorded',
    table: 'reconciliation_exception',
    async arrange(world, merchant) {
      const { end_to_end_id: endToEndId } = await aPaidCharge(merchant)
      const exception = {
        kind: 'payment_not_recorded',
        endToEndId: endToEndId ?? '',
        paymentId: null,
      } as const
      await openException(
        world.context(),
        merchant.merchantId,
        { ...exception, details: {} },
        world.clock.now(),
      )
    },
    run: openExceptionsForParked,
    done: `select from reconciliation_exception where merchant_id = $1 and state = 'closed'`,
  },
  {
    job: 'replays',
    table: 'webhook_replay',
    async arrange(world, merchant) {
      const url = `https://loja.example/${systemIds.bytes(8).toString('hex')}`
      const { endpoint } = await registerEndpoint(world.context(), merchant.merchantId, {
        url,
        eventTypes: [],
      })
      await aPaidCharge(merchant)
      const now = world.clock.now()
      await startReplay(world.context('staff:ana'), merchant.merchantId, {
        from: plusMs(now, -HOUR_MS),
        to: plusMs(now, HOUR_MS),
        source: 'deliveries',
        endpointId: endpoint.id,
        eventTypes: [],
        status: 'pending',
        includeSucceeded: false,
      })
    },
    run: advanceReplays,
    done: `select from webhook_replay_item i join webhook_replay r on r.id = i.replay_id
      where r.merchant_id = $1 and i.status = 'sent'`,
  },
])
