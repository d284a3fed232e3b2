import { IconArrowBackUp, IconFileDescription, IconGavel } from '@tabler/icons-react'
import { cases, dispute as texts } from './texts.ts'
import type { CaseFieldsFragment } from '../../api/generated/graphql.ts'
import { useRefusal } from '../../api/me.ts'
import { ActionDialog } from '../../ui/dialogs/Dialog.tsx'
import { lazyForm } from '../../ui/forms/lazy-form.tsx'
import { useText } from '../../ui/preferences.tsx'

type Case = CaseFieldsFragment

const RetryForm = lazyForm(async () => (await import('./CaseForms.tsx')).RetryForm)
const EvidenceForm = lazyForm(async () => (await import('./CaseForms.tsx')).EvidenceForm)
const DecideForm = lazyForm(async () => (await import('./CaseForms.tsx')).DecideForm)

/** The actions on a case: answer or decide a dispute, or retry a failed return. */
export function CaseActions({ row }: { row: Case }) {
  if (row.dispute) return <DisputeActions row={row} dispute={row.dispute} />
  return row.kind === 'held_payment' && row.exception === 'return_failed' ? <RetryAction row={row} /> : null
}

function RetryAction({ row }: { row: Case }) {
  const t = useText()
  return (
    <ActionDialog
      icon={IconArrowBackUp}
      variant="filled"
      label={t(cases.retry)}
      title={t(cases.retryTitle)}
      disabledReason={useRefusal('case.retry_return')}
    >
      {(close) => <RetryForm row={row} onClose={close} />}
    </ActionDialog>
  )
}

function DisputeActions({ row, dispute }: { row: Case; dispute: NonNullable<Case['dispute']> }) {
  const t = useText()
  const answerRefusal = useRefusal('dispute.answer')
  const decideRefusal = useRefusal('dispute.decide')
  const closedReason = dispute.status === 'open' ? null : texts.evidenceClosed
  return (
    <>
      <ActionDialog
        icon={IconFileDescription}
        label={t(texts.evidenceAdd)}
        title={t(texts.evidence)}
        disabledReason={answerRefusal ?? closedReason}
      >
        {(close) => <EvidenceForm row={row} onClose={close} />}
      </ActionDialog>
      <ActionDialog
        icon={IconGavel}
        variant="filled"
        label={t(texts.decide)}
        title={t(texts.decide)}
        disabledReason={decideRefusal ?? closedReason}
      >
        {(close) => <DecideForm row={row} onClose={close} />}
      </ActionDialog>
    </>
  )
}
