import { isPartlyReturned, type CaseStatusFacts } from '../../lib/i18n/finance/case-status.ts'
import type { Language, Text } from '../../lib/text.ts'
import { formatCents } from '../../lib/values/money.ts'
import { caseSummary } from './texts.ts'

/** The sentence for a dispute of which the payer got only a part back. The page adds a date and the full stop. */
const partlyReturned = (returned: string, disputed: string) =>
  [
    `O bloqueio terminou e o pagador recebeu ${returned} de ${disputed}`,
    `The block ended and the payer received ${returned} of ${disputed} back`,
  ] as const

/** Returns the sentence that says what happened to the money of a case; an empty text for an open case. */
export function endingText(row: CaseStatusFacts, language: Language): Text {
  if (row.status === 'open') return ['', '']
  if (row.dispute === null || !isPartlyReturned(row)) return caseSummary[row.kind][row.status]
  return partlyReturned(
    formatCents(row.dispute.returnedCents, language),
    formatCents(row.amountCents, language),
  )
}
