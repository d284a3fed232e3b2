import { beforeAll, expect, test } from 'vitest'
import { createApiKey } from '../api-keys/create-api-key.ts'
import { sql } from '../kernel/database/sql.ts'
import { recordPayout } from '../payouts/record-payout.ts'
import { settleEverything } from '../testing/fixtures/ledger.ts'
import type { ConsoleClient } from '../testing/clients/console-client.ts'
import { aPaidCharge, createCharge, type ChargeJson } from '../testing/fixtures/charges.ts'
import { startWebhookConsole } from '../testing/fixtures/start-console.ts'
import { requestRefund, untilEnded, type RefundJson } from '../testing/fixtures/returns.ts'
import type { WebhookMerchant } from '../testing/fixtures/webhook-fixture.ts'

const { fixture, testConsole } = await startWebhookConsole()
const { world } = fixture
let merchant: WebhookMerchant
let admin: ConsoleClient
let paid: ChargeJson
let refund: RefundJson
beforeAll(async () => {
  admin = await testConsole.signedIn('admin')
  merchant = await fixture.createMerchant()
  const client = { rest: merchant.rest, network: world.network, settleInbox: () => world.settleInbox() }
  paid = await aPaidCharge(client, {
    order_reference: 'Loja-2026/0001',
    amount_cents: 123_457,
    payer: {
      name: 'Ângela Ñandú de Souza',
      document: '52998224725',
      email: 'a@b.com.br',
      phone: '+5511987654321',
    },
  })
  const requested = await requestRefund(merchant.rest, paid.id, { amount_cents: 100 })
  refund = await untilEnded(world, requested.body, merchant.rest)
})

interface Hit {
  kind: string
  id: string
  merchantId: string
  title: string | null
  detail: string | null
  amountCents: string | null
  path: string
}

async function found(text: string, browser = admin): Promise<Hit[]> {
  const { data, errors } = await browser.send<{ search: Hit[] }>(
    'query ($t: String!) { search(text: $t) { kind id merchantId title detail amountCents path merchant { name } } }',
    { t: text },
  )
  expect(errors).toEqual([])
  return data?.search ?? []
}

const kinds = async (text: string, browser = admin) => (await found(text, browser)).map(({ kind }) => kind)

/** Returns the text with each letter in the other case. */
const swapCase = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )

test('a charge is found by id, txid, end-to-end id, BR Code, amount, document, reference and payer name', async () => {
  const texts = [
    paid.id,
    paid.pix?.txid ?? '',
    paid.end_to_end_id ?? '',
    swapCase(paid.end_to_end_id ?? ''),
    paid.pix?.qr_code_payload ?? '',
    'R$ 1.234,57',
    '1234,57',
    '529.982.247-25',
    'Loja-2026/0001',
    'Loja-2026',
    'angela nandu',
  ]
  for (const text of texts) {
    expect(await found(text)).toContainEqual({
      kind: 'charge',
      id: paid.id,
      merchantId: merchant.merchantId,
      title: 'Loja-2026/0001',
      detail: 'partially_refunded · Ângela Ñandú de Souza',
      amountCents: '123457',
      path: `/charges/${paid.id}`,
      merchant: { name: 'Loja B' },
    })
  }
})

test('a refund is found by its id and its return id, and a case by its id', async () => {
  for (const text of [refund.id, refund.return_id ?? '']) {
    expect(await found(text)).toContainEqual(
      expect.objectContaining({
        kind: 'refund',
        id: refund.id,
        title: null,
        amountCents: '100',
        path: `/charges/${paid.id}`,
      }),
    )
  }
  expect(await kinds(refund.case_id)).toEqual(['financial_case'])
  expect(await kinds(refund.return_id ?? '')).toEqual(['refund', 'financial_case'])
})

test('a charge is found by its ids in other forms, for example in a URL or in upper case', async () => {
  const endToEndId = paid.end_to_end_id ?? ''
  const spaced = `${endToEndId.slice(0, 20)} ${endToEndId.slice(20)}`
  const url = `https://console.example/charges/${paid.id}?merchant=all`
  for (const text of [`"${paid.id}"`, url, spaced, paid.pix?.txid?.toUpperCase() ?? ''])
    expect(await found(text)).toContainEqual(expect.objectContaining({ kind: 'charge', id: paid.id }))
})

test('a charge is found by its order reference, amount and CPF in other spellings', async () => {
  const texts = ['LOJA-2026/0001', 'loja-2026', '#Loja-2026/0001', 'r$ 1234.57', '529 982 247 25']
  for (const text of texts)
    expect(await found(text)).toContainEqual(expect.objectContaining({ kind: 'charge', id: paid.id }))
})

test('a refund is found by its id without hyphens', async () => {
  expect(await kinds(refund.id.replaceAll('-', ''))).toEqual(['refund'])
})

test('a search for an amount that exceeds the range of bigint cents finds nothing', async () => {
  expect(await found('R$ 999.999.999.999.999.999,00')).toEqual([])
})

test('a search for a held payment without a charge finds the case of the payment', async () => {
  const endToEndId = `E${'7'.repeat(31)}`
  const pix = { endToEndId, txid: 'f'.repeat(32), valor: '7.77', horario: world.clock.now() }
  await world.rest.post('/network/world-callback-secret/pix', { pix: [pix] })
  await world.settleInbox()
  expect(await kinds(endToEndId)).toEqual(['financial_case'])
})

