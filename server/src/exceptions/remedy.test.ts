import { onlyAccount } from '../pix/pix-accounts.ts'
import { beforeAll, expect, test } from 'vitest'
import { storePayments } from '../inbox/network-inbox.ts'
import { sql } from '../kernel/database/sql.ts'
import type { NetworkPix } from '../pix/provider.ts'
import { auditOf } from '../testing/fixtures/audit-lines.ts'
import { balanceOf, expectBalancedLedger, settleEverything } from '../testing/fixtures/ledger.ts'
import { type ConsoleClient } from '../testing/clients/console-client.ts'
import { aPaidCharge, createCharge } from '../testing/fixtures/charges.ts'
import { startConsole } from '../testing/fixtures/start-console.ts'
import { requestRefund, untilEnded } from '../testing/fixtures/returns.ts'
import { closeException } from './close-exception.ts'
import type { ExceptionRemedy } from './exception.entity.ts'
import { listExceptions } from './exception.queries.ts'
import { settleReturns } from '../returns/settle-returns.ts'

const { world, testConsole } = await startConsole()
let finance: ConsoleClient
beforeAll(async () => {
  finance = await testConsole.signedIn('finance')
})

let made = 0
const anE2e = () => `E${String((made += 1)).padStart(31, '4')}`

const openOf = async (merchantId: string) =>
  (await listExceptions(world.context(), { merchantId, state: 'open' }, { limit: 10 })).items

const accounts = async (merchantId: string) => {
  const rows = await sql<{ code: string; cents: bigint }>(
    world.context(),
    `select code, balance_cents as cents from ledger_account where merchant_id = $1
       and code in ('bank', 'provider_clearing', 'provider_cost', 'payer_returns')`,
    [merchantId],
  )
  return Object.fromEntries(rows.map(({ code, cents }) => [code, Number(cents)]))
}

/** Creates a sale of R$ 100,00 that a callback reports and that the network lists with another amount. */
async function aDifference(listedCents: bigint) {
  const merchant = await world.anotherMerchant()
  const { body } = await createCharge(merchant.rest, { amount_cents: 10_000 })
  const pix: NetworkPix = {
    endToEndId: anE2e(),
    txid: body.pix?.txid ?? '',
    amountCents: 10_000n,
    paidAt: world.clock.now(),
    returns: [],
    raw: {},
  }
  await storePayments(world.context(), [pix], 'callback')
  await world.settleInbox()
  const { endToEndId, txid = '', paidAt } = pix
  world.network.pay({ txid, endToEndId, amountCents: listedCents, paidAt, callback: 'lost' })
  await settleEverything(world)
  const [exception] = await openOf(merchant.merchantId)
  return { ...merchant, exceptionId: exception?.id ?? '', chargeId: body.id }
}

const CLOSE = `mutation ($m: Uuid!, $i: Uuid!, $r: ReconciliationRemedy) {
  closeReconciliationException(merchantId: $m, id: $i, resolution: "Conferido no banco", remedy: $r) {
    state remedy journalId } }`

const close = (merchantId: string, id: string, remedy: ExceptionRemedy) =>
  closeException(world.context('staff:ana'), merchantId, id, { resolution: 'Conferido', remedy })

test('settle_as_recorded posts an entry for the recorded amount, and the money becomes available', async () => {
  const { merchantId, rest, exceptionId } = await aDifference(9_999n)
  const closed = await finance.send<{ closeReconciliationException: { journalId: string } }>(CLOSE, {
    m: merchantId,
    i: exceptionId,
    r: 'settle_as_recorded',
  })
  expect(closed.data?.closeReconciliationException).toMatchObject({
    state: 'closed',
    remedy: 'settle_as_recorded',
  })
  expect(await accounts(merchantId)).toMatchObject({ bank: -10_000, provider_clearing: 0, provider_cost: 0 })
  await settleEverything(world)
  expect(await balanceOf(rest)).toMatchObject({ pending_cents: '0', available_cents: '9800' })
  expect(await auditOf(world.context(), exceptionId)).toMatchObject([
    {
      action: 'reconciliation_exception.close',
      role: 'finance',
      reason: 'Conferido no banco',
      after: {
        remedy: 'settle_as_recorded',
        journal_id: closed.data?.closeReconciliationException.journalId,
      },
    },
  ])
  await expectBalancedLedger(world, rest)
})

