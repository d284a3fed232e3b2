import { expect, test } from 'vitest'
import { sweepReceived } from '../inbox/sweep-received.ts'
import { readCsv } from '../testing/clients/read-csv.ts'
import { aPaidCharge } from '../testing/fixtures/charges.ts'
import { startConsole } from '../testing/fixtures/start-console.ts'

const HOUR_MS = 3_600_000
const { world, testConsole } = await startConsole({ terms: { feePercentBps: 0 } })

const dateNow = () => new Date(world.clock.now().getTime() - 3 * HOUR_MS).toISOString().slice(0, 10)

test('the reconciliation of a day can be exported only when the day is closed and completely listed', async () => {
  const other = await world.anotherMerchant({ feePercentBps: 0 })
  const sides = [world, { ...other, network: world.network, settleInbox: () => world.settleInbox() }]
  const date = dateNow()
  for (const side of sides) await aPaidCharge(side, { amount_cents: 500 })
  const early = await testConsole.signedIn('finance')
  const request = { list: 'reconciliation', format: 'csv', zone: 'America/Sao_Paulo', filter: { date } }
  const refused = await early.export(request)
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('day_not_closed')])

  world.clock.advance(30 * HOUR_MS)
  const finance = await testConsole.signedIn('finance')
  const pending = await finance.export(request)
  expect([pending.status, await pending.text()]).toEqual([
    503,
    expect.stringContaining('network_listing_incomplete'),
  ])
  await sweepReceived(world.context('job:sweep'))
  const first = await (await finance.export(request)).text()
  const [header = [], ...rows] = readCsv(first)
  const valueOf = (row: string[], column: string) => row[header.indexOf(column)]
  const merchants = [world.merchantId, other.merchantId].toSorted()
  expect(
    rows.map((row) => [valueOf(row, 'merchant_id'), valueOf(row, 'kind'), valueOf(row, 'amount')]),
  ).toEqual(merchants.map((id) => [id, 'journal', '5.00']))
  world.clock.advance(60_000)
  for (const side of sides) await aPaidCharge(side)
  expect(await (await finance.export(request)).text()).toBe(first)
  const one = await finance.export({ ...request, filter: { date, merchantId: other.merchantId } })
  expect(readCsv(await one.text()).slice(1)).toEqual(rows.filter((row) => row.includes(other.merchantId)))
})

test('a person without the permission for statements cannot export the reconciliation', async () => {
  const support = await testConsole.signedIn('support')
  const answer = await support.export({
    list: 'reconciliation',
    format: 'csv',
    zone: 'America/Sao_Paulo',
    filter: { date: '2020-01-01' },
  })
  expect(answer.status).toBe(403)
})
