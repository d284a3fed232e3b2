import type { BenchMerchant, Deployment } from '../../bench/deployment.ts'
import { withToolContext } from '../../src/cli/context/tool-context.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import type { Context } from '../../src/kernel/context.ts'
import { systemIds } from '../../src/kernel/ids.ts'
import { isTransient } from '../../src/kernel/jobs/transient-error.ts'
import { Problem } from '../../src/kernel/problem.ts'
import { recordPayout, type RecordPayout } from '../../src/payouts/record-payout.ts'
import { postJson } from '../post-json.ts'
import { bankOf } from '../restore/load.ts'
import { chance, type Answer, type MerchantCaller } from './calls.ts'

const AMOUNT_CENTS = 1_000
const REFUND_CENTS = 300
const PAYOUT_CENTS = 150n
const PAUSE_MS = 300
/**
 * For 15 s, only the call that creates a charge may issue it at the PSP. A repetition of the call waits during this
 * time.
 */
const LEASE_MS = 15_000
/**
 * How many times a client repeats a request that the service refuses until other work has ended. Even on a busy
 * machine, a request needs more repetitions only if the other work never ends.
 */
const TRIES_MAX = 4_000
/** The shares of orders that are cancelled instead of paid, that are partly refunded, and that are requested twice. */
const CANCELLED = 0.15
const REFUNDED = 0.35
const REPEATED = 0.2

/** The records that the clients know. Each of these records must exist exactly once at the end. */
export interface Known {
  /** The charges by id, each with its order and the key of its merchant. */
  charges: Map<string, { apiKey: string; order: string }>
  /** The end-to-end ids of the payments that the PSP confirmed, with their charges. */
  payments: Map<string, string>
  /** The ids of the refunds, with their charges. */
  refunds: Map<string, string>
  cancelled: Set<string>
  /** The references of the recorded payouts. */
  payouts: Set<string>
  /** Answers that contradict an earlier answer, or that no client may get. */
  contradictions: string[]
}

export const knowNothing = (): Known => ({
  charges: new Map(),
  payments: new Map(),
  refunds: new Map(),
  cancelled: new Set(),
  payouts: new Set(),
  contradictions: [],
})

/** The service that a client calls, the merchant for which it calls, and the records that it knows. */
export interface Client {
  deployment: Deployment
  merchant: BenchMerchant
  caller: MerchantCaller
  known: Known
}

const pauseMs = (): number => PAUSE_MS
const untilLeaseEnds = (): number => (chance() < 0.2 ? PAUSE_MS : LEASE_MS)

/** Handles one order after the other until `signal` aborts. Then completes the order that is in progress. */
export async function handleOrders(client: Client, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const order = systemIds.bytes(8).toString('hex')
    const charge = await create(client, order)
    if (charge === undefined) continue
    if (chance() < CANCELLED) {
      await cancel(client, charge)
      continue
    }
    await pay(client, order, charge)
    if (chance() < REFUNDED) await refund(client, charge)
  }
}

/** Creates a charge. Returns the id of the charge; undefined if the service refused the charge. */
async function create({ merchant: { apiKey }, caller, known }: Client, order: string) {
  const body = {
    order_reference: order,
    amount_cents: AMOUNT_CENTS,
    payer: { name: 'Maria', document: '52998224725', email: 'm@exemplo.com.br', phone: '+5511987654321' },
  }
  const send = () =>
    caller.callUntilKnown(apiKey, '/v1/pix/charges', { body, key: order, pauseMs: untilLeaseEnds })
  const answer = await send()
  const id = idOf(answer)
  if (id === undefined) return contradict(known, `charge of order ${order}`, answer)
  if (chance() < REPEATED) {
    const repeated = await send()
    if (idOf(repeated) !== id) contradict(known, `repeated charge ${id}`, repeated)
  }
  known.charges.set(id, { apiKey, order })
  return id
}

/**
 * Cancels a charge. Repeats the call while the service refuses it because the result of the issuance is not yet known.
 */
