import { expect } from 'vitest'
import type { ConsoleClient } from './clients/console-client.ts'
import { QUERIES } from './suites/console-query-limits.ts'

/** Returns the headers of a console request for a test account; none for the production environment. */
export const headersFor = (account: string | null): Record<string, string> =>
  account === null ? {} : { 'x-test-account': account }

/**
 * The queries of the pages that exist in both environments. Each page shows one merchant. `variables` gets the
 * merchant's id and returns the variables of the query.
 */
const SHARED: [query: string, variables: (merchantId: string) => object][] = [
  ['Charges', () => ({ first: 100, count: true })],
  ['Cases', () => ({ first: 100, count: true })],
  ['WebhookFleet', () => ({ first: 100, count: true })],
  ['Requests', () => ({ first: 100, count: true })],
  ['WebhookDeliveries', (merchantId) => ({ filter: { merchantId }, first: 100, count: true })],
  ['WebhookEndpoints', (merchantId) => ({ merchantId })],
  ['Statement', (merchantId) => ({ filter: { merchantId }, first: 100, count: true })],
  ['StatementSummary', (merchantId) => ({ merchantId, clock: 'posting', from: null, to: null })],
  ['Balance', (merchantId) => ({ merchantId })],
  ['ApiKeys', (merchantId) => ({ merchantId })],
]

/** The queries of the pages that exist only in production. */
const ONLY_LIVE: [query: string, variables: () => object][] = [
  ['MerchantList', () => ({ first: 100 })],
  ['MerchantTotals', () => ({})],
  ['Home', () => ({ zone: 'UTC' })],
  ['LedgerVerdict', () => ({})],
  ['Payouts', () => ({ first: 100 })],
  ['ReconciliationExceptions', () => ({ first: 100 })],
]

const EXPORTS: [list: string, filter: (merchantId: string) => object][] = [
  ['charges', () => ({})],
  ['cases', () => ({})],
  ['requests', () => ({})],
  ['webhook-deliveries', (merchantId) => ({ merchantId })],
  ['statement', (merchantId) => ({ merchantId, clock: 'posting' })],
  ['api-keys', (merchantId) => ({ merchantId })],
]

interface Reading {
  /** The id of the merchant whose pages are read. */
  merchantId: string
  /** The id of the merchant whose test account is read; null to read production. */
  account: string | null
  /** The texts for which the function runs the search. */
  searches?: string[]
}

/** Reads the pages and searches of staff in one environment. Returns all data by the name of the query. */
export async function readPages(
  staff: ConsoleClient,
  { merchantId, account, searches = [] }: Reading,
): Promise<[name: string, data: unknown][]> {
  const wanted: [string, object][] = [
    ...SHARED.map(([name, variables]): [string, object] => [name, variables(merchantId)]),
    ...(account === null ? ONLY_LIVE.map(([name, variables]): [string, object] => [name, variables()]) : []),
    ...searches.map((text): [string, object] => ['Search', { text }]),
  ]
  return Promise.all(
    wanted.map(async ([name, variables]) => {
      const { data, errors } = await staff.send(
        QUERIES.get(name) ?? '',
        { ...variables },
        headersFor(account),
      )
      expect([name, errors]).toEqual([name, []])
      return [name, data] satisfies [string, unknown]
    }),
  )
}

/** Exports the lists of staff in one environment as CSV. Returns the text of all files. */
export async function readExports(staff: ConsoleClient, { merchantId, account }: Reading): Promise<string> {
  const files = EXPORTS.map(async ([list, filter]) => {
    const wanted = { list, format: 'csv', filter: filter(merchantId), zone: 'UTC' }
    const response = await staff.export(wanted, { headers: headersFor(account) })
    const text = await response.text()
    expect([list, response.status, text]).toEqual([list, 200, text])
    return text
  })
  return (await Promise.all(files)).join('\n')
}

/**
 * The names of members whose values depend on the time of the reading. `lastUsedAt` also depends on that time, because
 * the service stores the last use of a key some time after the call.
 */
const OF_TIME = /^(asOf|from|to|lastUsedAt|\w*[lL]agSeconds)$/

/** Returns plain data without the values that depend on the time of the reading. */
export const withoutTimes = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, part: unknown) => {
      if (typeof part === 'bigint') return String(part)
      return OF_TIME.test(name) ? undefined : part
    }),
  )
