import { Textarea } from '@mantine/core'
import * as z from 'zod/mini'
import { decisionEffect } from './decision-effect.ts'
import { cases, dispute as texts } from './texts.ts'
import { useActionForm } from '../../api/action-form.ts'
import {
  DecideDisputeDocument,
  RetryReturnDocument,
  SubmitDisputeEvidenceDocument,
  type CaseFieldsFragment,
} from '../../api/generated/graphql.ts'
import { amount, chosen, hidden, requiredText } from '../../lib/form-schema.ts'
import { common } from '../../lib/i18n/common.ts'
import { parseAmount } from '../../lib/values/money.ts'
import { ConfirmForm } from '../../shared/forms/ConfirmForm.tsx'
import { ActionForm } from '../../ui/forms/ActionForm.tsx'
import { ChoiceField } from '../../ui/forms/ChoiceField.tsx'
import { AmountField, ReasonField } from '../../ui/forms/fields.tsx'
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
type Choice = (typeof DECISIONS)[number]

const DECISION_OF = { whole: 'accepted', part: 'accepted', reject: 'rejected', cancel: 'cancelled' } as const

const DECISION_NAMES = {
  whole: texts.acceptWhole,
  part: texts.acceptPart,
  reject: texts.reject,
  cancel: texts.withdraw,
} as const

const UNDECIDED: { choice: Choice | ''; amountCents: string; reason: string } = {
  choice: '',
  amountCents: '',
  reason: '',
}

/**
 * Form that records the decision about a dispute: accepted, rejected or withdrawn. No choice is selected at first, and
 * each choice shows its effect in reais.
 */
export function DecideForm({ row, onClose }: FormProps) {
  const t = useText()
  const { language } = usePreferences()
  const form = useActionForm(DecideDisputeDocument, {
    initialValues: UNDECIDED,
    schema: ({ choice }) =>
      z.object({
        choice: chosen(DECISIONS, t(common.chooseOne)),
        amountCents: choice === 'part' ? amount({ t, language }, { max: row.amountCents }) : hidden,
        reason: requiredText(t(common.reasonMissing)),
      }),
    request: ({ choice, amountCents, reason }) => ({
      merchantId: row.merchantId,
      caseId: row.id,
      decision: DECISION_OF[choice],
      reason,
      amountCents,
      returnedBy: null,
    }),
    done: texts.decidedDone,
    onDone: onClose,
  })
  const { choice, amountCents } = form.values
  const typed = parseAmount(amountCents, language)
  const effect = (acceptedCents: bigint) => t(decisionEffect(row, acceptedCents, language))
  const released = effect(0n)
  return (
    <ActionForm
      form={form}
      submit={t(choice === '' ? texts.decide : DECISION_NAMES[choice])}
      danger={choice === 'whole' || choice === 'part'}
      onCancel={onClose}
    >
      <ChoiceField
        {...form.field('choice')}
        label={t(texts.decision)}
        choices={[
          { value: 'whole', label: t(texts.acceptWhole), effect: effect(BigInt(row.amountCents)) },
          { value: 'part', label: t(texts.acceptPart), effect: null },
          { value: 'reject', label: t(texts.reject), effect: released },
          { value: 'cancel', label: t(texts.withdraw), effect: `${t(texts.withdrawn)} ${released}` },
        ]}
      />
      {choice === 'part' && (
        <AmountField
          {...form.field('amountCents')}
          label={t(texts.amount)}
          description={typed.kind === 'cents' && effect(typed.cents)}
        />
      )}
      <ReasonField {...form.field('reason')} />
    </ActionForm>
  )
}

const EVIDENCE = z.object({ evidence: z.string().check(z.trim()) })

/** Form that submits evidence against a dispute. The form cannot be submitted without evidence. */
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
