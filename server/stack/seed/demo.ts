import { z } from 'zod'
import { systemClock } from '../../src/kernel/clock.ts'
import type { CommandLine } from '../command-line.ts'

/** The clients and settings with which the seed creates the demo data. */
export interface DemoClients {
  /** The operator's command line. */
  cli: CommandLine
  /** Calls the merchant API with the demo key. */
  merchant: (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) => Promise<unknown>
  /** Calls the simulator's control routes. */
  network: (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => Promise<unknown>
  gatewayId: string
  inboxPort: number
}

/** A step of the seed, which runs once for each data folder. */
export interface SeedStep {
  /** The name must never change, because a later start uses it to recognise a completed step. */
  name: string
  run(demo: DemoClients): Promise<void>
}

/** Thrown when an interface refuses a call or a charge does not reach its status during the seed. */
export class SeedError extends Error {
  override readonly name = 'SeedError'
}

const CALL_TIMEOUT_MS = 15_000
const WAIT_TIMEOUT_MS = 15_000
const POLL_MS = 25

/**
 * Returns a JSON client of `origin`. The idempotency key of every POST is `seed-` with the order reference or path. So
 * a repeated step creates nothing twice.
 */
export function createJsonClient(origin: string, apiKey?: string): DemoClients['merchant'] {
  return async (method, path, body) => {
    const reference = z.object({ order_reference: z.string() }).safeParse(body).data?.order_reference
    const response = await fetch(`${origin}${path}`, {
      method,
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      headers: {
        'content-type': 'application/json',
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
        ...(method === 'POST' ? { 'idempotency-key': `seed-${reference ?? path}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new SeedError(`${method} ${path} answered ${response.status}: ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
}

const Charge = z.object({
  id: z.string(),
  status: z.string(),
  pix: z.object({ txid: z.string().nullable(), qr_code_payload: z.string().nullable() }).nullable(),
})

/** The fields of a charge that the seed steps use. */
export type DemoCharge = z.infer<typeof Charge>

/** Creates a charge through the merchant API. */
export async function createCharge(demo: DemoClients, body: Record<string, unknown>): Promise<DemoCharge> {
  return Charge.parse(await demo.merchant('POST', '/v1/pix/charges', body))
}

/** Pays a pending charge by its QR code and waits until the service has recorded the payment. */
export async function payCharge(demo: DemoClients, charge: DemoCharge): Promise<void> {
  if (charge.status !== 'pending') return
  await demo.network('POST', '/simulator/pay', { qr_code: charge.pix?.qr_code_payload })
  await untilStatus(demo, charge.id, 'paid')
}

/** Waits until the merchant API shows `status` for the charge. @throws SeedError after 15 s. */
export async function untilStatus(demo: DemoClients, chargeId: string, status: string): Promise<void> {
  for (let waited = 0; waited < WAIT_TIMEOUT_MS; waited += POLL_MS) {
    const charge = Charge.parse(await demo.merchant('GET', `/v1/pix/charges/${chargeId}`))
    if (charge.status === status) return
    await systemClock.sleep(POLL_MS)
  }
  throw new SeedError(
    `Charge ${chargeId} did not reach the status ${status} within ${WAIT_TIMEOUT_MS / 1000} s.`,
  )
}
