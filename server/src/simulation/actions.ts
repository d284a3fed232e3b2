import { cancelCharge } from '../charges/cancellation/cancel-charge.ts'
import { createCharge } from '../charges/issuance/create-charge.ts'
import { txidOf } from '../charges/charge.entity.ts'
import { fromReais } from '../kernel/values/money.ts'
import { sql } from '../kernel/database/sql.ts'
import { requestRefund } from '../refunds/request-refund.ts'
import {
  assignAccounts,
  changeAccountState,
  changeCeilings,
  checkNewCharge,
  injectFault,
  removeFaults,
} from './account-actions.ts'
import {
  acceptByRest,
  decide,
  dispute,
  endMed,
  openMed,
  openNotice,
  sendEvidence,
} from './dispute-actions.ts'
import { endReserved, payOut, reserve, retry, reverse, writeOff } from './finance-actions.ts'
import { JOBS } from './jobs.ts'
import type { SimWorld } from './sim-world.ts'

interface Action {
  name: string
  weight: number
  run(world: SimWorld): Promise<void>
}

const SECOND = 1_000
const DAY = 86_400_000

export const ACTIONS: Action[] = [
  { name: 'create a charge', weight: 14, run: create },
  { name: 'repeat a create', weight: 5, run: repeatCreate },
  { name: 'pay a charge', weight: 14, run: pay },
  { name: 'cancel a charge', weight: 2, run: cancel },
  { name: 'remove a charge at the provider', weight: 2, run: removeAtProvider },
  { name: 'request a refund', weight: 6, run: refund },
  { name: 'open a dispute', weight: 3, run: dispute },
  { name: 'decide a dispute', weight: 3, run: decide },
  { name: 'MED at the provider', weight: 1, run: openMed },
  { name: 'notice of a MED', weight: 4, run: openNotice },
  { name: 'end a MED', weight: 2, run: endMed },
  { name: 'send evidence', weight: 2, run: sendEvidence },
  { name: 'accept a dispute', weight: 2, run: acceptByRest },
  { name: 'retry a return', weight: 1, run: retry },
  { name: 'pay out', weight: 3, run: payOut },
  { name: 'reserve a payout', weight: 2, run: reserve },
  { name: 'end a reserved payout', weight: 2, run: endReserved },
  { name: 'reverse a payout', weight: 1, run: reverse },
  { name: 'write off', weight: 2, run: writeOff },
  { name: 'run a job', weight: 40, run: job },
  {
    name: 'wait seconds',
    weight: 8,
    run: (world) => world.clock.advance(world.seed.between(50, 20 * SECOND)),
  },
  {
    name: 'wait hours',
    weight: 2,
    run: (world) => world.clock.advance(world.seed.between(600 * SECOND, DAY)),
  },
  { name: 'wait days', weight: 1, run: (world) => world.clock.advance(world.seed.between(DAY, 5 * DAY)) },
  { name: 'inject a fault', weight: 6, run: injectFault },
  { name: 'remove faults', weight: 4, run: removeFaults },
  { name: 'assign accounts', weight: 1, run: assignAccounts },
  { name: 'change the state of an account', weight: 1, run: changeAccountState },
  { name: 'change the ceilings of an account', weight: 1, run: changeCeilings },
]

async function create(world: SimWorld): Promise<void> {
  const { seed, expected } = world
  const merchantId = seed.pick(world.merchantIds) ?? ''
  const tag = seed.ids().bytes(5).toString('hex')
  const amountCents = BigInt(seed.between(1, seed.chance(0.3) ? 200 : 100_000))
  const input = chargeInput(`chave-${tag}`, `pedido-${tag}`, amountCents, seed.between(60, 7_200))
  expected.charges.push({
    merchantId,
    id: '',
    amountCents,
    key: input.idempotencyKey,
    order: input.orderReference,
  })
  const { charge } = await createCharge(world.context('api-key:a'), merchantId, input)
  const known = expected.charges.find(({ key }) => key === input.idempotencyKey)
  if (known) known.id = charge.id
  await checkNewCharge(world, charge.id)
}

/**
 * Repeats an earlier request to create a charge, with the same idempotency key and body, like a merchant that received
 * no response.
 */
