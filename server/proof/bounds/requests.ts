import { consoleCookie, consoleDocuments } from '../../bench/cases/console.ts'
import type { BenchMerchant, Deployment } from '../../bench/deployment.ts'
import { inTurn, type Request } from '../../bench/load/closed-loop.ts'
import { until } from '../../bench/stack.ts'
import { systemIds } from '../../src/kernel/ids.ts'
import type { OpenLoad } from '../load.ts'
import { postJson } from '../post-json.ts'

const RECORDED_TIMEOUT_MS = 60_000
const CALLS_PER_SECOND = 30
const PAGES_PER_SECOND = 10

const headersOf = ({ apiKey }: BenchMerchant): Record<string, string> => ({
  authorization: `Bearer ${apiKey}`,
  'content-type': 'application/json',
})

/** Returns a request that creates a charge with a new order reference. */
export function createRequest(merchant: BenchMerchant): Request {
  const order = systemIds.bytes(8).toString('hex')
  const body = {
    order_reference: order,
    amount_cents: 1_000,
    payer: { name: 'Maria', document: '52998224725', email: 'm@exemplo.com.br', phone: '+5511987654321' },
  }
  return {
    path: '/v1/pix/charges',
    headers: { ...headersOf(merchant), 'idempotency-key': order },
    body: JSON.stringify(body),
  }
}

/** Returns a request that refunds one cent of a charge, with a new idempotency key. */
export function refundRequest(merchant: BenchMerchant, chargeId: string): Request {
  return {
    path: `/v1/pix/charges/${chargeId}/refunds`,
    headers: { ...headersOf(merchant), 'idempotency-key': systemIds.bytes(12).toString('hex') },
    body: JSON.stringify({ amount_cents: 1 }),
  }
}

/**
 * Returns the loads that run while the ledger of a merchant is locked: the calls of another merchant, and the calls
 * of a person in the console.
 */
export async function otherLoads(deployment: Deployment, merchant: BenchMerchant): Promise<OpenLoad[]> {
  const { origin } = deployment
  const cookie = await deployment.withContext((ctx) => consoleCookie(ctx, origin))
  const headers = { 'content-type': 'application/json', 'apollo-require-preflight': 'true', cookie }
  const documents = consoleDocuments()
  const pages = [
    ['Charges', { first: 50, filter: {} }],
    ['Balance', { merchantId: merchant.id }],
    ['Home', { zone: 'America/Sao_Paulo' }],
  ] as const
  const page = inTurn(
    pages.map(([name, variables]): Request => {
      return { path: '/graphql', headers, body: JSON.stringify({ query: documents.get(name), variables }) }
    }),
  )
  return [
    { name: 'create', rate: CALLS_PER_SECOND, next: () => createRequest(merchant) },
    {
      name: 'balance',
      rate: CALLS_PER_SECOND,
      next: () => ({ path: '/v1/balance', headers: headersOf(merchant) }),
    },
    { name: 'console page', rate: PAGES_PER_SECOND, next: page },
  ]
}

/** Creates a charge, pays it, and waits until the payment is recorded. Returns the id of the charge. */
export async function createPaidCharge(deployment: Deployment, merchant: BenchMerchant): Promise<string> {
  const { path, headers, body = '' } = createRequest(merchant)
  const given: unknown = JSON.parse(body)
  if (typeof given !== 'object' || given === null)
    throw new Error('BUG: createRequest returned a request without a JSON object')
  const { id } = await postJson(`${deployment.origin}${path}`, given, headers)
  if (typeof id !== 'string') throw new Error('bounds-check: the service returned no charge id')
  const bank = new URL(deployment.settings['PIX_BASE_URL'] ?? '').origin
  await postJson(`${bank}/simulator/pay`, { txid: id.replaceAll('-', '') })
  await until('a payment to be recorded', RECORDED_TIMEOUT_MS, async () => {
    const { rowCount } = await deployment.owner.query('select from payment where charge_id = $1', [id])
    return rowCount === 1
  })
  return id
}
