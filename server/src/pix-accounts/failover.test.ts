import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Network } from '../../simulator/network.ts'
import { txidOf } from '../charges/charge.entity.ts'
import { createCharge as createChargeAt } from '../charges/issuance/create-charge.ts'
import { resolveIssuance } from '../charges/issuance/resolve-issuance.ts'
import { sweepReceived } from '../inbox/sweep-received.ts'
import { sql } from '../kernel/database/sql.ts'
import { verifyLedger } from '../ledger/verify/verify-ledger.ts'
import { mapProviders } from '../pix/pix-accounts.ts'
import type { PixProvider } from '../pix/provider.ts'
import { anIdempotencyKey, createCharge, type ChargeJson } from '../testing/fixtures/charges.ts'
import { World } from '../testing/world.ts'
import { reservePayout } from '../payouts/reserve-payout.ts'
import { settleListed } from '../settlements/settle-listed.ts'
import { openSecrets } from './account-secrets.ts'
import { assignPixAccounts } from './manage/assign-accounts.ts'
import { setPixAccountCeilings } from './manage/set-account-ceilings.ts'
import { setPixAccountState } from './manage/set-account-state.ts'

/** The timeout of calls that must fail. */
const SHORT_MS = 150

let world: World
let first: Network
let second: Network
let merchantId: string

beforeAll(async () => {
  world = await World.start()
  first = await world.networks.add(world.context(), 'first')
  second = await world.networks.add(world.context(), 'second')
})
beforeEach(async () => {
  for (const network of [world.network, first, second]) network.liftFaults()
  for (const id of ['first', 'second']) {
    await setPixAccountState(world.context(), id, 'active')
    await setPixAccountCeilings(world.context(), id, { chargeCeilingCents: null, payoutCeilingCents: null })
  }
  ;({ merchantId } = world)
  await assignPixAccounts(world.context(), merchantId, ['first', 'second'])
  await recover()
})
afterAll(() => world.stop())

/** Ends every pause after failed calls: advances the clock, and creates a charge at each account. */
async function recover(): Promise<void> {
  world.clock.advance(3_600_000)
  for (const id of ['first', 'second']) {
    await world.kit.pix.of(id).find('0'.repeat(32))
    await world.kit.pix.of(id).issue({
      txid: world.kit.ids.uuid(world.clock.now()).replaceAll('-', ''),
      amountCents: 100n,
      expiresInSeconds: 60,
      payer: { name: 'Maria', document: '12345678909' },
      description: null,
      merchantName: 'Loja',
    })
  }
}

async function accountOf(charge: { id: string }): Promise<string | undefined> {
  const select = 'select pix_account_id as account from charge where id = $1'
  const [row] = await sql<{ account: string }>(world.context(), select, [charge.id])
  return row?.account
}

const has = (network: Network, charge: { id: string }): boolean => network.cob(txidOf(charge.id)).cob !== null

/** Asserts that only the PSP of one account has a cob for the charge. */
async function expectOnlyAt(charge: { id: string }, account: 'first' | 'second'): Promise<void> {
  expect(await accountOf(charge)).toBe(account)
  expect([has(first, charge), has(second, charge)]).toEqual([account === 'first', account === 'second'])
}

test('a charge is created at the first account of the merchant, and is paid, settled and cleared there', async () => {
  const { body } = await createCharge(world.rest)
  await expectOnlyAt(body, 'first')
  first.pay({ txid: txidOf(body.id) })
  await world.settleInbox()
  expect((await world.rest.get<ChargeJson>(`/v1/pix/charges/${body.id}`)).body.status).toBe('paid')
  const clearing = () =>
    sql<{ cents: bigint }>(
      world.context(),
      `select balance_cents as cents from ledger_account
       where merchant_id = $1 and code = 'provider_clearing:first'`,
      [merchantId],
    )
  expect(await clearing()).toEqual([{ cents: -BigInt(body.amount_cents) }])
  await sweepReceived(world.context())
  await settleListed(world.context(), 100)
  expect(await clearing()).toEqual([{ cents: 0n }])
  expect((await verifyLedger(world.context())).findings).toEqual([])
})

