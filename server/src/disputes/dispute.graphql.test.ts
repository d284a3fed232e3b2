import { beforeAll, expect, test } from 'vitest'
import { auditOf } from '../testing/fixtures/audit-lines.ts'
import { type ConsoleClient } from '../testing/clients/console-client.ts'
import { aPaidCharge } from '../testing/fixtures/charges.ts'
import { startConsole } from '../testing/fixtures/start-console.ts'
import { requestRefund, untilEnded, untilReturned } from '../testing/fixtures/returns.ts'

const { world, testConsole } = await startConsole({ terms: { feePercentBps: 0 } })
let support: ConsoleClient
let finance: ConsoleClient
beforeAll(async () => {
  support = await testConsole.signedIn('support')
  finance = await testConsole.signedIn('finance')
})

interface Case {
  id: string
  status: string
  amountCents: string
  heldCents: string
  dispute: { status: string; result: string | null; evidence: string | null }
}

const CASE = 'id status amountCents heldCents dispute { status result evidence }'
const OPEN = `mutation ($m: Uuid!, $e: String!, $a: Cents) {
  openDispute(merchantId: $m, endToEndId: $e, amountCents: $a, nature: "MED_FRAUDE") { ${CASE} } }`
const DECIDE = `mutation ($m: Uuid!, $c: Uuid!, $d: DisputeDecision!) {
  decideDispute(merchantId: $m, caseId: $c, decision: $d, reason: "Sem indício") { ${CASE} } }`

const open = (endToEndId: string | null, more: object = {}) =>
  support.send<{ openDispute: Case }>(OPEN, { m: world.merchantId, e: endToEndId, ...more })

test('support opens a dispute and submits evidence, finance rejects the dispute, and the audit log records each step', async () => {
  const paid = await aPaidCharge(world, { amount_cents: 4_000 })
  const { data, errors } = await open(paid.end_to_end_id)
  expect(errors).toEqual([])
  const { id = '', ...opened } = data?.openDispute ?? {}
  expect(opened).toMatchObject({
    status: 'open',
    heldCents: '4000',
    dispute: { status: 'open', result: null },
  })

  const reasons = await finance.send<{ balance: object }>(
    '{ balance(merchantId: "ID") { payoutsSuspended suspensionReasons { code message caseId } } }'.replace(
      'ID',
      world.merchantId,
    ),
  )
  expect(reasons.data?.balance).toEqual({
    payoutsSuspended: true,
    suspensionReasons: [{ code: 'open_disputes', message: 'Há uma contestação em análise.', caseId: id }],
  })

  const answered = await support.send<{ submitDisputeEvidence: Case }>(
    `mutation ($m: Uuid!, $c: Uuid!) { submitDisputeEvidence(merchantId: $m, caseId: $c, evidence: "Nota 42") { ${CASE} } }`,
    { m: world.merchantId, c: id },
  )
  expect(answered.data?.submitDisputeEvidence.dispute.evidence).toBe('Nota 42')

  const decided = await finance.send<{ decideDispute: Case }>(DECIDE, {
    m: world.merchantId,
    c: id,
    d: 'rejected',
  })
  expect(decided.data?.decideDispute).toMatchObject({
    status: 'released',
    heldCents: '0',
    dispute: { status: 'closed', result: 'rejected' },
  })
  expect(await auditOf(world.context(), id)).toMatchObject([
    { action: 'dispute.open', role: 'support' },
    { action: 'dispute.evidence', role: 'support' },
    {
      action: 'dispute.decide',
      role: 'finance',
      reason: 'Sem indício',
      after: { decision: 'rejected', cents: null, disputed_cents: '4000' },
    },
  ])

  interface Item {
    kind: string
    actor: { kind: string; name: string | null } | null
  }
  const charge = await support.send<{ charge: { timeline: Item[] } }>(
    'query ($id: Uuid!) { charge(id: $id) { timeline { kind actor { kind name } } } }',
    { id: paid.id },
  )
  const ofDispute = charge.data?.charge.timeline.filter(({ kind }) => kind.startsWith('dispute.')) ?? []
  const names = ofDispute.map(({ kind, actor }) => [kind, actor?.name])
  expect(names).toEqual([
    ['dispute.opened', names[0]?.[1]],
    ['dispute.answered', names[0]?.[1]],
    ['dispute.closed', expect.any(String)],
  ])
  expect(new Set(names.map(([, name]) => name)).size).toBe(2)
})

