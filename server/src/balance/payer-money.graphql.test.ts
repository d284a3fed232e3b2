import { expect, test } from 'vitest'
import { aPaidCharge } from '../testing/fixtures/charges.ts'
import { startConsole } from '../testing/fixtures/start-console.ts'

const { world, testConsole } = await startConsole({ terms: { feePercentBps: 0, reserveBps: 0 } })

const AMOUNTS = 'pendingCents blockedCents heldForPayersCents totalCents'

test('a held payment is blocked money of a payer in the current and past positions and in the sums', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 8_000 })
  const finance = await testConsole.signedIn('finance')
  const read = async () => {
    const { data, errors } = await finance.send<{
      balance: object
      balanceAt: object
      merchantBalances: { nodes: { id: string; positions: object }[]; totals: object }
      home: { finance: { positions: object; today: object } }
    }>(
      `query ($m: Uuid!, $at: DateTime!) {
        balance(merchantId: $m) { ${AMOUNTS} }
        balanceAt(merchantId: $m, asOf: $at) { ${AMOUNTS} }
        merchantBalances { nodes { id positions { ${AMOUNTS} } } totals { ${AMOUNTS} } }
        home(merchantId: $m) { finance { positions { ${AMOUNTS} } today { ${AMOUNTS} } } }
      }`,
      { m: world.merchantId, at: world.clock.now() },
    )
    expect(errors).toEqual([])
    return data
  }
  const sale = { pendingCents: '8000', blockedCents: '0', heldForPayersCents: '0', totalCents: '8000' }
  expect((await read())?.balance).toEqual(sale)

  world.network.pay({ txid: charge.pix?.txid ?? '' })
  await world.settleInbox()
  const held = {
    pendingCents: '8000',
    blockedCents: '8000',
    heldForPayersCents: '8000',
    totalCents: '16000',
  }
  const data = await read()
  expect(data).toMatchObject({
    balance: held,
    balanceAt: held,
    merchantBalances: { totals: held },
    home: { finance: { positions: held, today: held } },
  })
  const row = data?.merchantBalances.nodes.find(({ id }) => id === world.merchantId)
  expect(row?.positions).toEqual(held)
})
