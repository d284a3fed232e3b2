import type { MedInput } from '../../simulator/meds.ts'
import type { Med } from '../../simulator/records.ts'
import { txidOf } from '../charges/charge.entity.ts'
import { decideDispute, type Decision } from '../disputes/decide-dispute.ts'
import { openDispute } from '../disputes/open-dispute.ts'
import { sql } from '../kernel/database/sql.ts'
import type { DisputeAnswer, SimWorld } from './sim-world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** The maximum time in milliseconds after which the network decides a dispute, which may be long after the deadline. */
const DECISION_DELAY_MAX = 40 * DAY

/** Opens a dispute as a staff member. */
export async function dispute(world: SimWorld): Promise<void> {
  const { seed, expected } = world
  const payment = seed.pick(expected.payments)
  const charge = expected.charges.find(({ id }) => id !== '' && txidOf(id) === payment?.txid)
  if (!payment || !charge) return
  await openDispute(world.context('staff:s'), charge.merchantId, {
    endToEndId: payment.endToEndId,
    amountCents: null,
    nature: 'MED_FRAUDE',
    description: null,
    policy: seed.chance(0.7) ? 'service_advances' : 'return_what_exists',
  })
}

/** Decides a dispute as a staff member. */
export async function decide(world: SimWorld): Promise<void> {
  const { seed } = world
  const open = await sql<{ merchant_id: string; id: string; amount_cents: bigint }>(
    world.safeContext(),
    `select merchant_id, id, amount_cents from financial_case where kind = 'dispute' and status = 'open' order by id`,
  )
  const chosen = seed.pick(open)
  if (!chosen) return
  const part = BigInt(seed.between(1, Number(chosen.amount_cents)))
  const decision: Decision = seed.pick<Decision>([
    { kind: 'rejected' },
    { kind: 'cancelled' },
    { kind: 'accepted', amountCents: null, returnedBy: 'service' },
    { kind: 'accepted', amountCents: part, returnedBy: 'service' },
  ]) ?? { kind: 'rejected' }
  const at = { merchantId: chosen.merchant_id, caseId: chosen.id }
  await decideDispute(world.context('staff:s'), at, decision, 'simulada')
}

/**
 * Opens a MED dispute that ends in a return to the payer. The service learns of the dispute only after the return.
 */
export function openMed(world: SimWorld): Promise<void> {
  const payment = world.seed.pick(world.expected.payments)
  if (payment) world.network.openMed({ endToEndId: payment.endToEndId, outcome: 'returned' })
  return Promise.resolve()
}

/**
 * Opens a MED dispute of which the network notifies the service. The network decides before the deadline, at the
 * deadline, or long after it. Some notices are lost, late or repeated.
 */
export function openNotice(world: SimWorld): Promise<void> {
  const { seed, expected, network } = world
  const payment = seed.pick(expected.payments)
  if (!payment) return Promise.resolve()
  const amountCents = seed.chance(0.5) ? undefined : BigInt(seed.between(1, Number(payment.amountCents)))
  const input: MedInput & { endToEndId: string } = {
    endToEndId: payment.endToEndId,
    amountCents,
    outcome: seed.pick(['returned', 'returned', 'closed', 'cancelled', 'open'] as const),
    delayMs: seed.pick([undefined, seed.between(1, 7 * DAY), seed.between(7 * DAY, DECISION_DELAY_MAX)]),
    notice: {
      deadlineMs: seed.between(HOUR, 7 * DAY),
      callback: seed.pick(['normal', 'normal', 'normal', 'lost', 'late', 'duplicate'] as const),
    },
    ...(seed.chance(0.4) && { parts: partsOf(world, amountCents ?? payment.amountCents) }),
    partsIntervalMs: seed.between(1, 2 * DAY),
  }
  network.openMed(input)
  return network.idle()
}

/** Draws up to three random amounts that sum to at most `cents`. */
function partsOf({ seed }: SimWorld, cents: bigint): bigint[] {
  const parts: bigint[] = []
  let leftCents = cents
  while (parts.length < 3 && leftCents > 0n) {
    const part = BigInt(seed.between(1, Number(leftCents)))
    parts.push(part)
    leftCents -= part
  }
  return parts
}

/** Ends an open MED before the time that was planned for it. */
export function endMed(world: SimWorld): Promise<void> {
  const { seed, network } = world
  const med: Med | undefined = seed.pick(
    Array.from(network.meds.values()).filter(({ status }) => status === 'open'),
  )
  if (!med) return Promise.resolve()
  const outcome = seed.pick(['returned', 'closed', 'cancelled'] as const) ?? 'closed'
  network.endMed(med, outcome)
  return network.idle()
}

/** Sends evidence as the merchant, through the merchant API (/v1). */
export const sendEvidence = (world: SimWorld): Promise<void> => answer(world, 'evidence')

/** Accepts a dispute as the merchant, through the merchant API (/v1). */
export const acceptByRest = (world: SimWorld): Promise<void> => answer(world, 'accept')

/** Sends a new call, or sometimes repeats an earlier call, like a merchant that received no response. */
async function answer(world: SimWorld, action: DisputeAnswer['action']): Promise<void> {
  const { expected, seed } = world
  const earlier = expected.answers.filter((one) => one.action === action)
  const repeated = seed.chance(0.3) ? seed.pick(earlier) : undefined
  const one = repeated ?? (await newAnswer(world, action))
  if (!one) return
  if (!repeated) expected.answers.push(one)
  const { merchantId, caseId, key, text } = one
  const { status } = await world.callApi(merchantId, {
    path: `/v1/disputes/${caseId}/${action}`,
    body: text === undefined ? undefined : { text },
    idempotencyKey: key,
  })
  if (one.isAcknowledged && status !== 200)
    throw new Error(`BUG: the idempotency key ${key} changed a dispute twice`)
  one.isAcknowledged = true
}

async function newAnswer(
  world: SimWorld,
  action: DisputeAnswer['action'],
): Promise<DisputeAnswer | undefined> {
  const rows = await sql<{ merchant_id: string; case_id: string }>(
    world.safeContext(),
    'select merchant_id, case_id from dispute order by status desc, case_id limit 20',
  )
  const chosen = world.seed.pick(rows)
  if (!chosen) return undefined
  const tag = world.seed.ids().bytes(5).toString('hex')
  return {
    merchantId: chosen.merchant_id,
    caseId: chosen.case_id,
    action,
    key: `resposta-${tag}`,
    text: action === 'evidence' ? `Entregue, recibo ${tag}.` : undefined,
    isAcknowledged: false,
  }
}
