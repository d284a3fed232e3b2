import { beforeAll, expect, test } from 'vitest'
import { sql } from '../kernel/database/sql.ts'
import { aDebt } from '../testing/fixtures/debts.ts'
import { auditOf } from '../testing/fixtures/audit-lines.ts'
import { balanceOf, expectBalancedLedger } from '../testing/fixtures/ledger.ts'
import { type ConsoleClient } from '../testing/clients/console-client.ts'
import { startConsole } from '../testing/fixtures/start-console.ts'

interface Answer {
  it: { id: string; state: string; journalId: string | null }
}

const FIELDS = '{ id state amountCents reason askedBy askedByMe decidedBy note journalId reversed }'
const ASK = `mutation ($m: Uuid!, $a: Cents!) { it: askDebtWriteOff(merchantId: $m, amountCents: $a, reason: "Falência") ${FIELDS} }`
const AGREE = `mutation ($m: Uuid!, $i: Uuid!) { it: agreeToDebtWriteOff(merchantId: $m, id: $i) ${FIELDS} }`
const REFUSE = `mutation ($m: Uuid!, $i: Uuid!) { it: refuseDebtWriteOff(merchantId: $m, id: $i, reason: "Ainda paga") ${FIELDS} }`
const REVERSE = `mutation ($m: Uuid!, $j: Uuid!) { it: reverseJournalEntry(merchantId: $m, journalId: $j, reason: "Voltou") }`

const { world, testConsole } = await startConsole()
let ana: ConsoleClient
let bia: ConsoleClient
beforeAll(async () => {
  ana = await testConsole.signedIn('finance')
  bia = await testConsole.signedIn('admin')
})

async function aMerchantInDebt(cents: bigint) {
  const merchant = await world.anotherMerchant()
  await aDebt(world, merchant.merchantId, cents)
  return { ...merchant, m: merchant.merchantId }
}

test('a write-off requires a second person to agree, and can be reversed', async () => {
  const { m, rest } = await aMerchantInDebt(900n)
  const asked = await ana.send<Answer>(ASK, { m, a: '900' })
  expect(asked.data?.it).toMatchObject({
    state: 'asked',
    reason: 'Falência',
    askedBy: 'Pessoa finance',
    askedByMe: true,
  })
  expect(await balanceOf(rest)).toMatchObject({ owed_to_service_cents: '900' })
  const i = asked.data?.it.id ?? ''

  const byRequester = await ana.send<Answer>(AGREE, { m, i })
  expect(byRequester.errors[0]?.extensions.reason).toBe('second_person_needed')
  const agreed = await bia.send<Answer>(AGREE, { m, i })
  expect(agreed.data?.it).toMatchObject({
    state: 'written_off',
    askedByMe: false,
    decidedBy: 'Pessoa admin',
    reversed: false,
  })
  expect(await balanceOf(rest)).toMatchObject({ owed_to_service_cents: '0', payouts_suspended: false })
  expect((await auditOf(world.context(), i)).map(({ action, role }) => [action, role])).toEqual([
    ['debt.ask_write_off', 'finance'],
    ['debt.write_off', 'admin'],
  ])
  await expectBalancedLedger(world, rest)

  const back = await ana.send(REVERSE, { m, j: agreed.data?.it.journalId })
  expect(back.errors).toEqual([])
  const { data } = await bia.send<{ debtWriteOffs: object[] }>(
    `{ debtWriteOffs(merchantId: "${m}") { state reversed } }`,
  )
  expect(data?.debtWriteOffs).toEqual([{ state: 'written_off', reversed: true }])
  expect(await balanceOf(rest)).toMatchObject({ owed_to_service_cents: '900', total_cents: '-900' })
  await expectBalancedLedger(world, rest)
})

test('a merchant has at most one open write-off request, which cannot exceed the debt and is decided once', async () => {
  const { m, rest } = await aMerchantInDebt(500n)
  expect((await ana.send(ASK, { m, a: '501' })).errors[0]?.extensions.reason).toBe('more_than_owed')
  expect((await ana.send(ASK, { m, a: '0' })).errors[0]?.extensions.fields).toEqual([
    { path: 'amount_cents', code: 'out_of_range' },
  ])
  const asked = await ana.send<Answer>(ASK, { m, a: '300' })
  const second = await bia.send(ASK, { m, a: '1' })
  expect(second.errors[0]?.extensions.reason).toBe('write_off_already_asked')
  const i = asked.data?.it.id ?? ''
  const ten = await Promise.all(Array.from({ length: 10 }, () => bia.send<Answer>(AGREE, { m, i })))
  expect(ten.filter(({ errors }) => errors.length === 0)).toHaveLength(1)
  expect(new Set(ten.flatMap(({ errors }) => errors[0]?.extensions.reason ?? []))).toEqual(
    new Set(['write_off_decided']),
  )
  expect(await balanceOf(rest)).toMatchObject({ owed_to_service_cents: '200' })
})

test('a refused write-off leaves the debt unchanged, and `support` may not agree to a write-off', async () => {
  const { m, rest } = await aMerchantInDebt(700n)
  const { data } = await ana.send<Answer>(ASK, { m, a: '700' })
  const support = await testConsole.signedIn('support')
  expect((await support.send(AGREE, { m, i: data?.it.id })).code).toBe('FORBIDDEN')
  const refused = await bia.send<Answer>(REFUSE, { m, i: data?.it.id })
  expect(refused.data?.it).toMatchObject({ state: 'refused', note: 'Ainda paga', journalId: null })
  expect((await bia.send(AGREE, { m, i: data?.it.id })).errors[0]?.extensions.reason).toBe(
    'write_off_decided',
  )
  expect(await balanceOf(rest)).toMatchObject({ owed_to_service_cents: '700' })
  const { data: listed } = await ana.send<{ debtWriteOffs: object[] }>(
    `{ debtWriteOffs(merchantId: "${m}") { state amountCents askedBy decidedBy } }`,
  )
  expect(listed?.debtWriteOffs).toEqual([
    { state: 'refused', amountCents: '700', askedBy: 'Pessoa finance', decidedBy: 'Pessoa admin' },
  ])
})

test('the database rejects a write-off if the person who requested it also agrees to it', async () => {
  const { m } = await aMerchantInDebt(100n)
  const { data } = await ana.send<Answer>(ASK, { m, a: '100' })
  await expect(
    sql(
      world.context(),
      `update debt_write_off set state = 'written_off', decided_at = asked_at, decided_by = asked_by, journal_id =
         (select id from journal_entry where merchant_id = $1 limit 1) where merchant_id = $1 and id = $2`,
      [m, data?.it.id ?? ''],
    ),
  ).rejects.toMatchObject({ message: expect.stringMatching(/debt_write_off_takes_two/) })
})
