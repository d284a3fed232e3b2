import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import { plusMs } from '../kernel/clock.ts'
import { recordPayout } from '../payouts/record-payout.ts'
import { aDispute } from '../testing/fixtures/disputes.ts'
import { settleEverything } from '../testing/fixtures/ledger.ts'
import { anExpiredEvent, recordTestEvents } from '../testing/fixtures/events.ts'
import { itPaginates } from '../testing/suites/it-paginates.ts'
import { aPaidCharge, createCharge } from '../testing/fixtures/charges.ts'
import type { RestClient } from '../testing/clients/rest-client.ts'
import { World } from '../testing/world.ts'
import { registerEndpoint } from '../webhooks/endpoints/register-endpoint.ts'

interface MerchantClient {
  merchantId: string
  rest: RestClient
}

const HIGH_RATES = { readRate: 100_000, writeRate: 100_000, searchRate: 100_000, feePercentBps: 0 }
/** A filter by the same instant, written in two time zones. */
const SINCE = ['created_from=2020-01-01T00:00:00Z', 'created_from=2019-12-31T21:00:00.000-03:00'] as const

const CHARGE_IDS = ['0190c5a0-0000-7000-8000-000000000000', '0190c5a0-0000-7000-8000-000000000001'] as const

let world: World
let owner: MerchantClient
let stranger: MerchantClient
beforeAll(async () => {
  world = await World.start()
  stranger = await world.anotherMerchant(HIGH_RATES)
})
afterAll(() => world.stop())

const clients = { owner: () => owner.rest, stranger: () => stranger.rest }
const idOf = (item: Record<string, unknown>) => String(item['id'])
const owned = () => ({
  rest: owner.rest,
  network: world.network,
  settleInbox: () => world.settleInbox(),
})
const newOwner = async () => {
  owner = await world.anotherMerchant(HIGH_RATES)
}
/**
 * Ids begin with the millisecond of their creation. Advance the clock, so that the ids of each test are greater than
 * all earlier ids.
 */
beforeEach(() => {
  world.clock.advance(5)
})

describe('the list of charges', () => {
  beforeAll(newOwner)
  itPaginates({
    ...clients,
    path: '/v1/pix/charges',
    limitMax: 200,
    nameOf: idOf,
    add: () => createCharge(owner.rest),
    filters: [
      ['status=pending', 'status=paid'],
      ['order_reference=a', 'order_reference=b'],
      ['q=maria', 'q=joana'],
      ['created_from=2020-01-01T00:00:00.001Z', 'created_to=2020-01-01T00:00:00Z'],
    ],
    sameFilter: SINCE,
  })
})

describe('the statement', () => {
  beforeAll(newOwner)
  itPaginates({
    ...clients,
    path: '/v1/statement',
    limitMax: 500,
    nameOf: (line) => `${String(line['journal_id'])} ${String(line['line_no'])}`,
    add: () => aPaidCharge(owned()),
    filters: [['from=2020-01-01T00:00:00.001Z', 'to=2099-01-01T00:00:00Z']],
    sameFilter: ['from=2020-01-01T00:00:00Z', 'from=2019-12-31T21:00:00.000-03:00'],
  })
})

describe('the list of disputes', () => {
  beforeAll(newOwner)
  itPaginates({
    ...clients,
    path: '/v1/disputes',
    limitMax: 200,
    nameOf: idOf,
    async add() {
      const charge = await aPaidCharge(owned())
      await aDispute({ context: (actor) => world.context(actor), merchantId: owner.merchantId }, charge)
    },
    filters: [
      ['status=open', 'status=closed'],
      [`charge_id=${CHARGE_IDS[0]}`, `charge_id=${CHARGE_IDS[1]}`],
      ['created_from=2020-01-01T00:00:00.001Z', 'created_to=2020-01-01T00:00:00Z'],
      ['answer_until_from=2020-01-01T00:00:00Z', 'answer_until_to=2020-01-01T00:00:00Z'],
    ],
    sameFilter: SINCE,
  })
})

describe('the list of payouts', () => {
  let payouts = 0
  beforeAll(async () => {
    await newOwner()
    await aPaidCharge(owned(), { amount_cents: 100_000 })
    await settleEverything(world)
  })
  itPaginates({
    ...clients,
    path: '/v1/payouts/by-service',
    limitMax: 200,
    nameOf: idOf,
    add: () => {
      payouts += 1
      return recordPayout(world.context('staff:test'), owner.merchantId, {
        amountCents: 100n,
        externalReference: `repasse-${payouts}`,
        paidAt: world.clock.now(),
      })
    },
    filters: [],
  })
})

describe('the list of replays', () => {
  let replays = 0
  let endpointId: string
  beforeAll(async () => {
    await newOwner()
    const url = 'https://loja.example/avisos'
    const made = await registerEndpoint(world.context(), owner.merchantId, { url, eventTypes: [] })
    endpointId = made.endpoint.id
  })
  itPaginates({
    ...clients,
    path: '/v1/webhooks/replays',
    limitMax: 200,
    nameOf: idOf,
    async add() {
      replays += 1
      world.clock.advance(1)
      const from = plusMs(world.clock.now(), -replays * 60_000).toISOString()
      const filter = { endpoint_id: endpointId, from, to: world.clock.now().toISOString() }
      const { status } = await owner.rest.post('/v1/webhooks/replays', filter)
      if (status !== 202)
        throw new Error(`the request for a replay was answered with ${status}, expected 202`)
    },
    filters: [],
  })
})

describe.each([
  ['events', '/v1/webhooks/events', 'type=charge.paid', 'type=charge.expired'],
  ['deliveries', '/v1/webhooks/deliveries', 'event_type=charge.paid', 'event_type=charge.expired'],
])('the list of %s', (_, path, oneType, otherType) => {
  beforeAll(async () => {
    await newOwner()
    await registerEndpoint(world.context(), owner.merchantId, {
      url: 'https://loja.example/avisos',
      eventTypes: [],
    })
  })
  itPaginates({
    ...clients,
    path,
    limitMax: 200,
    nameOf: idOf,
    add: () => {
      world.clock.advance(1)
      const ctx = world.context()
      return recordTestEvents(ctx, owner.merchantId, [anExpiredEvent(ctx.ids.uuid(ctx.clock.now()))])
    },
    filters: [
      [oneType, otherType],
      ['created_from=2020-01-01T00:00:00.001Z', 'created_to=2020-01-01T00:00:00Z'],
    ],
    sameFilter: SINCE,
  })
})