test.each(['http_503', 'refuse'] as const)(
  'a charge moves to the next account when the PSP fails with %s, and has one cob',
  async (mode) => {
    first.setFault({ on: 'cob', mode, count: 1 })
    const { body } = await createCharge(world.rest)
    expect(body.status).toBe('pending')
    await expectOnlyAt(body, 'second')
  },
)

test('when no PSP created the charge, the call is refused and can be repeated', async () => {
  for (const network of [first, second]) network.setFault({ on: 'cob', mode: 'http_503', count: 1 })
  const key = anIdempotencyKey()
  const order = { order_reference: 'pedido-sem-psp' }
  expect((await createCharge(world.rest, order, key)).status).toBe(503)
  const { status, body } = await createCharge(world.rest, order, key)
  expect([status, body.status]).toEqual([201, 'pending'])
  await expectOnlyAt(body, 'first')
})

test('a charge that the PSP created without an answer stays at its account, and is created at no other PSP', async () => {
  first.setFault({ on: 'cob', mode: 'drop', count: 1 })
  const { body } = await createCharge(world.rest, { expires_in_seconds: 86_400 })
  expect(body.status).toBe('created')
  await expectOnlyAt(body, 'first')
  world.clock.advance(301_000)
  await resolveIssuance(world.context('job:issuance'), 100)
  await expectOnlyAt(body, 'first')
  expect((await world.rest.get<ChargeJson>(`/v1/pix/charges/${body.id}`)).body.status).toBe('pending')
})

test('after two issuances without an answer, new charges use the next account until the PSP answers again', async () => {
  first.setFault({ on: 'cob', mode: 'timeout_before' })
  const lost = await world.withPixTimeout(SHORT_MS, () =>
    Promise.all([createCharge(world.rest), createCharge(world.rest)]),
  )
  expect(lost.map(({ body }) => body.status)).toEqual(['created', 'created'])
  const { body } = await createCharge(world.rest)
  expect(body.status).toBe('pending')
  await expectOnlyAt(body, 'second')
  const isAvoided = () => world.kit.pixStates().map(({ avoidedSince }) => avoidedSince !== undefined)
  expect(isAvoided()).toContain(true)
  first.liftFaults()
  world.clock.advance(30_000)
  await world.kit.pix.of('first').find(txidOf(body.id))
  const trial = await createCharge(world.rest)
  await expectOnlyAt(trial.body, 'first')
  expect(isAvoided()).not.toContain(true)
})

/** Returns an input of `createChargeAt`. */
const anOrder = (reference: string) => ({
  idempotencyKey: anIdempotencyKey(),
  orderReference: reference,
  amountCents: 1_000n,
  description: null,
  payer: { name: 'Maria', document: '12345678909', email: 'm@x.co', phone: '11987654321' },
  expiresInSeconds: 86_400,
  metadata: {},
})

/** Creates a charge in a process that crashes. Returns the charge's id. */
async function crash(reference: string, pix: Partial<typeof world.kit.pix>): Promise<{ id: string }> {
  const ctx = {
    ...world.context(),
    pix: { ...mapProviders(world.kit.pix, (provider) => provider), ...pix },
  }
  await expect(createChargeAt(ctx, merchantId, anOrder(reference))).rejects.toThrow('crashed')
  const select = 'select id from charge where merchant_id = $1 and order_reference = $2'
  const [row] = await sql<{ id: string }>(world.context(), select, [merchantId, reference])
  return row ?? { id: '' }
}

const crashes = (): Promise<never> => Promise.reject(new Error('crashed'))
const crashingIssue = (provider: PixProvider): PixProvider => ({ ...provider, issue: crashes })

