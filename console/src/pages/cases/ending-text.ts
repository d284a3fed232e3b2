import { isPartlyReturned, type CaseStatusFacts } from '../../lib/i18n/finance/case-status.ts'
import type { Language, Text } from '../../lib/text.ts'
import { formatCents } from '../../lib/values/money.ts'
import { caseSummary, partlyReturned } from './texts.ts'

/** Returns the sentence that says what happened to the money of a case; an empty text for an open case. */
export function endingText(row: CaseStatusFacts, language: Language): Text {
  if (row.status === 'open') return ['', '']
  if (row.dispute === null || !isPartlyReturned(row)) return caseSummary[row.kind][row.status]
  return partlyReturned(
    formatCents(row.dispute.returnedCents, language),
    formatCents(row.amountCents, language),
  )
}
