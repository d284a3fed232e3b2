import { formatCents } from '../money.ts'
import type { SearchKind } from '../search-kind.ts'
import {
  caseKind,
  caseStatus,
  chargeStatus,
  deliveryStatus,
  endpointHealthName,
  entryName,
  payoutState,
  refundStatus,
} from './status.ts'
import { textIn, type Language, type Text } from './text.ts'

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

const AMOUNT = /^R\$ (\d+),(\d\d)$/

/** What the search says of a hit, in a person's words: amounts with their thousands marked, codes by their names. */
export function hitWords(kind: SearchKind, text: string, language: Language): string {
  const names = WORDS[kind] ?? {}
  return text
    .split(' · ')
    .map((part) => {
      const [, reais, cents] = AMOUNT.exec(part) ?? []
      if (reais !== undefined && cents !== undefined) return formatCents(reais + cents, language)
      const name = names[part]
      return name ? textIn(name, language) : part
    })
    .join(' · ')
}
