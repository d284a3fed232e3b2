import { afterAll, beforeAll, expect, test } from 'vitest'
import { txidOf } from '../../src/charges/charge.entity.ts'
import { createCharge } from '../../src/charges/issuance/create-charge.ts'
import { resolveIssuance } from '../../src/charges/issuance/resolve-issuance.ts'
import { runReturns } from '../../src/jobs/run-returns.ts'
import { transaction } from '../../src/kernel/context.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { isTransient } from '../../src/kernel/jobs/transient-error.ts'
import { makeLog } from '../../src/kernel/log.ts'
import { Problem } from '../../src/kernel/problem.ts'
import { openKit, type Kit } from '../../src/kit.ts'
import { verifyLedger } from '../../src/ledger/verify/verify-ledger.ts'
import { drainInbox } from '../../src/payments/drain-inbox.ts'
import { recordPayout } from '../../src/payouts/record-payout.ts'
import { requestRefund } from '../../src/refunds/request-refund.ts'
import { requestReturns } from '../../src/returns/request-returns.ts'
import { eventually } from '../../src/testing/eventually.ts'
import { anIdempotencyKey, aPaidCharge, PAYER, type ChargeJson } from '../../src/testing/fixtures/charges.ts'
import { settleEverything } from '../../src/testing/fixtures/ledger.ts'
import { PATIENT_MS } from '../../src/testing/test-clock.ts'
import { World } from '../../src/testing/world.ts'
import { AnswerProxy, type Fault } from './answer-proxy.ts'

/** A time in milliseconds that is longer than every lease and every delay before a retry. */
const LATER_MS = 600_000

/**
 * The SQL statements that commit changes have numbers, counted from 1. `next` is the number of the next such statement.
 * The proxy applies `fault` to the statement with the number `lost`, or to none if `lost` is 0.
 */
const statements: { next: number; lost: number; fault: Fault } = { next: 1, lost: 0, fault: 'drop' }

let world: World
let proxy: AnswerProxy
let kit: Kit
beforeAll(async () => {
  world = await World.start({ terms: { reserveBps: 0 } })
  proxy = await AnswerProxy.start(world.database.url, () => {
    const isLost = statements.next === statements.lost
    statements.next += 1
    return isLost ? statements.fault : 'pass'
  })
  const { config, secrets, clock } = world.kit
  const urls = { databaseUrl: proxy.through(secrets.databaseUrl) }
  // Turns off the writes that the service collects and sends later, so that only the tested use cases send SQL
  // statements through the proxy.
  const quiet = { log: makeLog('silent'), storesPixCalls: false, collectMs: 86_400_000 }
  const patient = { connectMs: PATIENT_MS, callMs: PATIENT_MS, turnMs: PATIENT_MS }
  kit = await openKit(config, { ...secrets, ...urls }, { clock, pix: world.pix, ...quiet, ...patient })
  // The payouts need an available balance.
  await aPaidCharge(world)
  await settleEverything(world)
})
afterAll(async () => {
  await kit.close()
  await proxy.stop()
  await world.stop()
})

/**
 * Repeats `work` as a client or a job does, until an attempt gets an answer. Before each repetition, advances the clock
 * beyond the end of every lease.
 */
async function untilAnswered<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isTransient(error)) throw error
      world.clock.advance(LATER_MS)
    }
  }
}

/**
 * Creates a charge. If the issuance of the charge is still unknown, runs the job that resolves issuances. Returns the
 * id of the charge.
 */
async function createIssued(): Promise<string> {
  const order = anIdempotencyKey()
  const given = {
    amountCents: 1_000n,
    description: null,
    expiresInSeconds: 86_400,
    metadata: {},
    payer: PAYER,
  }
  const input = { ...given, idempotencyKey: order, orderReference: order }
  const { charge } = await untilAnswered(() => createCharge(kit.context('test'), world.merchantId, input))
  await eventually(async () => {
    const { body } = await world.rest.get<ChargeJson>(`/v1/pix/charges/${charge.id}`)
    if (body.status === 'pending') return
    world.clock.advance(LATER_MS)
    await resolveIssuance(kit.context('job:issuance'), 10)
    throw new Error(`the issuance is not resolved: the charge is ${body.status}`)
  })
  return charge.id
}

