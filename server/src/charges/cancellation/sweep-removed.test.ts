import { onlyAccount } from '../../pix/pix-accounts.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../kernel/database/sql.ts'
import { expectBalancedLedger } from '../../testing/fixtures/ledger.ts'
import { createCharge, type ChargeJson } from '../../testing/fixtures/charges.ts'
import { World } from '../../testing/world.ts'
import { cancelCharge } from './cancel-charge.ts'
import { drainInbox } from '../../payments/drain-inbox.ts'
import { expireCharges } from './expire-charges.ts'
import { sweepReceived } from '../../inbox/sweep-received.ts'
import { sweepRemoved } from './sweep-removed.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())
beforeEach(() => {
  world.network.liftFaults()
  world.clock.advance(601_000)
})

const read = async ({ id }: ChargeJson) => (await world.rest.get<ChargeJson>(`/v1/pix/charges/${id}`)).body
const txidOf = ({ pix }: ChargeJson): string => pix?.txid ?? ''
const sweep = (ctx = world.context('job:sweep-removed')) => sweepRemoved(ctx)
const listCalls = () => world.network.callTotals()['GET cob'] ?? 0

const cancelledEvents = ({ id }: ChargeJson) =>
  sql<{ by: string }>(
    world.context(),
    `select body::jsonb -> 'data' ->> 'cancelled_by' as by from webhook_event
     where charge_id = $1 and type = 'charge.cancelled'`,
    [id],
  )

const aCharge = async (seconds = 86_400) =>
  (await createCharge(world.rest, { expires_in_seconds: seconds })).body

/** Removes the charge at the network with the receiver's credentials. The service is not informed of this removal. */
async function removeAsReceiver(charge: ChargeJson): Promise<void> {
  expect(await world.pix.remove(txidOf(charge))).toEqual({ kind: 'removed' })
}

test('the sweep of removed charges cancels a pending charge that the PSP removed, and emits charge.cancelled once', async () => {
  const [removed, other] = [await aCharge(), await aCharge()]
  world.network.removeCob(txidOf(removed))
  expect(await sweep()).toBe(1)
  expect(await read(removed)).toMatchObject({ status: 'cancelled' })
  expect(await cancelledEvents(removed)).toEqual([{ by: 'service' }])
  expect(await read(other)).toMatchObject({ status: 'pending' })
  world.clock.advance(121_000)
  expect(await sweep()).toBe(0)
  expect(await cancelledEvents(removed)).toHaveLength(1)
})

test('the sweep of removed charges cancels a pending charge that the receiver removed at the PSP', async () => {
  const charge = await aCharge()
  await removeAsReceiver(charge)
  expect(await sweep()).toBe(1)
  expect(await read(charge)).toMatchObject({ status: 'cancelled' })
  expect(await cancelledEvents(charge)).toEqual([{ by: 'service' }])
})

test('the sweep reads the list of charges removed by the PSP every two minutes, and no list if no charge is pending', async () => {
  for (let n = 0; n < 5; n++) await aCharge()
  const before = listCalls()
  await sweep()
  expect(listCalls() - before).toBe(2)
  world.clock.advance(60_000)
  await sweep()
  expect(listCalls() - before).toBe(2)
  world.clock.advance(61_000)
  await sweep()
  expect(listCalls() - before).toBe(3)
  await sql(world.context(), `update charge set status = 'expired' where status = 'pending'`)
  world.clock.advance(601_000)
  await sweep()
  expect(listCalls() - before).toBe(3)
})

test('a charge that was paid before the PSP removed it becomes paid, even if the callback of the payment was lost', async () => {
  const charge = await aCharge()
  world.network.pay({ txid: txidOf(charge), callback: 'lost' })
  const { cob } = world.network.cob(txidOf(charge))
  const { pix } = world
  const listRemoved: typeof pix.listRemoved = async ({ by, ...window }) => {
    const { items } = await pix
      .listReceived(window)
      .then((page) => (page.kind === 'page' ? page : { items: [] }))
    const paid = items.filter((item) => item.txid === txidOf(charge))
    return {
      kind: 'page',
      pagesCount: 1,
      items: by === 'psp' ? [{ txid: cob?.txid ?? '', payments: paid }] : [],
    }
  }
  const ctx = { ...world.context(), pix: onlyAccount({ ...pix, listRemoved }) }
  await sweep(ctx)
  expect(await read(charge)).toMatchObject({ status: 'pending' })
  await drainInbox(world.context(), 10)
  expect(await read(charge)).toMatchObject({ status: 'paid', payments_count: 1 })
  world.clock.advance(121_000)
  expect(await sweep(ctx)).toBe(0)
  await sweepReceived(world.context())
  await world.settleInbox()
  expect(await read(charge)).toMatchObject({ status: 'paid', payments_count: 1 })
  await expectBalancedLedger(world)
})

test('a payment of another amount does not prevent the cancellation of a removed charge', async () => {
  const charge = await aCharge()
  world.network.pay({ txid: txidOf(charge), amountCents: 1n })
  world.network.removeCob(txidOf(charge))
  await sweep()
  expect(await read(charge)).toMatchObject({ status: 'cancelled' })
  await world.settleInbox()
})

test('the sweep skips a charge with a recent cancellation request, and later cancels it as requested by the merchant', async () => {
  const charge = await aCharge()
  const { pix } = world
  const crashing = {
    ...world.context(),
    pix: onlyAccount({
      ...pix,
      remove: async (txid: string) => {
        await pix.remove(txid)
        throw new Error('the process crashed')
      },
    }),
  }
  await expect(cancelCharge(crashing, world.merchantId, charge.id, 'merchant')).rejects.toThrow('crashed')
  expect(await sweep()).toBe(0)
  expect(await read(charge)).toMatchObject({ status: 'pending' })
  world.clock.advance(601_000)
  expect(await sweep()).toBe(1)
  expect(await cancelledEvents(charge)).toEqual([{ by: 'merchant' }])
})

test('the sweep retries a minute after the PSP was unavailable', async () => {
  const charge = await aCharge()
  world.network.removeCob(txidOf(charge))
  world.network.setFault({ on: 'cob', mode: 'http_503' })
  expect(await sweep()).toBe(0)
  world.network.liftFaults()
  world.clock.advance(61_000)
  expect(await sweep()).toBe(1)
})

test('a charge that the PSP removed is cancelled at its expiry time, and other charges expire', async () => {
  const [removed, other] = [await aCharge(60), await aCharge(60)]
  world.network.removeCob(txidOf(removed))
  world.clock.advance(61_000)
  const before = listCalls()
  await expireCharges(world.context('job:expiry'), 100)
  expect(listCalls() - before).toBe(1)
  expect(await read(removed)).toMatchObject({ status: 'cancelled' })
  expect(await cancelledEvents(removed)).toEqual([{ by: 'service' }])
  expect(await read(other)).toMatchObject({ status: 'expired' })
})

test('a charge expires even if the PSP does not answer', async () => {
  const charge = await aCharge(60)
  world.clock.advance(61_000)
  const { pix } = world
  const silent = onlyAccount({ ...pix, listRemoved: () => new Promise<never>(() => undefined) })
  await expireCharges({ ...world.context('job:expiry'), pix: silent }, 100)
  expect(await read(charge)).toMatchObject({ status: 'expired' })
})
