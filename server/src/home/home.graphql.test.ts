import { beforeAll, expect, test } from 'vitest'
import { decideDispute } from '../disputes/decide-dispute.ts'
import { getDispute } from '../disputes/dispute.queries.ts'
import { markEvidenceForwarded } from '../disputes/files/forward-evidence.ts'
import { submitEvidence } from '../disputes/submit-evidence.ts'
import { plusMs } from '../kernel/clock.ts'
import { sql } from '../kernel/database/sql.ts'
import { recordVerdict } from '../ledger/verify/verdict.queries.ts'
import { verifyLedger } from '../ledger/verify/verify-ledger.ts'
import { recordPayout } from '../payouts/record-payout.ts'
import { settleEverything } from '../testing/fixtures/ledger.ts'
import type { ConsoleClient } from '../testing/clients/console-client.ts'
import { aPaidCharge, createCharge } from '../testing/fixtures/charges.ts'
import { aDispute } from '../testing/fixtures/disputes.ts'
import { startWebhookConsole } from '../testing/fixtures/start-console.ts'
import type { WebhookMerchant } from '../testing/fixtures/webhook-fixture.ts'

const DAY_MS = 86_400_000

const { fixture, testConsole } = await startWebhookConsole()
let merchant: WebhookMerchant
beforeAll(async () => {
  merchant = await fixture.createMerchant()
})

const merchantClient = () => ({
  rest: merchant.rest,
  network: fixture.world.network,
  settleInbox: () => fixture.world.settleInbox(),
})
const owner = () => ({
  context: (actor: string) => fixture.world.context(actor),
  merchantId: merchant.merchantId,
})

interface Home {
  attention: { kind: string; id: string; amountCents: string | null }[]
  attentionCounts: { kind: string; count: number }[]
  support: Record<string, unknown> | null
  finance: Record<string, unknown> | null
}

const SUPPORT = `support { chargesToday { created createdCents paid paidCents } chargesLastWeek { created createdCents paid paidCents }
  openDisputes evidenceToForward failingEndpoints deliveryLagSeconds mostDelayed { merchant { id } } }`
const FINANCE = `finance { positions { pendingCents availableCents blockedCents totalCents }
  today { pendingCents availableCents totalCents } sevenDays { pendingCents availableCents totalCents }
  sameDayLastWeek { totalCents } lastPayouts { amountCents } suspendedMerchants { codes merchant { id } } ledgerVerdict { sound requestedBy } }`

const ATTENTION =
  'attention { kind id label amountCents dueAt since merchant { id } } attentionCounts { kind count }'

async function home(browser: ConsoleClient, merchantId: string | null = null): Promise<Home> {
  const { data, errors } = await browser.send<{ home: Home }>(
    `query ($m: Uuid) { home(zone: "UTC", merchantId: $m) { ${ATTENTION} ${SUPPORT} ${FINANCE} } }`,
    { m: merchantId },
  )
  expect(errors).toEqual([])
  if (!data) throw new Error(`the query home of merchant ${merchantId} returned no data`)
  return data.home
}

test('support sees charges stuck in issuance, open disputes, failing endpoints and the delivery lag', async () => {
  const { world } = fixture
  const { body } = await createCharge(merchant.rest)
  const ctx = world.context()
  await sql(ctx, `update charge set status = 'created', expires_at = null where id = $1`, [body.id])
  await sql(ctx, `update webhook_endpoint set consecutive_failures = 3, failing_since = $2 where id = $1`, [
    merchant.endpointId,
    world.clock.now(),
  ])
  const disputed = await aPaidCharge(merchantClient())
  const { caseId } = await aDispute(owner(), disputed)
  world.clock.advance(5 * 60_000)
  const { attention, attentionCounts, support, finance } = await home(await testConsole.signedIn('support'))
  expect(finance).toBeNull()
  expect(support).toMatchObject({ openDisputes: 1, evidenceToForward: 0, failingEndpoints: 1 })
  expect(attention).toMatchObject([
    { kind: 'endpoint_failing', id: merchant.endpointId, amountCents: null },
    { kind: 'dispute', id: caseId, amountCents: disputed.amount_cents },
    { kind: 'issuance_stuck', id: body.id, dueAt: null },
  ])
  expect(attentionCounts.filter(({ count }) => count > 0)).toEqual([
    { kind: 'dispute', count: 1 },
    { kind: 'endpoint_failing', count: 1 },
    { kind: 'issuance_stuck', count: 1 },
  ])
  expect(support?.['deliveryLagSeconds']).toBeGreaterThanOrEqual(300)
})