/** Pays a charge, and runs the job of the inbox until it has recorded the payment. */
async function payAndRecord(id: string): Promise<void> {
  world.network.pay({ txid: txidOf(id) })
  await world.network.idle()
  await eventually(async () => {
    await untilAnswered(() => drainInbox(kit.context('job:inbox'), 10))
    expect(await statusOf(id)).toBe('paid')
  })
}

const statusOf = async (id: string): Promise<string> =>
  (await world.rest.get<ChargeJson>(`/v1/pix/charges/${id}`)).body.status

/** Refunds a part of a charge, and runs the jobs of the returns until the refund is completed. */
async function refundAndReturn(chargeId: string): Promise<void> {
  const given = { reason: null, description: null, metadata: {} }
  const input = { ...given, idempotencyKey: anIdempotencyKey(), amountCents: 300n }
  const of = { merchantId: world.merchantId, chargeId }
  await untilAnswered(() => requestRefund(kit.context('test'), of, input))
  await eventually(async () => {
    await world.network.idle()
    await untilAnswered(() => drainInbox(kit.context('job:inbox'), 10))
    await untilAnswered(() => runReturns(kit.context('job:returns'), 10))
    await untilAnswered(() => requestReturns(kit.context('job:ask-returns'), 10))
    if ((await statusOf(chargeId)) === 'partially_refunded') return
    world.clock.advance(LATER_MS)
    throw new Error(`the refund of the charge ${chargeId} is not completed`)
  })
}

/** Repeats the recording of a payout until this attempt or an earlier one has recorded the payout. */
async function payOut(): Promise<void> {
  const payout = { externalReference: anIdempotencyKey(), paidAt: world.clock.now(), amountCents: 100n }
  await untilAnswered(() => recordPayout(kit.context('test'), world.merchantId, payout)).catch(
    (error: unknown) => {
      if (!(error instanceof Problem) || error.details.reason !== 'external_reference_in_use') throw error
    },
  )
}

const COUNTS = `
  select (select count(*) from charge) as charges, (select count(*) from payment) as payments,
    (select count(*) from refund) as refunds, (select count(*) from network_return) as returns,
    (select count(*) from payout) as payouts,
    (select count(*) from webhook_event where type = 'charge.paid') as "paid events",
    (select count(*) from webhook_event where type = 'refund.created') as "created events",
    (select count(*) from webhook_event where type = 'refund.completed') as "completed events"`

test('a lost answer to any commit of a charge, its payment, its refund or a payout loses and doubles nothing', async () => {
  let rounds = 0n
  for (let isLost = true; isLost; rounds += 1n) {
    Object.assign(statements, { next: 1, lost: Number(rounds) + 1 })
    const lostBefore = proxy.lostCount
    const id = await createIssued()
    await payAndRecord(id)
    await refundAndReturn(id)
    await payOut()
    isLost = proxy.lostCount > lostBefore
  }
  statements.lost = 0
  // In the last round, the proxy lost no answer, because the round had fewer commits than `statements.lost`.
  expect(rounds).toBeGreaterThan(8n)
  const [counts] = await sql(world.context(), COUNTS)
  expect(counts).toEqual({
    charges: rounds + 1n,
    payments: rounds + 1n,
    refunds: rounds,
    returns: rounds,
    payouts: rounds,
    'paid events': rounds + 1n,
    'created events': rounds,
    'completed events': rounds,
  })
  expect((await verifyLedger(world.context())).findings).toEqual([])
})

test.each([
  { fault: 'drop', name: 'Loja nova' },
  { fault: 'cut', name: 'Padaria São João' },
] as const)(
  'an update of the name fails with the proxy fault $fault, and the stored name is then $name',
  async ({ fault, name }) => {
    const { merchantId } = await world.anotherMerchant()
    const write = (text: string, ...values: string[]) =>
      transaction(kit.context('test'), (tx) => sql(tx, text, [merchantId, ...values]))
    await write(`update merchant set name = 'Padaria São João' where id = $1`)
    Object.assign(statements, { next: 1, lost: 1, fault })
    await expect(write('update merchant set name = $2 where id = $1', 'Loja nova')).rejects.toSatisfy(
      isTransient,
    )
    expect(await sql(world.context(), 'select name from merchant where id = $1', [merchantId])).toEqual([
      { name },
    ])
  },
)