test('after a crash during the change to another account, a charge is issued at the account that was stored last', async () => {
  first.setFault({ on: 'cob', mode: 'http_503', count: 2 })
  let calls = 0
  const before = await crash('caiu-antes', {
    avoided: () => (++calls === 1 ? Promise.resolve([]) : crashes()),
  })
  const after = await crash('caiu-depois', {
    of: (id) => (id === 'second' ? crashingIssue(world.kit.pix.of(id)) : world.kit.pix.of(id)),
  })
  expect([await accountOf(before), await accountOf(after)]).toEqual(['first', 'second'])
  world.clock.advance(301_000)
  await resolveIssuance(world.context('job:issuance'), 100)
  await expectOnlyAt(before, 'first')
  await expectOnlyAt(after, 'second')
})

test('a charge uses the first account whose ceiling allows it, and fails without a call if there is none', async () => {
  await setPixAccountCeilings(world.context(), 'first', { chargeCeilingCents: 1_000n })
  await setPixAccountCeilings(world.context(), 'second', { chargeCeilingCents: 2_000n })
  const between = await createCharge(world.rest, { amount_cents: 1_001 })
  await expectOnlyAt(between.body, 'second')
  const above = await createCharge(world.rest, { amount_cents: 2_001 })
  expect(above.body).toMatchObject({
    status: 'failed',
    failure_message: 'Valor acima do limite permitido',
  })
  expect([has(first, above.body), has(second, above.body)]).toEqual([false, false])
})

test('a payout above the payout ceiling of every account is refused', async () => {
  await setPixAccountCeilings(world.context(), 'first', { payoutCeilingCents: 1_000n })
  await setPixAccountCeilings(world.context(), 'second', { payoutCeilingCents: 2_000n })
  const reserve = (amountCents: bigint) =>
    reservePayout(world.context('staff:test'), merchantId, {
      amountCents,
      idempotencyKey: anIdempotencyKey(),
    })
  await expect(reserve(2_001n)).rejects.toMatchObject({ details: { reason: 'payout_over_limit' } })
  await expect(reserve(2_000n)).rejects.toMatchObject({ details: { reason: 'insufficient_balance' } })
})

test('a draining account gets no new charge, and cannot be turned off while it has open charges', async () => {
  const earlier = await createCharge(world.rest)
  await setPixAccountState(world.context(), 'first', 'draining')
  await expectOnlyAt((await createCharge(world.rest)).body, 'second')
  await expect(setPixAccountState(world.context(), 'first', 'off')).rejects.toMatchObject({
    details: { reason: 'pix_account_has_open_work' },
  })
  await setPixAccountState(world.context(), 'second', 'draining')
  expect((await createCharge(world.rest)).status).toBe(503)
  const cancelled = await world.rest.post<ChargeJson>(`/v1/pix/charges/${earlier.body.id}/cancel`, {})
  expect(cancelled.body.status).toBe('cancelled')
})

test('a callback with the Pix key of another account is ignored, and a callback with an unknown secret gets 404', async () => {
  const { body } = await createCharge(world.rest)
  const secrets = await openSecrets(world.context(), { accountId: 'second' })
  const secret = secrets.find(({ kind }) => kind === 'callback_secret')?.secret ?? ''
  const pix = {
    endToEndId: `E${'7'.repeat(31)}`,
    txid: txidOf(body.id),
    valor: '100.00',
    horario: world.clock.now().toISOString(),
  }
  const send = (path: string, chave: string) =>
    fetch(`${world.baseUrl}/network/${path}/pix`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ pix: [{ ...pix, chave }] }),
    })
  const select = 'select pix_account_id as account from network_inbox where end_to_end_id = $1'
  const rows = () => sql<{ account: string }>(world.context(), select, [pix.endToEndId])
  expect((await send('x'.repeat(43), 'second@pix.example')).status).toBe(404)
  expect((await send(secret, 'first@pix.example')).status).toBe(200)
  expect(await rows()).toEqual([])
  expect((await send(secret, 'second@pix.example')).status).toBe(200)
  expect(await rows()).toEqual([{ account: 'second' }])
})
