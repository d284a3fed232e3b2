import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const SRC = join(import.meta.dirname, '..', '..', 'console', 'src')

const patternsIn = (file: string): string[] =>
  [...readFileSync(join(SRC, file), 'utf8').matchAll(/\bpath: '([^']+)'/g)].map(([, pattern = '']) => pattern)

/** The doors, for whoever is not signed in. */
export const DOORS = patternsIn('frame.tsx')

/** The pattern of every page behind them, as the router has them: a new page is here without being told. */
export const PATTERNS = patternsIn('routes.tsx')

/** Where one thing of a kind is found: the list whose first row leads to it. */
export const LIST_OF: Readonly<Record<string, string>> = {
  '/charges/$chargeId': '/charges',
  '/merchants/$merchantId': '/merchants',
  '/webhooks/$endpointId': '/webhooks',
  '/cases/$caseId': '/cases?status=returned',
  '/payouts/$payoutId': '/payouts',
  '/users/$staffId': '/users',
  '/audit/$entryId': '/audit',
}

/** Addresses of pages that lead nowhere without one. */
export const EXAMPLES: Readonly<Record<string, string>> = { $: '/nowhere' }
