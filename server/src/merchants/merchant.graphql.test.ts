import { beforeAll, expect, test } from 'vitest'
import { auditOf } from '../testing/fixtures/audit-lines.ts'
import { type ConsoleClient } from '../testing/clients/console-client.ts'
import { startConsole } from '../testing/fixtures/start-console.ts'

const { world, testConsole } = await startConsole({ terms: { feePercentBps: 200 } })
let finance: ConsoleClient
beforeAll(async () => {
  finance = await testConsole.signedIn('finance')
})

interface Terms {
  merchant: {
    terms: { feePercentBps: number; amountCeilingCents: string | null; writeRate: number }
    termsHistory: { version: number; changedBy: string; terms: { feePercentBps: number } }[]
  }
}

const readTerms = async () => {
  const { data, errors } = await finance.send<Terms>(
    `{ merchant(id: "${world.merchantId}") { terms { feePercentBps amountCeilingCents writeRate }
      termsHistory { version changedBy terms { feePercentBps feeFixedCents disputePolicy bankAccount { id } } } } }`,
  )
  expect(errors).toEqual([])
  return data?.merchant
}

const UPDATE = 'mutation ($m: Uuid!, $t: UpdateTermsInput!) { updateTerms(merchantId: $m, terms: $t) { id } }'
const UPDATE_LIMITS =
  'mutation ($m: Uuid!, $l: UpdateLimitsInput!) { updateLimits(merchantId: $m, limits: $l) { id } }'

test('finance changes the terms, and the history lists every version with its author', async () => {
  const changed = await finance.send(UPDATE, { m: world.merchantId, t: { feePercentBps: 150 } })
  expect(changed.errors).toEqual([])
  expect(await readTerms()).toMatchObject({
    terms: { feePercentBps: 150 },
    termsHistory: [
      { version: 2, changedBy: 'Pessoa finance', terms: { feePercentBps: 150 } },
      { version: 1, changedBy: 'test', terms: { feePercentBps: 200 } },
    ],
  })
  expect((await auditOf(world.context(), world.merchantId)).at(-1)).toMatchObject({
    action: 'merchant.update_terms',
    role: 'finance',
    before: { feePercentBps: 200 },
    after: { feePercentBps: 150 },
  })
})

test('an update that changes no term creates no version of the terms', async () => {
  const before = await readTerms()
  await finance.send(UPDATE, { m: world.merchantId, t: { feePercentBps: before?.terms.feePercentBps } })
  expect(await readTerms()).toEqual(before)
})

test("an administrator sets a merchant's limits and removes the maximum amount, but finance is refused with FORBIDDEN", async () => {
  const admin = await testConsole.signedIn('admin')
  const updateLimits = (limits: object, browser = admin) =>
    browser.send(UPDATE_LIMITS, { m: world.merchantId, l: limits })
  await updateLimits({ amountCeilingCents: '500000', writeRate: 7 })
  expect(await readTerms()).toMatchObject({ terms: { amountCeilingCents: '500000', writeRate: 7 } })
  await updateLimits({ amountCeilingCents: null })
  expect(await readTerms()).toMatchObject({ terms: { amountCeilingCents: null, writeRate: 7 } })
  expect((await updateLimits({ writeRate: 1 }, finance)).code).toBe('FORBIDDEN')
  expect((await updateLimits({ writeRate: 0 })).errors[0]?.extensions.fields).toEqual([
    { path: 'writeRate', code: 'out_of_range' },
  ])
})

test('an update with terms out of range is refused with every invalid field, and changes nothing', async () => {
  const before = await readTerms()
  const { errors } = await finance.send(UPDATE, {
    m: world.merchantId,
    t: { feePercentBps: 10_001, reserveDays: -1 },
  })
  expect(errors[0]?.extensions.fields).toEqual([
    { path: 'feePercentBps', code: 'out_of_range' },
    { path: 'reserveDays', code: 'out_of_range' },
  ])
  expect(await readTerms()).toEqual(before)
})

test('a query for an unknown merchant fails with account_not_found', async () => {
  const { errors } = await finance.send('{ merchant(id: "01890000-0000-7000-8000-000000000000") { id } }')
  expect(errors[0]?.extensions.reason).toBe('account_not_found')
})
