import { useNavigate } from '@tanstack/react-router'
import { useIdempotentAction } from '../../api/action.ts'
import { ReservePayoutDocument } from '../../api/generated/graphql.ts'
import { payouts as texts } from '../../lib/i18n/finance/payouts.ts'
import { DialogForm, DialogNote } from '../../ui/dialogs/Dialog.tsx'
import { useText } from '../../ui/preferences.tsx'
import { bankName, type BankAccount } from './bank-name.ts'
import { PayoutAmountFields, usePayoutAmount } from './PayoutAmount.tsx'

/**
 * Reserves a payout and opens its page. While the outcome of an attempt is unknown, the form repeats the same
 * request, so that the money is reserved once.
 */
export function ReservePayout(props: { merchantId: string; to: BankAccount; onClose: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const { merchantId, to, onClose } = props
  const payoutAmount = usePayoutAmount(merchantId)
  const reserve = useIdempotentAction(ReservePayoutDocument, {
    done: texts.reserved,
    onDone: ({ reservePayout: { id } }) => {
      onClose()
      void navigate({ to: '/payouts/$payoutId', params: { payoutId: id }, search: { merchant: merchantId } })
    },
  })
  const requestOf = (idempotencyKey: string) => {
    const amountInput = payoutAmount.read()
    return amountInput && { ...amountInput, idempotencyKey }
  }
  return (
    <DialogForm
      submit={t(payoutAmount.forced ? texts.reserveForce : texts.reserve)}
      danger={payoutAmount.forced}
      busy={reserve.isPending}
      error={reserve.error}
      repeats={reserve.uncertain !== null}
      onSubmit={() => reserve.submit(requestOf)}
      onCancel={onClose}
    >
      <DialogNote>{t(texts.reserveBody)}</DialogNote>
      <DialogNote>
        {t(texts.bankAccount)}: <strong>{bankName(to)}</strong>
      </DialogNote>
      <PayoutAmountFields payoutAmount={payoutAmount} />
    </DialogForm>
  )
}
