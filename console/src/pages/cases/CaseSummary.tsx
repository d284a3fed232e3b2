import type { CaseQuery } from '../../api/generated/graphql.ts'
import { useCan } from '../../api/me.ts'
import { evidenceTimes } from '../../lib/i18n/finance/cases.ts'
import { disputeSteps, disputeStopsPayouts } from '../../lib/i18n/finance/dispute-steps.ts'
import type { Text } from '../../lib/text.ts'
import { heldOf } from '../../lib/values/held.ts'
import { formatCents } from '../../lib/values/money.ts'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { When } from '../../ui/values/When.tsx'
import classes from './CasePage.module.css'
import { endingText } from './ending-text.ts'
import { cases as texts, caseCause, caseLead, heldBecause } from './texts.ts'

type Case = CaseQuery['financialCase']

/** Returns the sentence that says how the open case ends if nobody acts. */
function otherwiseText({ kind, exception, dispute, isReturnOverdue }: Case): Text {
  if (exception !== null) return caseLead.otherwise.return_failed
  if (isReturnOverdue) return caseLead.otherwise.overdue
  return dispute?.status === 'returning' ? caseLead.otherwise.returning : caseLead.otherwise[kind]
}

/** Returns the sentence that says why the payment of the case is held; an empty text if no payment is held. */
const heldReason = ({ heldBecause: code }: Case): Text => heldBecause[code ?? ''] ?? ['', '']

/**
 * The introduction of an open case: the held amount, its owner, the reason, the deadline, and what happens without
 * action.
 */
function OpenCaseLead({ row }: { row: Case }) {
  const t = useText()
  const { language } = usePreferences()
  const heldCents = heldOf(row)
  const { dispute } = row
  return (
    <p className={classes.summary}>
      <strong>{t(caseLead.held(formatCents(heldCents, language), row.kind === 'held_payment'))}</strong>{' '}
      {t(caseLead.whose[row.kind](row.merchant.name))} {t(heldReason(row))}{' '}
      {dispute?.status === 'open' && (
        <>
          {t(dispute.evidenceAt === null ? evidenceTimes.deadline : evidenceTimes.recorded)}:{' '}
          <When at={dispute.evidenceAt ?? dispute.answerUntil} />.{' '}
        </>
      )}
      {t(otherwiseText(row))} {dispute?.status === 'open' && <OtherSteps {...dispute} />}{' '}
      {dispute !== null && t(disputeStopsPayouts)}
    </p>
  )
}

/** Says which roles take the steps of an open dispute that the person must not take. */
function OtherSteps({ evidenceAt }: { evidenceAt: string | null }) {
  const t = useText()
  const mayAnswer = useCan('dispute.answer')
  const mayDecide = useCan('dispute.decide')
  return (
    <>
      {evidenceAt === null && !mayAnswer && t(disputeSteps.answer.others)}{' '}
      {!mayDecide && t(disputeSteps.decide.others)}
    </>
  )
}

/**
 * The introduction of a case. For a closed case, the introduction says how and when the case ended, and why it was
 * opened.
 */
export function CaseSummary({ row }: { row: Case }) {
  const t = useText()
  const { language } = usePreferences()
  if (row.status === 'open') return <OpenCaseLead row={row} />
  return (
    <p className={classes.summary}>
      {t(endingText(row, language))} {t(texts.on)} <When at={row.closedAt} />. {t(caseCause[row.kind])}{' '}
      {t(heldReason(row))}
    </p>
  )
}