test('an unknown payment, a second decision and an unknown case are each refused with a reason', async () => {
  expect((await open('E00000000202611201200nnnnnnnnnnn')).errors[0]?.extensions).toMatchObject({
    code: 'not_found',
    reason: 'payment_not_found',
  })
  const paid = await aPaidCharge(world)
  const { data } = await open(paid.end_to_end_id)
  const variables = { m: world.merchantId, c: data?.openDispute.id, d: 'cancelled' }
  expect((await finance.send(DECIDE, variables)).errors).toEqual([])
  expect((await finance.send(DECIDE, variables)).errors[0]?.extensions.reason).toBe('dispute_not_open')
  const unknown = await finance.send(DECIDE, { ...variables, c: world.merchantId })
  expect(unknown.errors[0]?.extensions.reason).toBe('dispute_not_found')
})

test('disputeRefusal is the reason for which openDispute refuses the payment', async () => {
  interface PaymentRefusal {
    endToEndId: string
    disputeRefusal: string | null
  }
  const paymentsOf = async (id: string): Promise<PaymentRefusal[]> => {
    const { data } = await support.send<{ charge: { payments: PaymentRefusal[] } }>(
      'query ($id: Uuid!) { charge(id: $id) { payments { endToEndId disputeRefusal } } }',
      { id },
    )
    return data?.charge.payments ?? []
  }
  const refused = async (endToEndId: string | null) => (await open(endToEndId)).errors[0]?.extensions.reason
  const refusals = async (id: string) => (await paymentsOf(id)).map(({ disputeRefusal }) => disputeRefusal)

  const paid = await aPaidCharge(world, { amount_cents: 4_000 })
  expect(await refusals(paid.id)).toEqual([null])
  const { data } = await open(paid.end_to_end_id)
  expect(await refusals(paid.id)).toEqual(['dispute_open'])
  expect(await refused(paid.end_to_end_id)).toBe('dispute_open')
  await finance.send(DECIDE, { m: world.merchantId, c: data?.openDispute.id, d: 'cancelled' })
  expect(await refusals(paid.id)).toEqual([null])

  for (const amount_cents of [3_999, 1]) {
    const refund = await requestRefund(world.rest, paid.id, { amount_cents })
    await untilEnded(world, refund.body)
    expect(await refusals(paid.id)).toEqual([amount_cents === 1 ? 'nothing_to_dispute' : null])
  }
  expect(await refused(paid.end_to_end_id)).toBe('nothing_to_dispute')

  world.network.pay({ txid: paid.pix?.txid ?? '' })
  await untilReturned(world, async () => {
    expect(await refusals(paid.id)).toEqual(['nothing_to_dispute', 'nothing_to_dispute'])
  })
  for (const { endToEndId } of await paymentsOf(paid.id))
    expect(await refused(endToEndId)).toBe('nothing_to_dispute')
})

test('the cases of a merchant are listed in pages, filtered by kind and status', async () => {
  const { merchantId, rest } = await world.anotherMerchant({ feePercentBps: 0 })
  const merchant = { rest, network: world.network, settleInbox: () => world.settleInbox() }
  for (let n = 0; n < 3; n++) {
    const paid = await aPaidCharge(merchant, { amount_cents: 1_000 })
    await support.send(OPEN, { m: merchantId, e: paid.end_to_end_id })
  }
  const page = (after: string | null) =>
    support.send<{
      cases: { nodes: { id: string; merchant: object }[]; pageInfo: { endCursor: string | null } }
    }>(
      `query ($m: Uuid, $a: String) { cases(merchantId: $m, kind: [dispute], status: [open], first: 2, after: $a) {
        nodes { id merchant { id } } pageInfo { endCursor } } }`,
      { m: merchantId, a: after },
    )
  const first = await page(null)
  expect(first.data?.cases.nodes).toHaveLength(2)
  expect(first.data?.cases.nodes[0]?.merchant).toEqual({ id: merchantId })
  const second = await page(first.data?.cases.pageInfo.endCursor ?? null)
  expect(second.data?.cases).toMatchObject({ nodes: [{}], pageInfo: { endCursor: null } })
  const { data } = await support.send<{ cases: { nodes: [] } }>(
    'query ($m: Uuid) { cases(merchantId: $m, kind: [refund]) { nodes { id } } }',
    { m: merchantId },
  )
  expect(data?.cases.nodes).toEqual([])
})
