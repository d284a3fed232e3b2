import { afterAll, beforeAll, expect, test } from 'vitest'
import { countStatements } from '../testing/suites/count-statements.ts'
import { TestConsole, type ConsoleClient } from '../testing/clients/console-client.ts'
import { aPaidCharge, createCharge } from '../testing/fixtures/charges.ts'
import { World } from '../testing/world.ts'

const counter = { statements: 0 }

let world: World
let testConsole: TestConsole
let support: ConsoleClient
beforeAll(async () => {
  world = await World.start({ terms: { feePercentBps: 200, reserveBps: 500, reserveDays: 30 } })
  const consoleContext: typeof world.kit.consoleContext = (id) =>
    countStatements(world.kit.consoleContext(id), counter)
  testConsole = await TestConsole.start({ ...world.kit, consoleContext })
  support = await testConsole.signedIn('support')
})
afterAll(async () => {
  await testConsole.stop()
  await world.stop()
})

const ONE = `query ($id: Uuid!) { charge(id: $id) {
  id status amountCents feeCents netCents reserveCents refundedCents currency paidAt latePayment endToEndId
  paymentsCount failureText payerName payerDocumentMasked
  merchant { id name documentMasked terms { feePercentBps feeFixedCents } }
  pix { txid qrCodePayload expiresAt }
  payments { endToEndId amountCents classification }
  journalLines { eventType position amountCents charge { orderReference } }
  timeline { at kind journalId }
} }`

interface Listed {
  charges: {
    nodes: { id: string; status: string }[]
    pageInfo: { hasNextPage: boolean; endCursor: string | null }
  }
}

const list = (args: string, variables: Record<string, unknown> = {}, declared = '') =>
  support.send<Listed>(
    `query ${declared} { charges${args} { nodes { id status } pageInfo { hasNextPage endCursor } } }`,
    variables,
  )

test('support sees the amounts, payments, journal lines and payer of a paid charge, with the CPF masked', async () => {
  const paid = await aPaidCharge(world, { amount_cents: 10_000 })
  const { data, errors } = await support.send<{ charge: object }>(ONE, { id: paid.id })
  expect(errors).toEqual([])
  expect(data?.charge).toMatchObject({
    id: paid.id,
    status: 'paid',
    amountCents: '10000',
    feeCents: '200',
    netCents: '9800',
    reserveCents: '490',
    refundedCents: '0',
    currency: 'BRL',
    paidAt: paid.paid_at,
    latePayment: false,
    endToEndId: paid.end_to_end_id,
    paymentsCount: 1,
    failureText: null,
    payerName: 'Maria José da Silva',
    payerDocumentMasked: '***.456.789-**',
    merchant: {
      id: world.merchantId,
      name: 'Padaria São João',
      documentMasked: '**.345.678/****-**',
      terms: { feePercentBps: 200, feeFixedCents: '0' },
    },
    pix: { txid: paid.pix?.txid, qrCodePayload: paid.pix?.qr_code_payload, expiresAt: paid.expires_at },
    payments: [{ endToEndId: paid.end_to_end_id, amountCents: '10000', classification: 'primary' }],
    journalLines: expect.arrayContaining([
      {
        eventType: 'charge.paid',
        position: 'pending',
        amountCents: '9800',
        charge: { orderReference: paid.order_reference },
      },
    ]),
    timeline: expect.arrayContaining([
      expect.objectContaining({ kind: 'charge.created' }),
      expect.objectContaining({ kind: 'payment.primary', journalId: expect.any(String) }),
    ]),
  })
})

async function expectedSale(id: string) {
  const text = 'query ($id: Uuid!) { charge(id: $id) { expectedSale { feeCents netCents reserveCents } } }'
  const { data } = await support.send<{ charge: { expectedSale: object | null } }>(text, { id })
  return data?.charge.expectedSale
}

test('an open charge has the sale that its payment would make; a paid, expired or failed charge has none', async () => {
  const { body: open } = await createCharge(world.rest, { amount_cents: 10_000, expires_in_seconds: 60 })
  const { body: failed } = await createCharge(world.rest, { payer: undefined })
  expect(await expectedSale(open.id)).toEqual({ feeCents: '200', netCents: '9800', reserveCents: '490' })
  expect(await expectedSale((await aPaidCharge(world)).id)).toBeNull()
  expect(await expectedSale(failed.id)).toBeNull()
  world.clock.advance(120_000)
  expect(await expectedSale(open.id)).toBeNull()
})

test('the charge query does not return the full CPF of the payer', async () => {
  const { body } = await createCharge(world.rest)
  const { data } = await support.send(ONE, { id: body.id })
  expect(JSON.stringify(data)).not.toContain('12345678909')
})

