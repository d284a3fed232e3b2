import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { commandLine as runCommand } from './command-line.ts'
import { Merchant, type Charge, type Payer } from './merchant.ts'
import { endToEndIdOf, payQrCode, payWithoutCallback, sendPixCallback } from './pix-network.ts'
import { querySql } from './sql.ts'
import { readDemo } from './stack.ts'

/** Data for screenshots: merchants and charges in states that the demo data does not have. */

const NAME = 'Papelaria Aurora Comércio de Materiais Escolares Ltda'
const SCOPES =
  'charges:read,charges:write,refunds:write,balance:read,webhooks:read,webhooks:write,payouts:read'
const UNKNOWN_ID = '01a00000-0000-7000-8000-000000000000'
const POLL_MS = 250
const WAIT_MAX_MS = 120_000
const DAY_MS = 86_400_000

const Accounts = z.object({ items: z.array(z.object({ name: z.string().optional() })) })
const Account = z.object({ gateway_id: z.uuid() })
const Key = z.object({ key: z.string() })
const Endpoints = z.object({ items: z.array(z.object({ id: z.uuid(), url: z.url() })) })

const PAYERS: readonly Payer[] = [
  { name: 'Maria Aparecida de Oliveira Santos', document: '52998224725' },
  { name: 'José Carlos Conceição', document: '11144477735' },
  { name: 'Ana Júlia Ferreira', document: '39053344705' },
  { name: 'Construtora e Incorporadora Vale do Rio Doce e Filhos Ltda', document: '11222333000181' },
]
/** Runs a command with the option `--as`, so that the audit log names a person. */
const commandLine = (args: readonly string[]) => runCommand(['--as', 'Nina', ...args])

const payerOf = (n: number): Payer => PAYERS[n % PAYERS.length] ?? { name: 'Ana', document: '52998224725' }

async function waitUntil(what: string, isDone: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < WAIT_MAX_MS; waited += POLL_MS) {
    if (await isDone()) return
    await sleep(POLL_MS)
  }
  process.stderr.write(`No ${what} after ${WAIT_MAX_MS / 1000} s\n`)
}

async function control(path: string, body: object): Promise<unknown> {
  const response = await fetch(`${readDemo().simulator_url}/simulator/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok)
    throw new Error(`POST /simulator/${path} answered ${response.status}: ${await response.text()}`)
  return await response.json()
}

interface Shop {
  id: string
  merchant: Merchant
}

async function createShop(name: string, document: string, terms: readonly string[]): Promise<Shop> {
  const about = ['account', 'create', '--name', name, '--document', document, ...terms]
  const { gateway_id: id } = Account.parse(await commandLine(about))
  const { key } = Key.parse(
    await commandLine(['api-key', 'create', '--account', id, '--name', 'Loja virtual', '--scopes', SCOPES]),
  )
  return { id, merchant: new Merchant(key) }
}

async function aPaid(merchant: Merchant, cents: number, n: number, times = 1): Promise<Charge> {
  const charge = await merchant.createCharge(cents, payerOf(n))
  for (let count = 0; count < times; count++) await payQrCode(charge.pix?.qr_code_payload ?? '')
  await waitUntil('payment', async () => (await merchant.charge(charge.id)).status === 'paid')
  return await merchant.charge(charge.id)
}

const openMed = (charge: Charge, more: object) =>
  control('med', { end_to_end_id: charge.end_to_end_id, notice: true, ...more })

/**
 * Registers an endpoint whose URL is the inbox of the simulator. The inbox answers webhooks to this endpoint with
 * `status`.
 */
async function addEndpoint(
  merchant: Merchant,
  path: string,
  description: string,
  status: number,
): Promise<void> {
  const demo = new Merchant(readDemo().api_key)
  const { items } = Endpoints.parse((await demo.call('GET', '/v1/webhooks/endpoints')).body)
  const url = new URL(path, items.at(-1)?.url ?? '').href
  await merchant.call('POST', '/v1/webhooks/endpoints', { url, description })
  if (status !== 200) await control('inbox/behaviour', { path, status })
}

/**
 * Creates payments of the demo merchant that need attention: disputed, duplicate, of a wrong amount, late, and being
 * returned.
 */
async function addTroubles(merchant: Merchant): Promise<void> {
  await aPaid(merchant, 15_990, 0, 2)
  const wrong = await merchant.createCharge(25_000, payerOf(1))
  await control('pay', { txid: wrong.pix?.txid, amount_cents: 2_500 })
  await openMed(await aPaid(merchant, 89_900, 2), {
    outcome: 'open',
    description: 'Não reconheço esta compra. Meu celular foi furtado no dia 20.',
  })
  await openMed(await aPaid(merchant, 12_300, 3), { outcome: 'closed', delay_ms: 0 })
  const refunded = await aPaid(merchant, 30_000, 0)
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

async function addPayouts({ id, merchant }: Shop, cents: number): Promise<void> {
  const bank = ['--ispb', '60746948', '--branch', '1234', '--number', '987654-3', '--type', 'checking']
  const holder = ['--holder-name', 'Papelaria Aurora Ltda', '--holder-document', '11444777000161']
  await commandLine(['account', 'set-bank', '--account', id, ...bank, ...holder])
  await waitUntil('balance', async () => Number((await merchant.balance()).available_cents) > 2 * cents)
  const paid = ['--reference', 'TED-2026-0042', '--paid-at', new Date().toISOString()]
  await commandLine(['payout', 'record', '--account', id, '--amount', String(cents), ...paid])
  const key = ['--idempotency-key', 'look-reserve']
  await commandLine(['payout', 'reserve', '--account', id, '--amount', String(cents / 2), ...key])
}

/** Creates the data unless an earlier run created it. */
export async function createLookData(): Promise<void> {
  const { items } = Accounts.parse(await commandLine(['account', 'list']))
  if (items.some(({ name }) => name === NAME)) return
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
  for (let n = 0; n < 24; n++) await aPaid(aurora.merchant, 4_990 + n * 3_377, n)
  await addTroubles(new Merchant(readDemo().api_key))
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
  await openMed(await aPaid(norte.merchant, 189_000, 2), { delay_ms: 0 })
  await commandLine(['account', 'update', '--account', norte.id, '--fee-bps', '899'])
  await addPayouts(aurora, 50_000)
  // Create the exception last, because it suspends payouts.
  await addException(aurora.merchant)
  await commandLine(['ledger', 'verify'])
}
