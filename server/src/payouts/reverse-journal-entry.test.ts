import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../kernel/database/sql.ts'
import { aDebt } from '../testing/fixtures/debts.ts'
import { balanceOf, expectBalancedLedger, settleEverything } from '../testing/fixtures/ledger.ts'
import { aPaidCharge } from '../testing/fixtures/charges.ts'
import { World } from '../testing/world.ts'
import { requestWriteOff } from '../write-offs/request-write-off.ts'
import { agreeToWriteOff } from '../write-offs/decide-write-off.ts'
import { recordPayout } from './record-payout.ts'
import { reverseJournalEntry } from './reverse-journal-entry.ts'

let world: World
beforeAll(async () => {
  world = await World.start({ terms: { feePercentBps: 0 } })
})
afterAll(() => world.stop())

const refused = (reason: string) => ({ code: 'conflict', details: { reason } })

async function aPayout(externalReference: string) {
  await aPaidCharge(world, { amount_cents: 1_000 })
  await settleEverything(world)
  const paidAt = world.clock.now()
  const input = { amountCents: 700n, externalReference, paidAt }
  const payout = await recordPayout(world.context(), world.merchantId, input)
  return { ...input, journalId: payout.journalId ?? '' }
}

test('the money of a reversed payout is available again, the payout is no longer listed, and its reference stays in use', async () => {
  const before = await balanceOf(world.rest)
  const payout = await aPayout('TED-A')
  await reverseJournalEntry(world.context('staff:ana'), world.merchantId, payout.journalId, 'Conta errada')
  expect(await balanceOf(world.rest)).toMatchObject({
    available_cents: String(BigInt(before['available_cents'] ?? '') + 1_000n),
  })
  const { body } = await world.rest.get<{ items: Record<string, unknown>[] }>('/v1/statement?limit=1')
  expect(body.items[0]).toMatchObject({
    event_type: 'journal.reversal',
    is_reversal: true,
    position: 'available',
    amount_cents: '700',
    payout: { external_reference: 'TED-A' },
  })
  const list = await world.rest.get<{ items: object[] }>('/v1/payouts/by-service')
  expect(list.body.items).toEqual([])
  await expect(recordPayout(world.context(), world.merchantId, payout)).rejects.toMatchObject(
    refused('external_reference_in_use'),
  )
  const [audit] = await sql<{ actor: string; reason: string; after: object }>(
    world.context(),
    `select actor, reason, after from audit_entry where action = 'journal_entry.reverse'`,
  )
  expect(audit).toMatchObject({
    actor: 'staff:ana',
    reason: 'Conta errada',
    after: { amount_cents: '700', external_reference: 'TED-A' },
  })
  await expectBalancedLedger(world)
})

test('ten concurrent reversals reverse an entry only once, and a reversal cannot be reversed', async () => {
  const { journalId } = await aPayout('TED-B')
  const reverse = (id: string) => reverseJournalEntry(world.context(), world.merchantId, id, 'Engano')
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => reverse(journalId)))
  const done = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  expect(done).toHaveLength(1)
  await expect(reverse(journalId)).rejects.toMatchObject(refused('already_reversed'))
  await expect(reverse(done[0]?.journalId ?? '')).rejects.toMatchObject(refused('reversal_of_reversal'))
  await expectBalancedLedger(world)
})

test('reversing the entry of a sale or an unknown entry is refused, and so is an empty reason', async () => {
  const sales = await sql<{ id: string }>(
    world.context(),
    `select id from journal_entry where merchant_id = $1 and event_type in ('charge.paid', 'gateway.funds_available')`,
    [world.merchantId],
  )
  for (const { id } of sales) {
    await expect(reverseJournalEntry(world.context(), world.merchantId, id, 'x')).rejects.toMatchObject(
      refused('entry_not_reversible'),
    )
  }
  const { journalId } = await aPayout('TED-C')
  const other = await world.anotherMerchant()
  await expect(reverseJournalEntry(world.context(), other.merchantId, journalId, 'x')).rejects.toMatchObject({
    details: { reason: 'journal_entry_not_found' },
  })
  await expect(reverseJournalEntry(world.context(), world.merchantId, journalId, '')).rejects.toMatchObject({
    details: { fields: [{ path: 'reason', code: 'too_short' }] },
  })
})

test("money that a reversal makes available pays the merchant's debt first", async () => {
  const payout = await aPayout('TED-D')
  const before = await balanceOf(world.rest)
  const held = BigInt(before['available_cents'] ?? '')
  await recordPayout(world.context(), world.merchantId, {
    amountCents: held,
    externalReference: 'TED-E',
    paidAt: world.clock.now(),
  })
  await aDebt(world, world.merchantId, 500n)
  await reverseJournalEntry(world.context(), world.merchantId, payout.journalId, 'Devolvida pelo banco')
  expect(await balanceOf(world.rest)).toMatchObject({ available_cents: '200', owed_to_service_cents: '0' })
  await expectBalancedLedger(world)
})

test('reversing a write-off emits no `payouts.suspended` or `payouts.resumed` if available money pays the debt in the same transaction', async () => {
  const { merchantId, rest } = await world.anotherMerchant({ feePercentBps: 0 })
  const by = (name: string) => world.context(`staff:${name}`)
  await aDebt(world, merchantId, 300n)
  const { id } = await requestWriteOff(by('ana'), merchantId, { amountCents: 300n, reason: 'Insolvente' })
  const { journalId } = await agreeToWriteOff(by('rui'), merchantId, id)
  await aPaidCharge({ rest, network: world.network, settleInbox: () => world.settleInbox() })
  await settleEverything(world)
  const countOf = async (): Promise<number> => {
    const types = ['payouts.suspended', 'payouts.resumed']
    const { body } = await rest.get<{ items: { type: string }[] }>('/v1/webhooks/events?limit=200')
    return body.items.filter(({ type }) => types.includes(type)).length
  }
  const before = await countOf()
  await reverseJournalEntry(by('ana'), merchantId, journalId ?? '', 'Pagou')
  expect(await balanceOf(rest)).toMatchObject({ owed_to_service_cents: '0', payouts_suspended: false })
  expect(await countOf()).toBe(before)
})
