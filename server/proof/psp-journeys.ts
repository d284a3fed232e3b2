import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { DIALECT_NAMES } from '../simulator/dialects/dialects.ts'
import { Deployment } from '../bench/deployment.ts'
import { startStack, until } from '../bench/stack.ts'
import { systemIds } from '../src/kernel/ids.ts'
import { postJson } from './post-json.ts'

const WAIT_MAX_MS = 30_000
const JOURNEYS = ['charge', 'refund', 'dispute'] as const
type Journey = (typeof JOURNEYS)[number]

/** The result of a journey: its duration in milliseconds, or why it failed. */
type Result = number | string

/**
 * `pnpm psp-journeys`: for each dialect of the simulator, starts the service with the profile of the same name. A
 * merchant receives a payment, refunds a payment and loses a dispute. Prints the duration of each journey. With
 * `--dialect NAME`, runs only this dialect. Exits with 1 if a journey fails or the ledger has a finding.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { dialect: { type: 'string' } } })
  const names = DIALECT_NAMES.filter((name) => values.dialect === undefined || name === values.dialect)
  if (names.length === 0) throw new Error(`--dialect must be one of ${DIALECT_NAMES.join(', ')}`)
  const dataDir = mkdtempSync(join(tmpdir(), 'pix-journeys-'))
  const stack = await startStack(dataDir)
  try {
    const deployment = await Deployment.open(stack, 'pix')
    const merchants = await deployment.createMerchants(1, 0)
    print(['dialect', ...JOURNEYS])
    let failures = 0
    for (const name of names) {
      await startWith(deployment, name)
      const results = await runJourneys(deployment, merchants[0]?.apiKey ?? '')
      await deployment.stop('all')
      print([name, ...results.map((result) => (typeof result === 'number' ? `${result} ms` : result))])
      failures += results.filter((result) => typeof result === 'string').length
    }
    const entries = await deployment.verifyLedgers(merchants)
    process.stdout.write(`${failures} journeys failed; the ledger of ${entries} entries has no finding\n`)
    process.exitCode = failures === 0 ? 0 : 1
    await deployment.close()
  } finally {
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const print = (cells: readonly string[]): void =>
  void process.stdout.write(
    `${cells
      .map((cell) => cell.padEnd(17))
      .join('')
      .trimEnd()}\n`,
  )

/** Starts the service with the profile and the simulated PSP of a dialect. */
async function startWith(deployment: Deployment, name: string): Promise<void> {
  const base = `${bankOf(deployment)}/dialects/${name}`
  await deployment.start('all', {
    PIX_PROFILE: name,
    PIX_ENVIRONMENT: 'sandbox',
    PIX_APP_KEY: 'application-of-the-journeys',
    PIX_BASE_URL: `${base}/api/v2`,
    PIX_TOKEN_URL: `${base}/oauth/token`,
  })
}

const bankOf = ({ settings }: Deployment): string => new URL(settings['PIX_BASE_URL'] ?? '').origin

async function runJourneys(deployment: Deployment, apiKey: string): Promise<Result[]> {
  const journeys: Record<Journey, () => Promise<void>> = {
    charge: async () => void (await createPaid(deployment, apiKey)),
    refund: () => refund(deployment, apiKey),
    dispute: () => loseDispute(deployment, apiKey),
  }
  const results: Result[] = []
  for (const name of JOURNEYS) {
    const startedMs = performance.now()
    const fault = await journeys[name]().then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    results.push(fault ?? Math.round(performance.now() - startedMs))
  }
  return results
}

interface Paid {
  id: string
  txid: string
}

/** Creates a charge of R$ 10,00, pays it at the PSP, and waits until the service has recorded the payment. */
async function createPaid(deployment: Deployment, apiKey: string): Promise<Paid> {
  const order = systemIds.bytes(8).toString('hex')
  const charge = await post(deployment, apiKey, '/v1/pix/charges', {
    order_reference: order,
    amount_cents: 1_000,
    payer: { name: 'Maria', document: '52998224725', email: 'm@exemplo.com.br', phone: '+5511987654321' },
  })
  const id = String(charge['id'])
  if (charge['status'] !== 'pending')
    throw new Error(`psp-journeys: the new charge ${id} is not pending but ${String(charge['status'])}`)
  const txid = id.replaceAll('-', '')
  await postJson(`${bankOf(deployment)}/simulator/pay`, { txid })
  const path = `/v1/pix/charges/${id}`
  await until(`the payment of the charge ${id}`, WAIT_MAX_MS, async () =>
    (await get(deployment, apiKey, path)).includes('"paid"'),
  )
  return { id, txid }
}

async function refund(deployment: Deployment, apiKey: string): Promise<void> {
  const { id } = await createPaid(deployment, apiKey)
  const path = `/v1/pix/charges/${id}/refunds`
  const requested = await post(deployment, apiKey, path, { amount_cents: 400 })
  if (requested['id'] === undefined)
    throw new Error(`psp-journeys: the service refused the refund of the charge ${id}`)
  await until(`the refund of the charge ${id}`, WAIT_MAX_MS, async () =>
    (await get(deployment, apiKey, path)).includes('"completed"'),
  )
}

async function loseDispute(deployment: Deployment, apiKey: string): Promise<void> {
  const { id, txid } = await createPaid(deployment, apiKey)
  const med = { txid, notice: true, outcome: 'returned', delay_ms: 500 }
  await postJson(`${bankOf(deployment)}/simulator/med`, med)
  const path = `/v1/disputes?charge_id=${id}`
  await until(`the end of the dispute of the charge ${id}`, WAIT_MAX_MS, async () =>
    (await get(deployment, apiKey, path)).includes('"closed"'),
  )
}

const post = (deployment: Deployment, apiKey: string, path: string, body: object) =>
  postJson(deployment.origin + path, body, {
    authorization: `Bearer ${apiKey}`,
    'idempotency-key': systemIds.bytes(8).toString('hex'),
  })

async function get(deployment: Deployment, apiKey: string, path: string): Promise<string> {
  const response = await fetch(deployment.origin + path, { headers: { authorization: `Bearer ${apiKey}` } })
  return response.text()
}

await main()