async function repeatCreate(world: SimWorld): Promise<void> {
  const earlier = world.seed.pick(world.expected.charges)
  if (!earlier) return
  const seconds = await expirySecondsOf(world, earlier.key)
  if (seconds === undefined) return
  const input = chargeInput(earlier.key, earlier.order, earlier.amountCents, seconds)
  const { charge } = await createCharge(world.context('api-key:a'), earlier.merchantId, input)
  if (earlier.id !== '' && earlier.id !== charge.id)
    throw new Error(`BUG: the idempotency key ${earlier.key} created two charges`)
  earlier.id = charge.id
}

async function expirySecondsOf(world: SimWorld, key: string): Promise<number | undefined> {
  const [row] = await sql<{ seconds: number }>(
    world.safeContext(),
    'select expires_in_seconds as seconds from charge where idempotency_key = $1',
    [key],
  )
  return row?.seconds
}

const chargeInput = (
  idempotencyKey: string,
  orderReference: string,
  amountCents: bigint,
  expiresInSeconds: number,
) => ({
  idempotencyKey,
  orderReference,
  amountCents,
  description: null,
  payer: { name: 'Maria', document: '12345678909', email: 'm@x.co', phone: '11987654321' },
  expiresInSeconds,
  metadata: {},
})

function pay(world: SimWorld): Promise<void> {
  const { seed, network, expected } = world
  const charge = seed.pick(expected.charges.slice(-12)) ?? seed.pick(expected.charges)
  if (!charge || charge.id === '' || !network.hasCob(txidOf(charge.id))) return Promise.resolve()
  const paid = network.pay({
    txid: txidOf(charge.id),
    times: seed.chance(0.1) ? 2 : 1,
    callback: seed.pick(['normal', 'normal', 'normal', 'lost', 'late', 'duplicate'] as const),
    ...(seed.chance(0.1) ? { amountCents: charge.amountCents + 1n } : {}),
  })
  for (const pix of paid) {
    const amountCents = fromReais(pix.valor) ?? 0n
    expected.payments.push({ endToEndId: pix.endToEndId, txid: txidOf(charge.id), amountCents })
  }
  return network.idle()
}

async function cancel(world: SimWorld): Promise<void> {
  const charge = world.seed.pick(world.expected.charges)
  if (!charge || charge.id === '') return
  await cancelCharge(world.context('api-key:a'), charge.merchantId, charge.id, 'merchant')
}

/** Removes a charge at the PSP. The service learns of the removal only from the PSP's list of removed charges. */
function removeAtProvider(world: SimWorld): Promise<void> {
  const charge = world.seed.pick(world.expected.charges)
  const txid = charge && charge.id !== '' ? txidOf(charge.id) : undefined
  if (txid !== undefined && world.network.hasCob(txid)) world.network.removeCob(txid)
  return Promise.resolve()
}

async function refund(world: SimWorld): Promise<void> {
  const { seed, expected } = world
  const earlier = seed.chance(0.3) ? seed.pick(expected.refunds) : undefined
  const charge = expected.charges.find(({ id }) => id === earlier?.chargeId) ?? seed.pick(expected.charges)
  if (!charge || charge.id === '') return
  const key = earlier?.key ?? `devolucao-${seed.ids().bytes(5).toString('hex')}`
  const isFull = earlier !== undefined || seed.chance(0.4)
  const amountCents = isFull ? null : BigInt(seed.between(1, Number(charge.amountCents)))
  const input = { idempotencyKey: key, amountCents, reason: null, description: null, metadata: {} }
  const ctx = world.context('api-key:a')
  const { refund: made } = await requestRefund(
    ctx,
    { merchantId: charge.merchantId, chargeId: charge.id },
    input,
  )
  if (isFull && !earlier)
    expected.refunds.push({ merchantId: charge.merchantId, id: made.id, key, chargeId: charge.id })
  if (earlier && earlier.id !== made.id)
    throw new Error(`BUG: the idempotency key ${key} created two refunds`)
}

async function job(world: SimWorld): Promise<void> {
  await world.seed.pick(JOBS)?.run(world.context('job:simulated'))
}
