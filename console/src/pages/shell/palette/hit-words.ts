import { formatCents } from '../../../lib/values/money.ts'
import type { SearchKind } from './search-kind.ts'
import {
  caseKind,
  caseStatus,
  chargeStatus,
  deliveryStatus,
  endpointHealthName,
  entryName,
  payoutState,
  refundStatus,
} from '../../../lib/i18n/status.ts'
import { textIn, type Language, type Text } from '../../../lib/text.ts'

type Words = Readonly<Record<string, Text>>

/** Translations of the codes that a search hit contains, by the kind of the hit. */
const WORDS: Partial<Record<SearchKind, Words>> = {
  charge: chargeStatus,
  refund: refundStatus,
  financial_case: { ...caseKind, ...caseStatus },
  payout: payoutState,
  journal_entry: entryName,
  webhook_endpoint: { ...endpointHealthName, active: ['Ativo', 'Active'] },
  webhook_delivery: deliveryStatus,
}

/** A search hit that the server returned. */
type Found = { kind: SearchKind; title: string | null; detail: string | null; amountCents: string | null }

/** Returns the title and the details of a search hit. If a hit has no title, its amount is the title. */
export function hitWords(hit: Found, language: Language): { title: string; details: string[] } {
  const names = WORDS[hit.kind] ?? {}
  const worded = (code: string) => {
    const name = names[code]
    return name ? textIn(name, language) : code
  }
  const amount = hit.amountCents === null ? [] : [formatCents(hit.amountCents, language)]
  const [title = '', ...details] = [
    // The title of a journal entry is a code to translate. Other titles need no translation.
    ...(hit.title === null ? [] : [hit.kind === 'journal_entry' ? worded(hit.title) : hit.title]),
    ...amount,
    ...(hit.detail === null ? [] : hit.detail.split(' · ').map(worded)),
  ]
  return { title, details }
}

/** The maximum number of hits of each kind in an answer of the server. */
const HITS_MAX = 4

/** Returns whether the server may have found more records of some kind than it returned. */
export const isCut = (found: readonly { kind: SearchKind }[]): boolean =>
  found.some(({ kind }) => found.filter((hit) => hit.kind === kind).length >= HITS_MAX)
