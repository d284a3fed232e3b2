import { deepStrictEqual } from 'node:assert'
import { setTimeout as sleep } from 'node:timers/promises'

const WAIT_MS = 30_000

/**
 * Reads the addresses and the API key of the started service from the environment variables.
 * @throws Error when a variable is missing.
 */
export function environment(): { baseUrl: string; apiKey: string; simulatorUrl: string } {
  const { PIX_BASE_URL: baseUrl, PIX_API_KEY: apiKey, PIX_SIMULATOR_URL: simulatorUrl } = process.env
  if (!baseUrl || !apiKey || !simulatorUrl)
    throw new Error('Set PIX_BASE_URL, PIX_API_KEY and PIX_SIMULATOR_URL.')
  return { baseUrl, apiKey, simulatorUrl }
}

/** Returns the body of a request that creates a charge. By default, the simulator accepts the charge. */
export const aBody = (orderReference: string, amountCents = 15_000) => ({
  order_reference: orderReference,
  amount_cents: amountCents,
  payer: {
    name: 'Maria José da Silva',
    document: '12345678909',
    email: 'maria@exemplo.com.br',
    phone: '+5511987654321',
  },
})

export const equal = (actual: unknown, expected: unknown): void => deepStrictEqual(actual, expected)

/**
 * Waits until `condition` returns true.
 * @throws Error after 30 s.
 */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + WAIT_MS; Date.now() < end; await sleep(200)) if (await condition()) return
  throw new Error('The condition was not met within 30 s.')
}