test('support may not read balanceAfterCents of journal lines, but finance may', async () => {
  const paid = await aPaidCharge(world)
  const read = (browser: ConsoleClient) =>
    browser.send<{ charge: { journalLines: { balanceAfterCents: string }[] } }>(
      'query ($id: Uuid!) { charge(id: $id) { journalLines { balanceAfterCents } } }',
      { id: paid.id },
    )
  expect((await read(support)).code).toBe('FORBIDDEN')
  const { data } = await read(await testConsole.signedIn('finance'))
  expect(data?.charge.journalLines.length).toBeGreaterThan(0)
})

test('a failed charge has a failure text in Portuguese and in English, and no QR code', async () => {
  const { body } = await createCharge(world.rest, { payer: undefined })
  const { data } = await support.send<{ charge: object }>(ONE, { id: body.id })
  expect(data?.charge).toMatchObject({
    status: 'failed',
    pix: null,
    failureText: ['Dados do pagador incompletos', 'Incomplete payer details'],
    payerDocumentMasked: null,
    payments: [],
    journalLines: [],
  })
})

test('the query for an unknown charge returns null, and a malformed id is refused with malformed_id', async () => {
  const unknown = await support.send(ONE, { id: '01890000-0000-7000-8000-000000000000' })
  expect(unknown).toMatchObject({ data: { charge: null }, errors: [] })
  const { status, errors } = await support.send(ONE, { id: 'not-an-id' })
  expect(status).toBe(400)
  expect(errors[0]?.message).toBe('Variable "$id" got invalid value "not-an-id"; Malformed Uuid.')
  expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', reason: 'malformed_id' })
})

const found = async (filter: object) => {
  const { data, errors } = await list('(filter: $f)', { f: filter }, '($f: ChargeFilter)')
  expect(errors).toEqual([])
  return data?.charges.nodes.map(({ id }) => id)
}

test('staff find charges by order reference or txid, of all merchants or of one merchant', async () => {
  const { merchantId, rest } = await world.anotherMerchant()
  const { body: otherCharge } = await createCharge(rest, { order_reference: 'mesmo-pedido' })
  const { body: ownCharge } = await createCharge(world.rest, { order_reference: 'mesmo-pedido' })
  expect(await found({ orderReference: 'mesmo-pedido' })).toEqual([ownCharge.id, otherCharge.id])
  expect(await found({ orderReference: 'mesmo-pedido', merchantId })).toEqual([otherCharge.id])
  expect(await found({ q: otherCharge.pix?.txid })).toEqual([otherCharge.id])
  expect(await found({ q: 'mesmo-pedido', status: ['paid'] })).toEqual([])
  expect(
    await found({ q: null, status: null, orderReference: 'mesmo-pedido', merchantId: null }),
  ).toHaveLength(2)
})

test('the filters latePayment and duplicates find charges that were paid late or more than once', async () => {
  const { body: late } = await createCharge(world.rest, { expires_in_seconds: 60 })
  const { body: twice } = await createCharge(world.rest)
  world.network.pay({ txid: twice.pix?.txid ?? '', times: 2 })
  world.clock.advance(120_000)
  world.network.pay({ txid: late.pix?.txid ?? '' })
  await world.settleInbox()
  expect(await found({ latePayment: true })).toEqual([late.id])
  expect(await found({ duplicates: true })).toEqual([twice.id])
  expect(await found({ duplicates: true, q: late.order_reference })).toEqual([])
  expect(await found({ latePayment: true, status: ['paid'], merchantId: world.merchantId })).toEqual([
    late.id,
  ])
})

test('successive pages contain each charge exactly once', async () => {
  const { merchantId, rest } = await world.anotherMerchant()
  for (let n = 0; n < 5; n++) await createCharge(rest)
  const ids: string[] = []
  let after: string | null = null
  do {
    const { data } = await list(
      '(filter: { merchantId: $m }, first: 2, after: $a)',
      { m: merchantId, a: after },
      '($m: Uuid, $a: String)',
    )
    ids.push(...(data?.charges.nodes.map(({ id }) => id) ?? []))
    after = data?.charges.pageInfo.endCursor ?? null
  } while (after !== null)
  expect(new Set(ids).size).toBe(5)
  expect(ids).toHaveLength(5)
})

const rows = (first: number) => `{ charges(filter: { status: [paid] }, first: ${first}) { nodes {
  merchant { name } payments { id } journalLines { journalId } timeline { kind } } } }`

const statementsFor = async (first: number) => {
  counter.statements = 0
  expect((await support.send(rows(first))).errors).toEqual([])
  return counter.statements
}

test('a page of ten charges takes as many SQL statements as a page of two', async () => {
  for (let n = 0; n < 10; n++) await aPaidCharge(world)
  const forTwo = await statementsFor(2)
  expect(forTwo).toBeLessThanOrEqual(10)
  expect(await statementsFor(10)).toBe(forTwo)
})
