import { beforeAll, expect, test } from 'vitest'
import { auditOf } from '../testing/fixtures/audit-lines.ts'
import { aBankAccount } from '../testing/fixtures/bank-accounts.ts'
import { balanceOf, settleEverything } from '../testing/fixtures/ledger.ts'
import { type ConsoleClient } from '../testing/clients/console-client.ts'
import { anIdempotencyKey, aPaidCharge } from '../testing/fixtures/charges.ts'
import { startConsole } from '../testing/fixtures/start-console.ts'

const { world, testConsole } = await startConsole({ terms: { feePercentBps: 0 } })
let finance: ConsoleClient
beforeAll(async () => {
  finance = await testConsole.signedIn('finance')
  await aBankAccount(world, world.merchantId)
  await aPaidCharge(world, { amount_cents: 100_000 })
  await settleEverything(world)
})

interface Line {
  journalId: string
  eventType: string
  amountCents: string
  reversesId: string | null
  reversedById: string | null
}

interface Payout {
  id: string
  state: string
  amountCents: string
  externalReference: string | null
  note: string | null
  createdBy: string
  changes: { kind: string; at: string; by: string }[]
  journalLines: Line[]
}

const PAYOUT = `id state amountCents externalReference note createdBy merchant { id } changes { kind at by }
  journalLines { journalId eventType amountCents reversesId reversedById }`

async function mutate(name: string, declared: string, given: string, variables: object): Promise<Payout> {
  const text = `mutation ($m: Uuid!, ${declared}) { it: ${name}(merchantId: $m, ${given}) { ${PAYOUT} } }`
  const { data, errors } = await finance.send<{ it: Payout }>(text, { m: world.merchantId, ...variables })
  expect(errors).toEqual([])
  if (!data) throw new Error('expected the mutation to return a payout, got no data')
  return data.it
}

const RECORD = [
  '$a: Cents!, $r: String!, $p: DateTime!',
  'amountCents: $a, externalReference: $r, paidAt: $p',
] as const
const record = (reference: string, cents: string) =>
  mutate('recordPayout', ...RECORD, { a: cents, r: reference, p: world.clock.now() })

const RESERVE = ['$a: Cents!, $k: String!', 'amountCents: $a, idempotencyKey: $k'] as const
const reserve = (cents: string, key = anIdempotencyKey()) =>
  mutate('reservePayout', ...RESERVE, { a: cents, k: key })

const listed = async (rest = world.rest) => {
  const { body } = await rest.get<{ items: { external_reference: string }[] }>('/v1/payouts/by-service')
  return body.items.map((item) => item.external_reference)
}

test("a recorded payout has journal lines, appears in the merchant's list, and is audited", async () => {
  const payout = await record('TED-1', '40000')
  expect(payout).toMatchObject({
    state: 'paid',
    amountCents: '40000',
    createdBy: 'Pessoa finance',
    changes: [{ kind: 'recorded', by: 'Pessoa finance' }],
    journalLines: [{ eventType: 'gateway.external_payout', amountCents: '-40000' }],
  })
  expect(await listed()).toContain('TED-1')
  expect(await auditOf(world.context(), payout.id)).toMatchObject([
    { action: 'payout.record', role: 'finance' },
  ])
})

test('`settlePayout` pays a reserved payout, and `releasePayout` makes the reserved money available again', async () => {
  const before = await balanceOf(world.rest)
  const first = await reserve('1000')
  const second = await reserve('2000')
  expect(await transfersInStatement()).toEqual([second.id, second.id, first.id, first.id])
  expect(await balanceOf(world.rest)).toMatchObject({ payout_reserved_cents: '3000' })
  const settled = await mutate(
    'settlePayout',
    '$i: Uuid!, $r: String!, $p: DateTime!',
    'id: $i, externalReference: $r, paidAt: $p',
    {
      i: first.id,
      r: 'TED-2',
      p: world.clock.now(),
    },
  )
  expect(settled).toMatchObject({
    state: 'paid',
    externalReference: 'TED-2',
    createdBy: 'Pessoa finance',
    changes: [
      { kind: 'reserved', by: 'Pessoa finance' },
      { kind: 'completed', by: 'Pessoa finance', at: expect.stringMatching(/Z$/) },
    ],
  })
  const given = await mutate('releasePayout', '$i: Uuid!', 'id: $i, reason: "Conta encerrada"', {
    i: second.id,
  })
  expect(given).toMatchObject({
    state: 'given_back',
    note: 'Conta encerrada',
    changes: [{ kind: 'reserved' }, { kind: 'given_back', by: 'Pessoa finance' }],
  })
  expect(await balanceOf(world.rest)).toMatchObject({
    payout_reserved_cents: '0',
    available_cents: String(BigInt(before['available_cents'] ?? '') - 1_000n),
  })
})

test('a repeated idempotency key returns the first payout, but conflicts if the amount differs', async () => {
  const key = anIdempotencyKey()
  const first = await reserve('700', key)
  expect(await reserve('700', key)).toMatchObject({ id: first.id, state: 'reserved', amountCents: '700' })
  const other = await finance.send(
    `mutation ($m: Uuid!, $k: String!) { reservePayout(merchantId: $m, amountCents: "701", idempotencyKey: $k) { id } }`,
    { m: world.merchantId, k: key },
  )
  expect(other.errors[0]?.extensions).toMatchObject({ code: 'idempotency_conflict' })
  await mutate('releasePayout', '$i: Uuid!', 'id: $i, reason: "Conta encerrada"', { i: first.id })
})