test.each([
  { listed: 9_990n, cost: -10 },
  { listed: 10_025n, cost: 25 },
])('settle_as_listed of $listed posts the difference to provider_cost', async ({ listed, cost }) => {
  const { merchantId, rest, exceptionId } = await aDifference(listed)
  await close(merchantId, exceptionId, 'settle_as_listed')
  expect(await accounts(merchantId)).toMatchObject({
    bank: -Number(listed),
    provider_clearing: 0,
    provider_cost: cost,
  })
  await settleEverything(world)
  expect(await balanceOf(rest)).toMatchObject({ available_cents: '9800', payouts_suspended: false })
  await expectBalancedLedger(world, rest)
})

const DIFFERENCES = `query ($c: Uuid!, $m: Uuid!) {
  charge(id: $c) { payments { settledAt difference differenceAmounts { recordedCents networkCents } } }
  reconciliationExceptions(merchantId: $m) { nodes { state leftUnsettled } } }`

test('an exception closed without a remedy leaves the payment unsettled, and the console shows this', async () => {
  const { merchantId, rest, exceptionId, chargeId } = await aDifference(9_999n)
  const shown = async () => (await finance.send(DIFFERENCES, { c: chargeId, m: merchantId })).data
  const differenceAmounts = { recordedCents: '10000', networkCents: '9999' }
  expect(await shown()).toEqual({
    charge: { payments: [{ settledAt: null, difference: 'open', differenceAmounts }] },
    reconciliationExceptions: { nodes: [{ state: 'open', leftUnsettled: false }] },
  })
  await close(merchantId, exceptionId, 'none')
  await settleEverything(world)
  expect(await balanceOf(rest)).toMatchObject({ pending_cents: '9800', available_cents: '0' })
  expect(await shown()).toEqual({
    charge: { payments: [{ settledAt: null, difference: 'closed', differenceAmounts }] },
    reconciliationExceptions: { nodes: [{ state: 'closed', leftUnsettled: true }] },
  })

  const other = await aDifference(9_999n)
  await close(other.merchantId, other.exceptionId, 'settle_as_recorded')
  const { data } = await finance.send(DIFFERENCES, { c: other.chargeId, m: other.merchantId })
  expect(data).toEqual({
    charge: { payments: [{ settledAt: expect.any(String), difference: null, differenceAmounts: null }] },
    reconciliationExceptions: { nodes: [{ state: 'closed', leftUnsettled: false }] },
  })
})

test('a remedy that does not fit the exception is refused, and only one of two concurrent closings settles the payment', async () => {
  const { merchantId, rest, exceptionId } = await aDifference(1n)
  await expect(close(merchantId, exceptionId, 'try_again')).rejects.toMatchObject({
    details: { reason: 'remedy_not_possible' },
  })
  const both = await Promise.allSettled([
    close(merchantId, exceptionId, 'settle_as_recorded'),
    close(merchantId, exceptionId, 'settle_as_recorded'),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await accounts(merchantId)).toMatchObject({ bank: -10_000 })
  await expectBalancedLedger(world, rest)
})

test('a return that the PSP does not list can be settled as recorded, but not as listed', async () => {
  const { merchantId, rest } = await world.anotherMerchant({ feePercentBps: 0 })
  const merchant = { rest, network: world.network, settleInbox: () => world.settleInbox() }
  const charge = await aPaidCharge(merchant, { amount_cents: 5_000 })
  await settleEverything(world)
  const { body } = await requestRefund(rest, charge.id, { amount_cents: 2_000 })
  await untilEnded(world, body, rest)
  const ctx = world.context('job:returns')
  const absent = {
    ...ctx,
    pix: onlyAccount({ ...world.pix, findReturn: () => Promise.resolve({ kind: 'absent' as const }) }),
  }
  await settleReturns(absent, 10)
  const [exception] = await openOf(merchantId)
  expect(exception).toMatchObject({ kind: 'return_differs', details: { network_cents: 'absent' } })
  await expect(close(merchantId, exception?.id ?? '', 'settle_as_listed')).rejects.toMatchObject({
    details: { reason: 'remedy_not_possible' },
  })
  await close(merchantId, exception?.id ?? '', 'settle_as_recorded')
  expect(await accounts(merchantId)).toMatchObject({ bank: -3_000, payer_returns: 0 })
  await expectBalancedLedger(world, rest)
})
