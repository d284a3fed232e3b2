import { beforeAll, expect, test } from 'vitest'
import { auditOf } from '../testing/makers/audit-lines.ts'
import { type ConsoleClient } from '../testing/clients/console-client.ts'
import { openOffice } from '../testing/makers/office.ts'

const { world, office } = await openOffice({ terms: { feePercentBps: 200 } })
let finance: ConsoleClient
beforeAll(async () => {
  finance = await office.signedIn('finance')
})

interface Terms {
  merchant: {
    terms: { feePercentBps: number; amountCeilingCents: string | null; writeRate: number }
    termsHistory: { version: number; changedBy: string; terms: { feePercentBps: number } }[]
  }
}

const read = async () => {
  const { data, errors } = await finance.send<Terms>(
    `{ merchant(id: "${world.merchantId}") { terms { feePercentBps amountCeilingCents writeRate }
      termsHistory { version changedBy terms { feePercentBps feeFixedCents disputePolicy bankAccount { id } } } } }`,
  )
  expect(errors).toEqual([])
  return data?.merchant
}

const UPDATE = 'mutation ($m: Uuid!, $t: UpdateTermsInput!) { updateTerms(merchantId: $m, terms: $t) { id } }'
const LIMIT =
  'mutation ($m: Uuid!, $l: UpdateLimitsInput!) { updateLimits(merchantId: $m, limits: $l) { id } }'

test('finance changes what was agreed; what was agreed before stays to be read, with who changed it', async () => {
  const changed = await finance.send(UPDATE, { m: world.merchantId, t: { feePercentBps: 150 } })
  expect(changed.errors).toEqual([])
  expect(await read()).toMatchObject({
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

test('what stands already is no change: it makes no version', async () => {
  const before = await read()
  await finance.send(UPDATE, { m: world.merchantId, t: { feePercentBps: before?.terms.feePercentBps } })
  expect(await read()).toEqual(before)
})

test('an administrator sets limits and takes the ceiling away again; finance may not', async () => {
  const admin = await office.signedIn('admin')
  const limit = (limits: object, browser = admin) => browser.send(LIMIT, { m: world.merchantId, l: limits })
  await limit({ amountCeilingCents: '500000', writeRate: 7 })
  expect(await read()).toMatchObject({ terms: { amountCeilingCents: '500000', writeRate: 7 } })
  await limit({ amountCeilingCents: null })
  expect(await read()).toMatchObject({ terms: { amountCeilingCents: null, writeRate: 7 } })
  expect((await limit({ writeRate: 1 }, finance)).code).toBe('FORBIDDEN')
  expect((await limit({ writeRate: 0 })).errors[0]?.extensions.fields).toEqual([
    { path: 'writeRate', code: 'out_of_range' },
  ])
})

test('terms that cannot be are refused by name, and nothing changes', async () => {
  const before = await read()
  const { errors } = await finance.send(UPDATE, {
    m: world.merchantId,
    t: { feePercentBps: 10_001, reserveDays: -1 },
  })
  expect(errors[0]?.extensions.fields).toEqual([
    { path: 'feePercentBps', code: 'out_of_range' },
    { path: 'reserveDays', code: 'out_of_range' },
  ])
  expect(await read()).toEqual(before)
})

test('a merchant that is not there is said to be so', async () => {
  const { errors } = await finance.send('{ merchant(id: "01890000-0000-7000-8000-000000000000") { id } }')
  expect(errors[0]?.extensions.reason).toBe('account_not_found')
})
