import { z } from 'zod'
import { Merchant } from '../merchant.ts'
import { control, endToEndIdOf, payWithoutCallback, sendPixCallback } from '../pix-network.ts'
import { querySql } from '../sql.ts'
import { readDemo } from '../stack.ts'
import { createEndings } from './endings.ts'
import {
  addEndpoint,
  commandLine,
  createPaidCharge,
  createShop,
  endMed,
  openDispute,
  payerOf,
  recordPayout,
  setBankAccount,
  waitForAvailable,
  waitUntil,
  type Shop,
} from './shops.ts'

/** Data for screenshots: merchants and charges in states that the demo data does not have. */

const NAME = 'Papelaria Aurora Comércio de Materiais Escolares Ltda'
const UNKNOWN_ID = '01a00000-0000-7000-8000-000000000000'
const DAY_MS = 86_400_000

const Accounts = z.object({ items: z.array(z.object({ name: z.string().optional() })) })

/**
 * Creates payments of the demo merchant that need attention: disputed, duplicate, of a wrong amount, late, and being
 * returned.
 */
async function addTroubles(): Promise<void> {
  const { gateway_id: merchantId, api_key: key } = readDemo()
  const merchant = new Merchant(key)
  await createPaidCharge(merchant, 15_990, 0, 2)
  const wrong = await merchant.createCharge(25_000, payerOf(1))
  await control('pay', { txid: wrong.pix?.txid, amount_cents: 2_500 })
  const report = 'Não reconheço esta compra. Meu celular foi furtado no dia 20.'
  await openDispute(merchantId, await createPaidCharge(merchant, 89_900, 2), report)
  await endMed(await openDispute(merchantId, await createPaidCharge(merchant, 12_300, 3)), 'closed')
  const refunded = await createPaidCharge(merchant, 30_000, 0)
  await control('faults', { on: 'devolucao', mode: 'http_503', count: 1000 })
  await merchant.call('POST', `/v1/pix/charges/${refunded.id}/refunds`, {
    amount_cents: 10_000,
    reason: 'requested_by_customer',
  })
  const late = await merchant.createCharge(5_200, payerOf(1))
  await merchant.call('POST', `/v1/pix/charges/${late.id}/cancel`)
  await control('pay', { txid: late.pix?.txid })
}

/** Creates a payment with an exception: the callback reports R$ 50,00, but the list of the PSP contains R$ 49,99. */
async function addException(merchant: Merchant): Promise<void> {
  const charge = await merchant.createCharge(5_000, payerOf(1))
  const txid = charge.pix?.txid ?? ''
  const endToEndId = endToEndIdOf(charge.id, new Date())
  await sendPixCallback({ endToEndId, txid, valor: '50.00', horario: new Date().toISOString() })
  await waitUntil('payment', async () => (await merchant.charge(charge.id)).status === 'paid')
  await payWithoutCallback({ end_to_end_id: endToEndId, txid, amount_cents: 4_999 })
}

/** Makes calls of the merchant API that fail. */
async function addFailedCalls(merchant: Merchant): Promise<void> {
  for (let n = 0; n < 3; n++) await merchant.call('GET', '/v1/pix/charges?limit=0')
  await merchant.call('GET', `/v1/pix/charges/${UNKNOWN_ID}`)
  await new Merchant('svc_live_revogada').call('GET', '/v1/balance')
}

/** Stores a difference of yesterday: a payment of R$ 9,00 that only the network has. */
const addDifferenceOfYesterday = ({ id }: Shop) =>
  querySql(
    `insert into reconciliation_exception (merchant_id, id, kind, state, subject, end_to_end_id, details, opened_at,
       checked_at)
     values ($1, gen_random_uuid(), 'payment_not_recorded', 'open', $2, $2, '{"received_cents": "900"}',
       now() - interval '24 hours', now())`,
    [id, endToEndIdOf(id, new Date(Date.now() - DAY_MS))],
  )

async function addPayouts(shop: Shop, cents: number): Promise<void> {
  const { id } = shop
  await setBankAccount(id, { ispb: '60746948', holder: 'Papelaria Aurora Ltda' })
  await waitForAvailable(shop, 2 * cents)
  await recordPayout(id, cents, 'TED-2026-0042')
  const key = ['--idempotency-key', 'look-reserve']
  await commandLine(['payout', 'reserve', '--account', id, '--amount', String(cents / 2), ...key])
}

/** Creates the data unless an earlier run created it. */
export async function createLookData(): Promise<void> {
  const { items } = Accounts.parse(await commandLine(['account', 'list']))
  if (items.some(({ name }) => name === NAME)) return
  // Create these records first, so that they are older than the other records. Most screenshots show the newest record.
  const { payLate } = await createEndings()
  const fee = ['--fee-bps', '199', '--fee-fixed', '49']
  const aurora = await createShop(NAME, '11444777000161', [
    ...fee,
    '--reserve-bps',
    '1000',
    '--reserve-days',
    '30',
  ])
  await addEndpoint(aurora.merchant, '/hooks/aurora-erp', 'ERP da loja física', 500)
  await addEndpoint(aurora.merchant, '/hooks/aurora-site', 'Site', 200)
  for (let n = 0; n < 24; n++) await createPaidCharge(aurora.merchant, 4_990 + n * 3_377, n)
  await addTroubles()
  await addFailedCalls(aurora.merchant)
  await addDifferenceOfYesterday(aurora)
  const norte = await createShop('Bicicletas Norte', '45723174000110', [
    '--fee-bps',
    '1000',
    '--refund-fee-policy',
    'keep',
  ])
  // The answer 410 disables the endpoint, so its deliveries fail permanently.
  await addEndpoint(norte.merchant, '/hooks/norte', 'Integração antiga', 410)
  await endMed(await openDispute(norte.id, await createPaidCharge(norte.merchant, 189_000, 2)), 'returned')
  await commandLine(['account', 'update', '--account', norte.id, '--fee-bps', '899'])
  await addPayouts(aurora, 50_000)
  // Create the exception last, because it suspends payouts.
  await addException(aurora.merchant)
  await payLate()
  await commandLine(['ledger', 'verify'])
}
