import { z } from 'zod'
import { systemClock } from '../../src/kernel/clock.ts'
import type { CommandLine } from '../command-line.ts'

/** The doors that demo data goes through; the same ones that everybody uses. */
export interface DemoClients {
  /** The operator's command line. */
  cli: CommandLine
  /** The merchant's REST interface, called with the demo key. */
  merchant: (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) => Promise<unknown>
  /** The simulator's control routes. */
  network: (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => Promise<unknown>
  gatewayId: string
  inboxPort: number
}

/** One thing to be made once in the life of a data folder. */
export interface SeedStep {
  /** Never to be changed: it is how a later start knows that the step is done. */
  name: string
  run(demo: DemoClients): Promise<void>
}

/** A door answered no while demo data were made. */
export class SeedError extends Error {
  override readonly name = 'SeedError'
}

const CALL_TIMEOUT_MS = 15_000
const WAIT_TIMEOUT_MS = 15_000
const POLL_MS = 100

/**
 * A JSON client of `origin`. Every POST carries the idempotency key `seed-` and its order reference, so that a step
 * that was cut off can be run again.
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

/** The parts of a charge that demo data are made from. */
export type DemoCharge = z.infer<typeof Charge>

/** Creates a charge as a merchant's shop does. */
export async function createCharge(demo: DemoClients, body: Record<string, unknown>): Promise<DemoCharge> {
  return Charge.parse(await demo.merchant('POST', '/v1/pix/charges', body))
}

/** Pays what the QR code asks for, unless it is paid, and waits until the service has recorded it. */
export async function payCharge(demo: DemoClients, charge: DemoCharge): Promise<void> {
  if (charge.status !== 'pending') return
  await demo.network('POST', '/simulator/pay', { qr_code: charge.pix?.qr_code_payload })
  await untilStatus(demo, charge.id, 'paid')
}

/** Waits until the merchant sees the charge in this state. */
export async function untilStatus(demo: DemoClients, chargeId: string, status: string): Promise<void> {
  for (let waited = 0; waited < WAIT_TIMEOUT_MS; waited += POLL_MS) {
    const charge = Charge.parse(await demo.merchant('GET', `/v1/pix/charges/${chargeId}`))
    if (charge.status === status) return
    await systemClock.sleep(POLL_MS)
  }
  throw new SeedError(`Charge ${chargeId} did not become ${status} in ${WAIT_TIMEOUT_MS / 1000} s.`)
}
