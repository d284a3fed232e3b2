import { systemClock } from '../../src/kernel/clock.ts'
import { systemIds } from '../../src/kernel/ids.ts'
import { Problem } from '../../src/kernel/problem.ts'
import { recordPayout } from '../../src/payouts/record-payout.ts'
import type { BenchMerchant, Deployment } from '../../bench/deployment.ts'
import { postJson } from '../post-json.ts'

const LOOPS = 6
const PAUSE_MS = 40
const PAYOUT_PAUSE_MS = 1_000
const AMOUNT_CENTS = 1_000
const PAYOUT_CENTS = 150n
/** One order out of this many is paid twice, and one order out of REFUND_EVERY is partly refunded. */
const TWICE_EVERY = 5
const REFUND_EVERY = 4
const REFUND_TRIES_MAX = 20

export interface ConfirmedPayout {
  merchantId: string
  externalReference: string
  paidAt: Date
  amountCents: bigint
}

/** The records that the service or the PSP confirmed, each with the time of the confirmation. */
export interface Confirmed {
  /** The confirmed charges, by id. */
  charges: Map<string, Date>
  /** The confirmed payments, by end-to-end id; `txid` names the paid charge. */
  payments: Map<string, { at: Date; txid: string }>
  /** The confirmed refunds, by id. */
  refunds: Map<string, Date>
  /** The confirmed payouts, by the bank's reference. */
  payouts: Map<string, ConfirmedPayout & { at: Date }>
}

export const nothingConfirmed = (): Confirmed => ({
  charges: new Map(),
  payments: new Map(),
  refunds: new Map(),
  payouts: new Map(),
})

/** Returns the base URL of the PSP's control routes. */
export const bankOf = (deployment: Deployment): string =>
  new URL(deployment.settings['PIX_BASE_URL'] ?? '').origin

/** Creates, pays and refunds charges, and records payouts, until `signal` aborts. Ignores calls that fail. */
export async function runLoad(
  deployment: Deployment,
  merchants: readonly BenchMerchant[],
  confirmed: Confirmed,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all([
    ...Array.from({ length: LOOPS }, (_, n) => {
      const merchant = merchants[n % merchants.length]
      return merchant ? sell(deployment, merchant, confirmed, signal) : Promise.resolve()
    }),
    ...merchants.map((merchant) => payOut(deployment, merchant, confirmed, signal)),
  ])
}

async function sell(
  deployment: Deployment,
  { apiKey }: BenchMerchant,
  confirmed: Confirmed,
  signal: AbortSignal,
): Promise<void> {
  const authorization = `Bearer ${apiKey}`
  for (let number = 1; !signal.aborted; number++) {
    const order = systemIds.bytes(8).toString('hex')
    const url = `${deployment.origin}/v1/pix/charges`
    const charge = await postJson(url, bodyOf(order), { authorization, 'idempotency-key': order })
    const id = charge['id']
    if (typeof id === 'string' && charge['status'] === 'pending') {
      confirmed.charges.set(id, systemClock.now())
      const txid = id.replaceAll('-', '')
      const times = number % TWICE_EVERY === 0 ? 2 : 1
      for (let time = 1; time <= times; time++) await pay(deployment, `${order}${time}`, txid, confirmed)
      if (number % REFUND_EVERY === 0) await refund(`${url}/${id}/refunds`, authorization, confirmed, signal)
    }
    await systemClock.sleep(PAUSE_MS, signal)
  }
}

async function pay(
  deployment: Deployment,
  name: string,
  txid: string,
  { payments }: Confirmed,
): Promise<void> {
  const endToEndId = `E99999004${name.padEnd(23, '0')}`
  const paid = await postJson(`${bankOf(deployment)}/simulator/pay`, { txid, end_to_end_id: endToEndId })
  if (Object.keys(paid).length > 0) payments.set(endToEndId, { at: systemClock.now(), txid })
}

/**
 * Requests a partial refund. Repeats the request, because the service refuses the refund until the payment is recorded.
 */
async function refund(
  url: string,
  authorization: string,
  { refunds }: Confirmed,
  signal: AbortSignal,
): Promise<void> {
  const key = systemIds.bytes(12).toString('hex')
  for (let tries = 1; tries <= REFUND_TRIES_MAX && !signal.aborted; tries++) {
    const made = await postJson(url, { amount_cents: 300 }, { authorization, 'idempotency-key': key })
    if (typeof made['id'] === 'string') return void refunds.set(made['id'], systemClock.now())
    await systemClock.sleep(PAUSE_MS, signal)
  }
}

async function payOut(
  deployment: Deployment,
  { id }: BenchMerchant,
  confirmed: Confirmed,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const externalReference = `TED-${systemIds.bytes(6).toString('hex')}`
    const payout = { merchantId: id, externalReference, paidAt: systemClock.now(), amountCents: PAYOUT_CENTS }
    if (await recordOnce(deployment, payout))
      confirmed.payouts.set(externalReference, { ...payout, at: systemClock.now() })
    await systemClock.sleep(PAYOUT_PAUSE_MS, signal)
  }
}

/**
 * Records a payout as an operator does. Returns whether the payout is recorded now, either by this call or by an
 * earlier call.
 */
export async function recordOnce(
  deployment: Deployment,
  { merchantId, ...payout }: ConfirmedPayout,
): Promise<boolean> {
  try {
    await deployment.withContext((ctx) => recordPayout(ctx, merchantId, payout))
    return true
  } catch (error) {
    if (error instanceof Problem) return error.details.reason === 'external_reference_in_use'
    // Other errors are ignored, because the drill stops the database during the load.
    return false
  }
}

const bodyOf = (order: string) => ({
  order_reference: order,
  amount_cents: AMOUNT_CENTS,
  payer: { name: 'Maria', document: '52998224725', email: 'm@exemplo.com.br', phone: '+5511987654321' },
})