async function cancel({ merchant: { apiKey }, caller, known }: Client, id: string): Promise<void> {
  for (let tries = 1; tries <= TRIES_MAX; tries++) {
    const path = `/v1/pix/charges/${id}/cancel`
    const answer = await caller.callUntilKnown(apiKey, path, { body: {}, pauseMs })
    if (answer.kind === 'ok') return void known.cancelled.add(id)
    if (answer.reason !== 'issuance_unknown') return contradict(known, `cancellation of ${id}`, answer)
    await systemClock.sleep(pauseMs())
  }
  contradict(known, `cancellation of ${id}`, 'never possible')
}

/**
 * Pays a charge at the PSP, whose answers do not pass the proxy. Repeats the payment until the PSP knows the charge.
 */
async function pay({ deployment, known }: Client, order: string, id: string): Promise<void> {
  const endToEndId = `E99999004${order.padEnd(23, '0')}`
  const body = { txid: id.replaceAll('-', ''), end_to_end_id: endToEndId }
  for (let tries = 1; tries <= TRIES_MAX; tries++) {
    const paid = await postJson(`${bankOf(deployment)}/simulator/pay`, body)
    if (Object.keys(paid).length > 0) return void known.payments.set(endToEndId, id)
    await systemClock.sleep(pauseMs())
  }
  contradict(known, `payment of ${id}`, 'never possible')
}

/**
 * Requests a partial refund. Repeats the request while the service refuses it because the payment is not yet recorded.
 */
async function refund({ merchant: { apiKey }, caller, known }: Client, id: string): Promise<void> {
  const path = `/v1/pix/charges/${id}/refunds`
  const given = { body: { amount_cents: REFUND_CENTS }, key: systemIds.bytes(12).toString('hex'), pauseMs }
  const request = () => caller.callUntilKnown(apiKey, path, given)
  for (let tries = 1; tries <= TRIES_MAX; tries++) {
    const answer = await request()
    const refundId = idOf(answer)
    if (refundId !== undefined) {
      known.refunds.set(refundId, id)
      const repeated = chance() < REPEATED ? await request() : answer
      if (idOf(repeated) !== refundId) contradict(known, `repeated refund ${refundId}`, repeated)
      return
    }
    if (answer.kind !== 'refused' || answer.reason !== 'charge_not_refundable')
      return contradict(known, `refund of ${id}`, answer)
    await systemClock.sleep(pauseMs())
  }
  contradict(known, `refund of ${id}`, 'never possible')
}

/**
 * Records payouts of one merchant until `signal` aborts, as an operator does. Then completes the payout that is in
 * progress.
 */
export async function payOut(
  { deployment, merchant, known }: Client,
  through: (url: string) => string,
  signal: AbortSignal,
): Promise<void> {
  const settings = { ...deployment.settings, DATABASE_URL: through(deployment.applicationUrl) }
  await withToolContext(settings, { applicationName: 'payouts', poolSize: 2 }, async (ctx) => {
    while (!signal.aborted) {
      const externalReference = `TED-${systemIds.bytes(6).toString('hex')}`
      const payout = { externalReference, paidAt: systemClock.now(), amountCents: PAYOUT_CENTS }
      let result = await attempt(ctx, merchant.id, payout)
      while (result === 'unknown') {
        await systemClock.sleep(PAUSE_MS)
        result = await attempt(ctx, merchant.id, payout)
      }
      if (result === 'recorded') known.payouts.add(externalReference)
      await systemClock.sleep(PAUSE_MS)
    }
  })
}

/**
 * Records a payout. Returns `recorded` if this call or an earlier call recorded the payout, and `refused` if the
 * balance is too low.
 */
async function attempt(
  ctx: Context,
  merchantId: string,
  payout: RecordPayout,
): Promise<'recorded' | 'refused' | 'unknown'> {
  try {
    await recordPayout(ctx, merchantId, payout)
    return 'recorded'
  } catch (error) {
    if (isTransient(error)) return 'unknown'
    const reason = error instanceof Problem ? error.details.reason : undefined
    if (reason === 'external_reference_in_use') return 'recorded'
    if (reason === 'insufficient_balance') return 'refused'
    throw error
  }
}

const idOf = (answer: Answer): string | undefined =>
  answer.kind === 'ok' && typeof answer.body['id'] === 'string' ? answer.body['id'] : undefined

function contradict({ contradictions }: Known, what: string, answer: unknown): undefined {
  contradictions.push(`${what}: ${JSON.stringify(answer)}`)
}