test('payouts, journal entries, endpoints, deliveries, events, API keys and merchants are found by their ids, names, references or documents', async () => {
  await settleEverything(world)
  const payout = await recordPayout(world.context(), merchant.merchantId, {
    amountCents: 100n,
    externalReference: 'TED-777',
    paidAt: world.clock.now(),
  })
  const [delivery] = await fixture.deliveries(merchant)
  const [event] = await sql<{ id: string }>(
    world.context(),
    'select id from webhook_event where merchant_id = $1 limit 1',
    [merchant.merchantId],
  )
  const { apiKey, key } = await createApiKey(world.context(), merchant.merchantId, {
    name: 'caixa',
    scopes: ['charges:read'],
  })
  const expected: [string, string][] = [
    [payout.id, 'payout'],
    ['TED-777', 'payout'],
    [payout.journalId ?? '', 'journal_entry'],
    [merchant.endpointId, 'webhook_endpoint'],
    [delivery?.id ?? '', 'webhook_delivery'],
    [event?.id ?? '', 'webhook_event'],
    [apiKey.id, 'api_key'],
    [apiKey.prefix, 'api_key'],
    [key, 'api_key'],
    [merchant.merchantId, 'merchant'],
    ['98.765.432/0001-98', 'merchant'],
    ['Loja B', 'merchant'],
  ]
  for (const [text, kind] of expected) expect(await kinds(text)).toContain(kind)
})

test('a search for a correlation id finds the journal entries that the request posted', async () => {
  const [entry] = await sql<{ id: string; correlationId: string }>(
    world.context(),
    `select id, correlation_id as "correlationId" from journal_entry
     where merchant_id = $1 and event_type = 'case.hold'`,
    [merchant.merchantId],
  )
  expect(await found(entry?.correlationId ?? '')).toContainEqual(
    expect.objectContaining({ kind: 'journal_entry', id: entry?.id }),
  )
})

test('a search for a correlation id finds the charge that the request created, or whose money the request moved', async () => {
  const support = await testConsole.signedIn('support')
  const { body, headers } = await createCharge(merchant.rest, {})
  const creation = headers.get('x-correlation-id') ?? ''
  expect(await found(creation, support)).toEqual([expect.objectContaining({ kind: 'charge', id: body.id })])
  const requested = await requestRefund(merchant.rest, paid.id, { amount_cents: 50 })
  const [moved] = await found(requested.headers.get('x-correlation-id') ?? '', support)
  expect(moved).toMatchObject({ kind: 'charge', id: paid.id })
  const { data } = await support.send<{ charge: { correlationIds: string[] } }>(
    'query ($id: Uuid!) { charge(id: $id) { correlationIds } }',
    { id: body.id },
  )
  expect(data?.charge.correlationIds).toEqual([creation])
})

test('a search for the correlation id of a cancellation finds the charge, but not if the cancellation was a repeated call', async () => {
  const support = await testConsole.signedIn('support')
  const { body, headers } = await createCharge(merchant.rest, {})
  const cancel = async () => {
    const answer = await merchant.rest.post(`/v1/pix/charges/${body.id}/cancel`)
    return answer.headers.get('x-correlation-id') ?? ''
  }
  const [cancelled, repeated] = [await cancel(), await cancel()]
  expect(await found(cancelled, support)).toEqual([expect.objectContaining({ kind: 'charge', id: body.id })])
  expect(await found(repeated, support)).toEqual([])
  const { data } = await support.send<{ charge: { correlationIds: string[] } }>(
    'query ($id: Uuid!) { charge(id: $id) { correlationIds } }',
    { id: body.id },
  )
  expect(data?.charge.correlationIds).toEqual([headers.get('x-correlation-id'), cancelled])
})

test('a pending charge whose expiry has passed is found as expired even before the expiry job runs', async () => {
  const { body: charge } = await createCharge(merchant.rest, { expires_in_seconds: 60 })
  const details = async () => (await found(charge.id)).map(({ detail }) => detail?.split(' ')[0])
  expect(await details()).toEqual(['pending'])
  world.clock.advance(70_000)
  expect(await details()).toEqual(['expired'])
})

test('a search for a reference ignores case and lists an exact match first', async () => {
  const { body } = await createCharge(merchant.rest, { order_reference: 'NATAL-77' })
  const { body: small } = await createCharge(merchant.rest, { order_reference: 'natal-77' })
  for (const text of ['natal-77', 'Natal-7'])
    expect((await found(text)).filter(({ kind }) => kind === 'charge').map(({ id }) => id)).toEqual(
      expect.arrayContaining([body.id, small.id]),
    )
  expect((await found('natal-77'))[0]?.id).toBe(small.id)
})

test('a search returns at most four hits per kind, and an exact reference first', async () => {
  for (let n = 1; n <= 6; n++) await createCharge(world.rest, { order_reference: `serie-${n}` })
  const { body } = await createCharge(merchant.rest, { order_reference: 'serie-' })
  const hits = await found('serie-')
  expect(hits).toHaveLength(4)
  expect(hits[0]?.id).toBe(body.id)
  expect(await found('100%_serie')).toEqual([])
})

test("a search returns only hits that the user's role may read", async () => {
  const finance = await testConsole.signedIn('finance')
  const support = await testConsole.signedIn('support')
  expect(await kinds(merchant.endpointId, finance)).toEqual([])
  expect(await kinds(merchant.endpointId, support)).toEqual(['webhook_endpoint'])
  expect(await kinds('TED-777', support)).toEqual([])
  expect(await kinds('TED-777', finance)).toEqual(['payout'])
})