test('support sees open disputes whose evidence must be forwarded, with the earliest deadline first', async () => {
  const { world } = fixture
  const ctx = world.context('staff:1')
  const disputes: { merchantId: string; caseId: string }[] = []
  for (const days of [6, 3, 5]) {
    const charge = await aPaidCharge(merchantClient())
    disputes.push(await aDispute(owner(), charge, { answerUntil: plusMs(world.clock.now(), days * DAY_MS) }))
  }
  const [last, first, forwarded] = disputes
  if (!last || !first || !forwarded) throw new Error('BUG: there are fewer than three disputes')
  for (const { merchantId, caseId } of disputes)
    await submitEvidence(ctx, { merchantId, caseId }, 'Nota fiscal 42.')
  const { evidenceAt } = await getDispute(ctx, forwarded.merchantId, forwarded.caseId)
  await markEvidenceForwarded(ctx, forwarded, evidenceAt ?? world.clock.now())
  const { attention, support } = await home(await testConsole.signedIn('support'))
  expect(support).toMatchObject({ evidenceToForward: 2 })
  expect(attention.filter(({ kind }) => kind === 'evidence_to_forward')).toMatchObject([
    { id: first.caseId },
    { id: last.caseId },
  ])
  for (const { merchantId, caseId } of disputes)
    await decideDispute(ctx, { merchantId, caseId }, { kind: 'rejected' }, 'analisada')
  expect((await home(await testConsole.signedIn('support'))).support).toMatchObject({ evidenceToForward: 0 })
})

test('finance sees the positions, their changes, the last payouts and the suspended merchants', async () => {
  const { world } = fixture
  const other = await world.anotherMerchant({ feePercentBps: 0 })
  const otherClient = { ...merchantClient(), rest: other.rest }
  world.clock.advance(3 * DAY_MS)
  const before = (await home(await testConsole.signedIn('finance'))).finance
  expect(before).toMatchObject({ today: { totalCents: '0' } })
  await aPaidCharge(otherClient, { amount_cents: 5_000 })
  world.clock.advance(DAY_MS)
  await settleEverything(world)
  await recordPayout(world.context(), other.merchantId, {
    amountCents: 1_500n,
    externalReference: 'TED-1',
    paidAt: world.clock.now(),
  })
  await recordVerdict(world.context('cli'), await verifyLedger(world.context()))
  const { support, finance } = await home(await testConsole.signedIn('finance'))
  expect(support).toMatchObject({
    openDisputes: 1,
    chargesToday: { created: 0 },
    failingEndpoints: null,
    deliveryLagSeconds: null,
    mostDelayed: null,
  })
  const [sums] = await sql<{ cents: bigint }>(
    world.context(),
    'select sum(balance_cents)::bigint as cents from ledger_account where position is not null',
  )
  expect(finance).toMatchObject({
    positions: { totalCents: String(sums?.cents) },
    today: { totalCents: '-1500' },
    sevenDays: { totalCents: String(sums?.cents) },
    lastPayouts: [{ amountCents: '1500' }],
    suspendedMerchants: [{ codes: ['open_disputes'], merchant: { id: merchant.merchantId } }],
    ledgerVerdict: { sound: true, requestedBy: 'cli' },
  })
})

test('the list of merchants and its export show the same suspensions as the home page', async () => {
  const finance = await testConsole.signedIn('finance')
  const { data } = await finance.send<{ merchants: { id: string; suspensionCodes: string[] }[] }>(
    '{ merchants { id suspensionCodes } }',
  )
  const suspended = data?.merchants.filter(({ suspensionCodes }) => suspensionCodes.length > 0)
  expect(suspended).toEqual([{ id: merchant.merchantId, suspensionCodes: ['open_disputes'] }])
  const file = await finance.export({ list: 'merchants', format: 'csv', zone: 'UTC' })
  const lines = (await file.text()).trim().split('\r\n')
  expect(lines.find((line) => line.includes(merchant.merchantId))).toContain(',false,')
  expect(lines.filter((line) => line.includes(',false,'))).toHaveLength(1)
})

