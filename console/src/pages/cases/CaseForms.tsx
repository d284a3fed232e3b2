import { Textarea } from '@mantine/core'
import * as z from 'zod/mini'
import { cases, dispute as texts } from './texts.ts'
import { useActionForm } from '../../api/action-form.ts'
import {
  DecideDisputeDocument,
  RetryReturnDocument,
  SubmitDisputeEvidenceDocument,
  type CaseFieldsFragment,
} from '../../api/generated/graphql.ts'
import { amount, hidden, requiredText } from '../../lib/form-schema.ts'
import { common } from '../../lib/i18n/common.ts'
import { ConfirmForm } from '../../shared/forms/ConfirmForm.tsx'
import { DialogNote } from '../../ui/dialogs/Dialog.tsx'
import { ActionForm } from '../../ui/forms/ActionForm.tsx'
import { AmountField, ReasonField, SelectField } from '../../ui/forms/fields.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'

type FormProps = { row: CaseFieldsFragment; onClose: () => void }

const EVIDENCE_MAX = 4000

/** Form that retries a failed return of money to the payer. */
export function RetryForm({ row: { merchantId, id }, onClose }: FormProps) {
  const t = useText()
  return (
    <ConfirmForm
      document={RetryReturnDocument}
      variables={{ merchantId, id }}
      submit={t(cases.retry)}
      done={cases.retried}
      onDone={onClose}
      onCancel={onClose}
    >
      {t(cases.retryBody)}
    </ConfirmForm>
  )
}

const DECISIONS = ['whole', 'part', 'reject', 'cancel'] as const

const DECISION_OPTIONS = {
  whole: { decision: 'accepted', body: texts.acceptBody },
  part: { decision: 'accepted', body: texts.acceptBody },
  reject: { decision: 'rejected', body: texts.rejectBody },
  cancel: { decision: 'cancelled', body: texts.withdrawBody },
} as const

const DECISION_NAMES = {
  whole: texts.acceptWhole,
  part: texts.acceptPart,
  reject: texts.reject,
  cancel: texts.withdraw,
} as const

const UNDECIDED: { choice: (typeof DECISIONS)[number]; amountCents: string; reason: string } = {
  choice: 'whole',
  amountCents: '',
  reason: '',
}

/** Form that records the decision about a dispute: accepted, rejected or withdrawn. */
export function DecideForm({ row, onClose }: FormProps) {
  const t = useText()
  const { language } = usePreferences()
  const form = useActionForm(DecideDisputeDocument, {
    initialValues: UNDECIDED,
    schema: ({ choice }) =>
      z.object({
        choice: z.enum(DECISIONS),
        amountCents: choice === 'part' ? amount({ t, language }, { max: row.amountCents }) : hidden,
        reason: requiredText(t(common.reasonMissing)),
      }),
    request: ({ choice, amountCents, reason }) => ({
      merchantId: row.merchantId,
      caseId: row.id,
      decision: DECISION_OPTIONS[choice].decision,
      reason,
      amountCents,
      returnedBy: null,
    }),
    done: texts.decidedDone,
    onDone: onClose,
  })
  const { choice } = form.values
  const { decision, body } = DECISION_OPTIONS[choice]
  return (
    <ActionForm
      form={form}
      submit={t(DECISION_NAMES[choice])}
      danger={decision === 'accepted'}
      onCancel={onClose}
    >
      <SelectField {...form.field('choice')} label={t(texts.decision)} names={DECISION_NAMES} />
      <DialogNote>{t(body)}</DialogNote>
      {choice === 'part' && <AmountField {...form.field('amountCents')} label={t(texts.amount)} />}
      <ReasonField {...form.field('reason')} />
    </ActionForm>
  )
}

const EVIDENCE = z.object({ evidence: z.string().check(z.trim()) })

/** Form that submits evidence against a dispute. It does not send empty evidence. */
export function EvidenceForm({ row, onClose }: FormProps) {
  const t = useText()
  const form = useActionForm(SubmitDisputeEvidenceDocument, {
    initialValues: { evidence: '' },
    schema: () => EVIDENCE,
    request: ({ evidence }) =>
      evidence === '' ? null : { merchantId: row.merchantId, caseId: row.id, evidence },
    done: texts.evidenceDone,
    onDone: onClose,
  })
  return (
    <ActionForm form={form} submit={t(texts.evidenceAdd)} onCancel={onClose}>
      <Textarea {...form.field('evidence')} label={t(texts.evidence)} rows={6} maxLength={EVIDENCE_MAX} />
    </ActionForm>
  )
}
