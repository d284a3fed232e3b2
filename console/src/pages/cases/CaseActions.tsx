import { NativeSelect, Textarea } from '@mantine/core'
import { IconArrowBackUp, IconFileDescription, IconGavel } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction } from '../../api/action.ts'
import {
  DecideDisputeDocument,
  RetryReturnDocument,
  SubmitDisputeEvidenceDocument,
  type CaseFieldsFragment,
} from '../../api/generated/graphql.ts'
import { useRefusal } from '../../api/me.ts'
import { cases, dispute as texts } from '../../lib/i18n/finance/cases.ts'
import { AmountInput, useAmount } from '../../ui/fields/AmountInput.tsx'
import { ActionDialog, DialogForm, DialogNote } from '../../ui/dialogs/Dialog.tsx'
import { useText } from '../../ui/preferences.tsx'

type Case = CaseFieldsFragment

const TEXT_MAX = 500
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

function RetryForm({ row: { merchantId, id }, onClose }: { row: Case; onClose: () => void }) {
  const t = useText()
  const retry = useAction(RetryReturnDocument, { done: cases.retried, onDone: onClose })
  return (
    <DialogForm
      submit={t(cases.retry)}
      busy={retry.isPending}
      error={retry.error}
      onSubmit={() => retry.mutate({ merchantId, id })}
      onCancel={onClose}
    >
      <DialogNote>{t(cases.retryBody)}</DialogNote>
    </DialogForm>
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
        title={t(texts.decideTitle)}
        disabledReason={decideRefusal ?? closedReason}
      >
        {(close) => <DecideForm row={row} onClose={close} />}
      </ActionDialog>
    </>
  )
}

const DECISIONS = ['whole', 'part', 'reject', 'cancel'] as const
type Decision = (typeof DECISIONS)[number]

const DECISION_OPTIONS = {
  whole: { decision: 'accepted', name: texts.acceptWhole, body: texts.acceptBody },
  part: { decision: 'accepted', name: texts.acceptPart, body: texts.acceptBody },
  reject: { decision: 'rejected', name: texts.reject, body: texts.rejectBody },
  cancel: { decision: 'cancelled', name: texts.withdraw, body: texts.withdrawBody },
} as const

function DecideForm({ row, onClose }: { row: Case; onClose: () => void }) {
  const t = useText()
  const [decision, setDecision] = useState<Decision>('whole')
  const amount = useAmount(null)
  const [reason, setReason] = useState('')
  const [checked, setChecked] = useState(false)
  const decide = useAction(DecideDisputeDocument, {
    done: texts.decidedDone,
    onDone: onClose,
  })
  const option = DECISION_OPTIONS[decision]
  const submit = () => {
    setChecked(true)
    const amountCents = decision === 'part' ? amount.read(row.amountCents) : null
    if (reason.trim() === '' || (decision === 'part' && amountCents === null)) return
    decide.mutate({
      merchantId: row.merchantId,
      caseId: row.id,
      decision: option.decision,
      reason: reason.trim(),
      amountCents,
      returnedBy: null,
    })
  }
  return (
    <DialogForm
      submit={t(option.name)}
      danger={option.decision === 'accepted'}
      busy={decide.isPending}
      error={decide.error}
      onSubmit={submit}
      onCancel={onClose}
    >
      <NativeSelect
        label={t(texts.decision)}
        value={decision}
        onChange={({ currentTarget: { value } }) =>
          setDecision(DECISIONS.find((one) => one === value) ?? decision)
        }
        data={DECISIONS.map((value) => ({ value, label: t(DECISION_OPTIONS[value].name) }))}
      />
      <DialogNote>{t(option.body)}</DialogNote>
      {decision === 'part' && <AmountInput amount={amount} label={t(texts.amount)} />}
      <Textarea
        label={t(texts.reason)}
        maxLength={TEXT_MAX}
        rows={3}
        value={reason}
        error={checked && reason.trim() === '' && t(texts.reasonMissing)}
        onChange={(change) => setReason(change.currentTarget.value)}
      />
    </DialogForm>
  )
}

function EvidenceForm({ row, onClose }: { row: Case; onClose: () => void }) {
  const t = useText()
  const [evidence, setEvidence] = useState('')
  const submitted = useAction(SubmitDisputeEvidenceDocument, {
    done: texts.evidenceDone,
    onDone: onClose,
  })
  return (
    <DialogForm
      submit={t(texts.evidenceAdd)}
      busy={submitted.isPending}
      error={submitted.error}
      onSubmit={() =>
        evidence.trim() !== '' &&
        submitted.mutate({ merchantId: row.merchantId, caseId: row.id, evidence: evidence.trim() })
      }
      onCancel={onClose}
    >
      <Textarea
        label={t(texts.evidence)}
        rows={6}
        maxLength={4000}
        value={evidence}
        onChange={(change) => setEvidence(change.currentTarget.value)}
      />
    </DialogForm>
  )
}
