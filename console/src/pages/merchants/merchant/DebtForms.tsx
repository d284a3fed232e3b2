import * as z from 'zod/mini'
import { merchants as texts } from '../texts.ts'
import { useActionForm } from '../../../api/action-form.ts'
import {
  AgreeToDebtWriteOffDocument,
  AskDebtWriteOffDocument,
  RefuseDebtWriteOffDocument,
  ReverseJournalEntryDocument,
} from '../../../api/generated/graphql.ts'
import { amount, requiredText } from '../../../lib/form-schema.ts'
import { common } from '../../../lib/i18n/common.ts'
import { amountForInput, formatCents } from '../../../lib/values/money.ts'
import { ConfirmForm, ReasonForm } from '../../../shared/forms/ConfirmForm.tsx'
import { DialogNote } from '../../../ui/dialogs/Dialog.tsx'
import { ActionForm } from '../../../ui/forms/ActionForm.tsx'
import { AmountField, ReasonField } from '../../../ui/forms/fields.tsx'
import { usePreferences, useText } from '../../../ui/preferences.tsx'

/** Form that requests a write-off of the merchant's debt. Another person must approve the write-off. */
export function RequestWriteOffForm(props: { merchantId: string; owedCents: string; onClose: () => void }) {
  const t = useText()
  const { language } = usePreferences()
  const { merchantId, owedCents, onClose } = props
  const form = useActionForm(AskDebtWriteOffDocument, {
    initialValues: { amountCents: amountForInput(owedCents, language), reason: '' },
    schema: () =>
      z.object({
        amountCents: amount({ t, language }, { max: owedCents }),
        reason: requiredText(t(common.reasonMissing)),
      }),
    request: (writeOff) => ({ merchantId, ...writeOff }),
    done: texts.writeOffAsked,
    onDone: onClose,
  })
  return (
    <ActionForm form={form} submit={t(texts.writeOff)} onCancel={onClose}>
      <DialogNote>
        {t(texts.writeOffBody)} {t(texts.writeOffChosen(formatCents(owedCents, language)))}
      </DialogNote>
      <AmountField {...form.field('amountCents')} label={t(texts.writeOffAmount)} />
      <ReasonField {...form.field('reason')} />
    </ActionForm>
  )
}

interface WriteOffFormProps {
  row: { merchantId: string; id: string; amountCents: string }
  onClose: () => void
}

/** Form that approves a write-off that another person requested. */
export function ApproveWriteOffForm({ row: { merchantId, id, amountCents }, onClose }: WriteOffFormProps) {
  const t = useText()
  const { language } = usePreferences()
  return (
    <ConfirmForm
      danger
      document={AgreeToDebtWriteOffDocument}
      variables={{ merchantId, id }}
      submit={t(texts.agree)}
      done={texts.agreed}
      onDone={onClose}
      onCancel={onClose}
    >
      {t(texts.agreeBody(formatCents(amountCents, language)))}
    </ConfirmForm>
  )
}

/** Form that rejects a write-off. The person who requested the write-off may reject it, too. */
export function RejectWriteOffForm({ row: { merchantId, id, amountCents }, onClose }: WriteOffFormProps) {
  const t = useText()
  const { language } = usePreferences()
  return (
    <ReasonForm
      document={RefuseDebtWriteOffDocument}
      variables={(reason) => ({ merchantId, id, reason })}
      submit={t(texts.refuse)}
      done={texts.refused}
      onDone={onClose}
      onCancel={onClose}
    >
      {t(texts.refuseBody(formatCents(amountCents, language)))}
    </ReasonForm>
  )
}

/** Form that reverses a write-off, so that the merchant owes the amount again. */
export function ReverseWriteOffForm(props: {
  merchantId: string
  journalId: string
  amountCents: string
  onClose: () => void
}) {
  const t = useText()
  const { language } = usePreferences()
  const { merchantId, journalId, amountCents, onClose } = props
  return (
    <ReasonForm
      danger
      document={ReverseJournalEntryDocument}
      variables={(reason) => ({ merchantId, journalId, reason })}
      submit={t(texts.writeOffReverse)}
      done={texts.writeOffReversedDone}
      onDone={onClose}
      onCancel={onClose}
    >
      {t(texts.writeOffReverseBody(formatCents(amountCents, language)))}
    </ReasonForm>
  )
}
