import { useAction } from '../../api/action.ts'
import { RecordPayoutDocument } from '../../api/generated/graphql.ts'
import { payouts as texts } from '../../lib/i18n/finance/payouts.ts'
import { DialogForm, DialogNote } from '../../ui/dialogs/Dialog.tsx'
import { useText } from '../../ui/preferences.tsx'
import { PayoutAmountFields, usePayoutAmount } from './PayoutAmount.tsx'
import { TransferFields, useTransfer } from './Transfer.tsx'

/** Records a transfer that was already made at the bank. */
export function RecordPayout({ merchantId, onClose }: { merchantId: string; onClose: () => void }) {
  const t = useText()
  const payoutAmount = usePayoutAmount(merchantId)
  const transfer = useTransfer()
  const record = useAction(RecordPayoutDocument, { done: texts.recorded, onDone: onClose })
  const submit = () => {
    const amountInput = payoutAmount.read()
    const transferInput = transfer.read()
    if (amountInput !== null && transferInput !== null) record.mutate({ ...amountInput, ...transferInput })
  }
  return (
    <DialogForm
      submit={t(payoutAmount.forced ? texts.force : texts.record)}
      danger={payoutAmount.forced}
      busy={record.isPending}
      error={record.error}
      onSubmit={submit}
      onCancel={onClose}
    >
      <DialogNote>{t(texts.recordBody)}</DialogNote>
      <PayoutAmountFields payoutAmount={payoutAmount} />
      <TransferFields transfer={transfer} />
    </DialogForm>
  )
}
