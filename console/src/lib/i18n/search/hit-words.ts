import { formatCents } from '../../values/money.ts'
import type { SearchKind } from '../../search/search-kind.ts'
import {
  caseKind,
  caseStatus,
  chargeStatus,
  deliveryStatus,
  endpointHealthName,
  entryName,
  payoutState,
  refundStatus,
} from '../status.ts'
import { textIn, type Language, type Text } from '../../text.ts'

type Words = Readonly<Record<string, Text>>

/** The codes that the search answers with, by what was found. */
const WORDS: Partial<Record<SearchKind, Words>> = {
  charge: chargeStatus,
  refund: refundStatus,
  financial_case: { ...caseKind, ...caseStatus },
  payout: payoutState,
  journal_entry: entryName,
  webhook_endpoint: { ...endpointHealthName, active: ['Ativo', 'Active'] },
  webhook_delivery: deliveryStatus,
}

/** Something that was found, as the search tells of it. */
type Found = { kind: SearchKind; title: string | null; detail: string | null; amountCents: string | null }

/** What was found, in a person's words: its name, or its amount where that is its name, and all else that is told. */
export function hitWords(hit: Found, language: Language): { title: string; details: string[] } {
  const names = WORDS[hit.kind] ?? {}
  const worded = (code: string) => {
    const name = names[code]
    return name ? textIn(name, language) : code
  }
  const amount = hit.amountCents === null ? [] : [formatCents(hit.amountCents, language)]
  const [title = '', ...details] = [
    // Of all that was found only entries are called by a code.
    ...(hit.title === null ? [] : [hit.kind === 'journal_entry' ? worded(hit.title) : hit.title]),
    ...amount,
    ...(hit.detail === null ? [] : hit.detail.split(' · ').map(worded)),
  ]
  return { title, details }
}
