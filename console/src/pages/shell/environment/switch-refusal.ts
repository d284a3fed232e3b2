import { hasTestPage } from '../../../lib/environment.ts'
import type { Text } from '../../../lib/text.ts'
import { environment as texts } from './texts.ts'

/** Returns why production cannot switch to the test environment from a path; null if it can. */
export function switchRefusal(path: string, merchant: string | null): Text | null {
  if (!hasTestPage(path)) return texts.noTestPage
  return merchant === null ? texts.chooseMerchant : null
}