/** Returns the payout ids in the four newest lines of the merchant's statement. */
async function transfersInStatement(): Promise<(string | null)[] | undefined> {
  const { data } = await finance.send<{ statement: { nodes: { payoutId: string | null }[] } }>(
    `query ($m: Uuid!) { statement(filter: { merchantId: $m }, first: 4) { nodes { payoutId } } }`,
    { m: world.merchantId },
  )
  return data?.statement.nodes.map(({ payoutId }) => payoutId)
}

test('a payout can be reversed once, with a reason, and is then no longer listed for the merchant', async () => {
  const payout = await record('TED-3', '500')
  const given = ['$i: Uuid!', 'id: $i, reason: "Devolvida pelo banco"'] as const
  const reversed = await mutate('reversePayout', ...given, { i: payout.id })
  expect(reversed).toMatchObject({
    state: 'reversed',
    note: 'Devolvida pelo banco',
    changes: [{ kind: 'recorded' }, { kind: 'reversed', by: 'Pessoa finance' }],
  })
  const [transfer, reversal] = reversed.journalLines
  expect(transfer).toMatchObject({
    amountCents: '-500',
    reversesId: null,
    reversedById: reversal?.journalId ?? 'a reversal',
  })
  expect(reversal).toMatchObject({
    eventType: 'journal.reversal',
    amountCents: '500',
    reversesId: transfer?.journalId,
    reversedById: null,
  })
  expect(await listed()).not.toContain('TED-3')
  const again = await finance.send(
    'mutation ($m: Uuid!, $i: Uuid!) { reversePayout(merchantId: $m, id: $i, reason: "x") { id } }',
    { m: world.merchantId, i: payout.id },
  )
  expect(again.errors[0]?.extensions).toMatchObject({ code: 'conflict', reason: 'already_reversed' })
  const reserved = await reserve('1')
  const notPaid = await finance.send(
    'mutation ($m: Uuid!, $i: Uuid!) { reversePayout(merchantId: $m, id: $i, reason: "x") { id } }',
    { m: world.merchantId, i: reserved.id },
  )
  expect(notPaid.errors[0]?.extensions.reason).toBe('payout_not_paid')
})

test('the pages of the payout list contain payouts of all states, newest first and without gaps', async () => {
  const page = (after: string | null) =>
    finance.send<{ payouts: { nodes: Payout[]; pageInfo: { endCursor: string | null } } }>(
      `query ($m: Uuid, $a: String) { payouts(merchantId: $m, first: 2, after: $a) {
        nodes { ${PAYOUT} } pageInfo { endCursor } } }`,
      { m: world.merchantId, a: after },
    )
  const ids: string[] = []
  let after: string | null = null
  do {
    const answer: Awaited<ReturnType<typeof page>> = await page(after)
    ids.push(...(answer.data?.payouts.nodes.map(({ id }) => id) ?? []))
    after = answer.data?.payouts.pageInfo.endCursor ?? null
  } while (after !== null)
  expect(ids).toHaveLength(6)
  expect(ids).toEqual(ids.toSorted().toReversed())
  const { data } = await finance.send<{ payouts: { nodes: { state: string }[] } }>(
    '{ payouts(state: [reversed]) { nodes { state } } }',
  )
  expect(data?.payouts.nodes).toEqual([{ state: 'reversed' }])
})

test('a manual suspension refuses payouts, emits an event, keeps its reason, and ends manually', async () => {
  const { merchantId, rest } = await world.anotherMerchant()
  const suspension = (name: string) =>
    finance.send<{ it: { terms: { payoutsSuspended: boolean }; termsHistory: { version: number }[] } }>(
      `mutation ($m: Uuid!) { it: ${name}(merchantId: $m, reason: "Documentos vencidos") {
        terms { payoutsSuspended } termsHistory { version } payoutHold { heldBy reason } } }`,
      { m: merchantId },
    )
  expect((await suspension('suspendPayouts')).data?.it).toEqual({
    terms: { payoutsSuspended: true },
    termsHistory: [{ version: 2 }, { version: 1 }],
    payoutHold: { heldBy: 'Pessoa finance', reason: 'Documentos vencidos' },
  })
  const { suspension_reasons: reasons } = await balanceOf(rest)
  expect(reasons).toMatchObject([{ code: 'manual_hold' }])
  world.clock.advance(60_000)
  expect((await suspension('suspendPayouts')).data?.it.termsHistory).toHaveLength(2)
  await finance.send(
    'mutation ($m: Uuid!) { updateTerms(merchantId: $m, terms: { reserveDays: 3 }) { id } }',
    {
      m: merchantId,
    },
  )
  expect(await balanceOf(rest)).toMatchObject({ suspension_reasons: reasons })
  const refused = await finance.send(
    'mutation ($m: Uuid!) { reservePayout(merchantId: $m, amountCents: "1", idempotencyKey: "chave-suspensa") { id } }',
    { m: merchantId },
  )
  expect(refused.errors[0]?.extensions.reason).toBe('payouts_suspended')
  expect((await suspension('resumePayouts')).data?.it).toMatchObject({
    terms: { payoutsSuspended: false },
    payoutHold: null,
  })
  const events = await rest.get<{ items: { type: string }[] }>('/v1/webhooks/events')
  expect(events.body.items.map(({ type }) => type)).toEqual(['payouts.resumed', 'payouts.suspended'])
  expect((await auditOf(world.context(), merchantId)).map(({ action, reason }) => [action, reason])).toEqual([
    ['merchant.create', null],
    ['merchant.suspend_payouts', 'Documentos vencidos'],
    ['merchant.update_terms', null],
    ['merchant.resume_payouts', 'Documentos vencidos'],
  ])
})
