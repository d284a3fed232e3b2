import { expect } from 'vitest'
import { plusMs, systemClock } from '../kernel/clock.ts'
import { ROUTES } from '../routes.ts'
import type { RestClient } from './clients/rest-client.ts'
import { inParallel } from './in-parallel.ts'

const DAY_MS = 86_400_000

const LISTS = ROUTES.filter(({ method, path }) => method === 'get' && !path.includes(':'))

/**
 * Reads every list of the merchant API, the statement as CSV, and the reconciliations of today and yesterday. Returns
 * everything as one text. With a live key, the function does not read the routes of the test environment.
 */
export async function readEverything(rest: RestClient): Promise<string> {
  const isTest = rest.key?.startsWith('svc_test_')
  const days = [0, -DAY_MS].map((ms) => plusMs(systemClock.now(), ms).toISOString().slice(0, 10))
  const paths = [
    ...LISTS.filter(({ isTestOnly }) => isTest || !isTestOnly).map(({ path }) => path),
    ...days.map((day) => `/v1/reconciliation/${day}`),
  ]
  const read = await inParallel(paths, 2, (path) => rest.get<unknown>(path))
  const headers = { authorization: `Bearer ${rest.key}`, accept: 'text/csv' }
  const csv = await (await fetch(`${rest.baseUrl}/v1/statement`, { headers })).text()
  return csv + JSON.stringify(read.map(({ body }) => body))
}

/** Expects that no search finds any of the texts, and that the key cannot read the charge. */
export async function expectNothingFound(
  rest: RestClient,
  texts: readonly string[],
  chargeId: string,
): Promise<void> {
  const searches = texts.map((text) => `/v1/pix/charges?q=${encodeURIComponent(text)}`)
  for (const { status, body } of await inParallel(searches, 2, (path) => rest.get<{ items: object[] }>(path)))
    expect([status, body.items]).toEqual([200, []])
  for (const route of ['', '/refunds'])
    expect((await rest.get(`/v1/pix/charges/${chargeId}${route}`)).status).toBe(404)
}
