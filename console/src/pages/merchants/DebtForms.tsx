import { useAction } from '../../api/action.ts'
import {
  AgreeToDebtWriteOffDocument,
  AskDebtWriteOffDocument,
  RefuseDebtWriteOffDocument,
  ReverseJournalEntryDocument,
} from '../../api/generated/graphql.ts'
import { merchants as texts } from '../../lib/i18n/finance/merchants.ts'
import { AmountInput, useAmount } from '../../ui/fields/AmountInput.tsx'
import { DialogForm, DialogNote } from '../../ui/dialogs/Dialog.tsx'
import { useText } from '../../ui/preferences.tsx'
import { ReasonForm } from '../../ui/dialogs/ReasonForm.tsx'

/** Requests a write-off. Another person must approve it. */
export function RequestWriteOffForm(props: { merchantId: string; owedCents: string; onClose: () => void }) {
  const t = useText()
  const amount = useAmount(props.owedCents)
  const ask = useAction(AskDebtWriteOffDocument, {
    done: texts.writeOffAsked,
    onDone: props.onClose,
  })
  return (
    <ReasonForm
      submit={t(texts.writeOff)}
      busy={ask.isPending}
      error={ask.error}
      onSubmit={(reason) => {
        const amountCents = amount.read(props.owedCents)
        if (amountCents !== null) ask.mutate({ merchantId: props.merchantId, amountCents, reason })
      }}
      onCancel={props.onClose}
      fields={<AmountInput amount={amount} label={t(texts.writeOffAmount)} />}
    >
      {t(texts.writeOffBody)}
    </ReasonForm>
  )
}

interface WriteOffFormProps {
  row: { merchantId: string; id: string }
  onClose: () => void
}

/** Approves a write-off that another person requested. */
export function ApproveWriteOffForm({ row: { merchantId, id }, onClose }: WriteOffFormProps) {
  const t = useText()
  const agree = useAction(AgreeToDebtWriteOffDocument, {
    done: texts.agreed,
    onDone: onClose,
  })
  return (
    <DialogForm
      danger
      submit={t(texts.agree)}
      busy={agree.isPending}
      error={agree.error}
      onSubmit={() => agree.mutate({ merchantId, id })}
      onCancel={onClose}
    >
      <DialogNote>{t(texts.agreeBody)}</DialogNote>
    </DialogForm>
  )
}

/** Rejects a write-off. The person who requested it may do so, too. */
export function RejectWriteOffForm({ row: { merchantId, id }, onClose }: WriteOffFormProps) {
  const t = useText()
  const refuse = useAction(RefuseDebtWriteOffDocument, {
    done: texts.refused,
    onDone: onClose,
  })
  return (
    <ReasonForm
      submit={t(texts.refuse)}
      busy={refuse.isPending}
      error={refuse.error}
      onSubmit={(reason) => refuse.mutate({ merchantId, id, reason })}
      onCancel={onClose}
    >
      {t(texts.refuseBody)}
    </ReasonForm>
  )
}

/** Reverses a write-off, so that the merchant owes the amount again. */
export function ReverseWriteOffForm(props: { merchantId: string; journalId: string; onClose: () => void }) {
  const t = useText()
  const { merchantId, journalId, onClose } = props
  const reverse = useAction(ReverseJournalEntryDocument, {
    done: texts.writeOffReversedDone,
    onDone: onClose,
  })
  return (
    <ReasonForm
      danger
      submit={t(texts.writeOffReverse)}
      busy={reverse.isPending}
      error={reverse.error}
      onSubmit={(reason) => reverse.mutate({ merchantId, journalId, reason })}
      onCancel={onClose}
    >
      {t(texts.writeOffReverseBody)}
    </ReasonForm>
  )
}
