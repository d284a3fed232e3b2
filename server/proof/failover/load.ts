import { systemClock } from '../../src/kernel/clock.ts'
import { systemIds } from '../../src/kernel/ids.ts'
import type { BenchMerchant, Deployment } from '../../bench/deployment.ts'

/** One attempt to create a charge. */
export interface Attempt {
  merchantId: string
  /** When the attempt started and ended, as `performance.now()` measures time. */
  startedMs: number
  endedMs: number
  /** The status of the charge; the HTTP status if no charge was returned; undefined without an answer. */
  result: string | undefined
}

const CALL_TIMEOUT_MS = 30_000
/**
 * The pause of a loop between two charges. The pause slows the load down, so that the charges are spread over all
 * failures.
 */
const PAUSE_MS = 250

/** Creates charges for randomly chosen merchants until `signal` aborts, and appends each attempt to `attempts`. */
export async function createCharges(
  deployment: Deployment,
  merchants: readonly BenchMerchant[],
  attempts: Attempt[],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const merchant = merchants[systemIds.bytes(2).readUInt16BE() % merchants.length]
    if (!merchant) throw new Error('BUG: createCharges was called without merchants')
    const startedMs = performance.now()
    const result = await createCharge(deployment.origin, merchant.apiKey)
    attempts.push({ merchantId: merchant.id, startedMs, endedMs: performance.now(), result })
    await systemClock.sleep(PAUSE_MS)
  }
}

async function createCharge(origin: string, apiKey: string): Promise<string | undefined> {
  const order = systemIds.bytes(8).toString('hex')
  try {
    const response = await fetch(`${origin}/v1/pix/charges`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${apiKey}`,
        'idempotency-key': order,
      },
      body: JSON.stringify({
        order_reference: order,
        amount_cents: 1_000,
        payer: { name: 'Maria', document: '52998224725', email: 'm@exemplo.com.br', phone: '+5511987654321' },
      }),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    })
    const body: unknown = await response.json()
    const isCharge = response.status === 201 && typeof body === 'object' && body !== null && 'status' in body
    return isCharge ? String(body.status) : String(response.status)
  } catch {
    return undefined
  }
}
