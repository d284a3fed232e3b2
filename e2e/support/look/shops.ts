import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { commandLine as runCommand } from '../command-line.ts'
import { Merchant, type Charge, type Payer } from '../merchant.ts'
import { control, payQrCode } from '../pix-network.ts'
import { querySql } from '../sql.ts'
import { readDemo } from '../stack.ts'

const SCOPES =
  'charges:read,charges:write,refunds:write,balance:read,webhooks:read,webhooks:write,payouts:read'
const POLL_MS = 250
const WAIT_MAX_MS = 120_000

const Account = z.object({ gateway_id: z.uuid() })
const Key = z.object({ key: z.string() })
const Med = z.object({ id: z.string() })
const Endpoints = z.object({ items: z.array(z.object({ id: z.uuid(), url: z.url() })) })

const PAYERS: readonly Payer[] = [
  { name: 'Maria Aparecida de Oliveira Santos', document: '52998224725' },
  { name: 'José Carlos Conceição', document: '11144477735' },
  { name: 'Ana Júlia Ferreira', document: '39053344705' },
  { name: 'Construtora e Incorporadora Vale do Rio Doce e Filhos Ltda', document: '11222333000181' },
]

/** A merchant of the screenshots with a client of its API. */
export interface Shop {
  id: string
  merchant: Merchant
}

/** Runs a command with the option `--as`, so that the audit log names a person. */
export const commandLine = (args: readonly string[]): Promise<unknown> =>
  runCommand(['--as', 'Nina', ...args])

export const payerOf = (n: number): Payer =>
  PAYERS[n % PAYERS.length] ?? { name: 'Ana', document: '52998224725' }

/** Waits until `isDone` resolves to true. After WAIT_MAX_MS, prints what is missing and continues. */
export async function waitUntil(what: string, isDone: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < WAIT_MAX_MS; waited += POLL_MS) {
    if (await isDone()) return
    await sleep(POLL_MS)
  }
  process.stderr.write(`No ${what} after ${WAIT_MAX_MS / 1000} s\n`)
}

/** Creates an API key of a merchant. Returns the key. */
export async function createApiKey(accountId: string, name: string): Promise<string> {
  const args = ['api-key', 'create', '--account', accountId, '--name', name, '--scopes', SCOPES]
  return Key.parse(await commandLine(args)).key
}

export async function createShop(name: string, document: string, terms: readonly string[]): Promise<Shop> {
  const about = ['account', 'create', '--name', name, '--document', document, ...terms]
  const { gateway_id: id } = Account.parse(await commandLine(about))
  return { id, merchant: new Merchant(await createApiKey(id, 'Loja virtual')) }
}

/** Creates a charge, pays it `times` times and waits until it is paid. */
export async function createPaidCharge(
  merchant: Merchant,
  cents: number,
  n: number,
  times = 1,
): Promise<Charge> {
  const charge = await merchant.createCharge(cents, payerOf(n))
  for (let count = 0; count < times; count++) await payQrCode(charge.pix?.qr_code_payload ?? '')
  await waitUntil('payment', async () => (await merchant.charge(charge.id)).status === 'paid')
  return await merchant.charge(charge.id)
}

/** A dispute of the simulated PSP, and its case in the service. */
export interface OpenDispute {
  medId: string
  caseId: string
}

/**
 * Opens a dispute at the simulated PSP, which notifies the service, and waits for its case. Without this wait, the
 * service might open no case, because it opens none for a dispute that the PSP has already rejected.
 */
export async function openDispute(
  merchantId: string,
  charge: Charge,
  description = 'Paguei por um golpe: a loja não era a verdadeira.',
): Promise<OpenDispute> {
  const about = { end_to_end_id: charge.end_to_end_id, notice: true, outcome: 'open', description }
  const { id: medId } = Med.parse(await control('med', about))
  const find = () =>
    querySql(`select id from financial_case where merchant_id = $1 and charge_id = $2 and kind = 'dispute'`, [
      merchantId,
      charge.id,
    ])
  await waitUntil('dispute', async () => (await find()).length > 0)
  const [row] = await find()
  return { medId, caseId: row?.['id'] ?? '' }
}

/** Ends an open dispute at the simulated PSP, which notifies the service. `closed` is against the payer. */
export const endMed = ({ medId }: OpenDispute, outcome: 'returned' | 'closed'): Promise<unknown> =>
  control(`med/${medId}`, { outcome })

/**
 * Registers an endpoint whose URL is the inbox of the simulator. The inbox answers webhooks to this endpoint with
 * `status`.
 */
export async function addEndpoint(
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

/** Sets the bank account that payouts of a merchant go to. */
export async function setBankAccount(
  accountId: string,
  { ispb, holder }: { ispb: string; holder: string },
): Promise<void> {
  const bank = ['--ispb', ispb, '--branch', '1234', '--number', '987654-3', '--type', 'checking']
  const owner = ['--holder-name', holder, '--holder-document', '11444777000161']
  await commandLine(['account', 'set-bank', '--account', accountId, ...bank, ...owner])
}

/** Records a transfer to a merchant that was made now. */
export async function recordPayout(accountId: string, cents: number, reference: string): Promise<unknown> {
  const transfer = ['--reference', reference, '--paid-at', new Date().toISOString()]
  return await commandLine([
    'payout',
    'record',
    '--account',
    accountId,
    '--amount',
    String(cents),
    ...transfer,
  ])
}

/** Waits until a merchant has at least this much available. */
export const waitForAvailable = ({ merchant }: Shop, cents: number): Promise<void> =>
  waitUntil('balance', async () => Number((await merchant.balance()).available_cents) >= cents)