test('an administrator sees the home pages of support and of finance', async () => {
  const { support, finance } = await home(await testConsole.signedIn('admin'))
  expect(support).not.toBeNull()
  expect(finance).not.toBeNull()
})

test('an unknown time zone is refused, and the error names the field', async () => {
  const finance = await testConsole.signedIn('finance')
  const { errors } = await finance.send('{ home(zone: "+03:00") { finance { today { totalCents } } } }')
  expect(errors[0]?.extensions.fields).toEqual([{ path: 'zone', code: 'not_allowed' }])
})

test('the home page of a merchant shows only its own items, and today beside the same day of last week', async () => {
  const { world } = fixture
  const shop = await fixture.createMerchant()
  const network = { rest: shop.rest, network: world.network, settleInbox: () => world.settleInbox() }
  // Advance the clock to noon, so that the charges of an hour ago were created on the same day.
  world.clock.advance(DAY_MS - (world.clock.now().getTime() % DAY_MS) + DAY_MS / 2)
  const before = await aPaidCharge(network, { amount_cents: 7_000 })
  await createCharge(shop.rest)
  world.clock.advance(3_600_000)
  const lastWeek = world.clock.now()
  await createCharge(shop.rest, { order_reference: 'depois-da-hora' })
  await sql(world.context(), `update charge set created_at = $1 where order_reference = 'depois-da-hora'`, [
    plusMs(lastWeek, 600_000),
  ])
  world.clock.advance(7 * DAY_MS)
  const paid = await aPaidCharge(network, { amount_cents: 3_000 })
  await createCharge(merchant.rest)

  const admin = await testConsole.signedIn('admin')
  const { attention, support, finance } = await home(admin, shop.merchantId)
  expect(support).toMatchObject({
    chargesToday: { created: 1, createdCents: '3000', paid: 1, paidCents: '3000' },
    chargesLastWeek: { created: 2, paid: 1, paidCents: '7000' },
    openDisputes: 0,
    failingEndpoints: 0,
  })
  expect(attention).toEqual([])
  expect(finance).toMatchObject({
    positions: { totalCents: String(BigInt(before.net_cents ?? '') + BigInt(paid.net_cents ?? '')) },
    today: { totalCents: paid.net_cents },
    sameDayLastWeek: { totalCents: before.net_cents },
    lastPayouts: [],
    suspendedMerchants: [],
  })
  expect((await home(admin)).support).toMatchObject({ chargesToday: { created: 2 } })
})

test.each([
  ['waits for a retry', 'update webhook_delivery set next_attempt_at = $2 where endpoint_id = $1'],
  ['waits for the end of a pause', 'update webhook_endpoint set paused_until = $2 where id = $1'],
])('the delivery lag counts from the creation of an event that %s', async (_what, change) => {
  const { world } = fixture
  const shop = await fixture.createMerchant()
  world.clock.stop()
  await fixture.recordEvents(shop.merchantId)
  world.clock.advance(90_000)
  await sql(world.context(), change, [shop.endpointId, plusMs(world.clock.now(), DAY_MS)])
  const browser = await testConsole.signedIn('support')
  const { support } = await home(browser, shop.merchantId)
  expect(support).toMatchObject({
    deliveryLagSeconds: 90,
    mostDelayed: { merchant: { id: shop.merchantId } },
  })
  const { data } = await browser.send<{ webhookEndpoints: unknown }>(
    'query ($m: Uuid!) { webhookEndpoints(merchantId: $m) { health { lagSeconds } } }',
    { m: shop.merchantId },
  )
  expect(data?.webhookEndpoints).toEqual([{ health: { lagSeconds: 90 } }])
  const newer = await fixture.createMerchant()
  await fixture.recordEvents(newer.merchantId)
  const newerIsFirst = { mostDelayed: { merchant: { id: newer.merchantId } } }
  expect((await home(browser)).support).not.toMatchObject(newerIsFirst)
})
