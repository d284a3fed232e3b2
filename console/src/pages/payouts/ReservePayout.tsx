import { useNavigate } from '@tanstack/react-router'
import { useAction } from '../../api/action.ts'
import { ReservePayoutDocument } from '../../api/generated/graphql.ts'
import { payouts as texts } from '../../lib/i18n/payouts.ts'
import { DialogForm, DialogNote } from '../../ui/Dialog.tsx'
import { useText } from '../../ui/preferences.tsx'
import { bankName, type BankAccount } from './bank-name.ts'
import { STALE } from './stale.ts'
import { TakeFields, useTake } from './Take.tsx'

/** The first of two steps: sets the money aside, and goes to the payout, which ends as paid or is given back. */
export function ReservePayout(props: { merchantId: string; to: BankAccount; onClose: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const { merchantId, to, onClose } = props
  const take = useTake(merchantId)
  const reserve = useAction(ReservePayoutDocument, {
    stale: STALE,
    done: texts.reserved,
    onDone: ({ reservePayout: { id } }) => {
      onClose()
      void navigate({ to: '/payouts/$payoutId', params: { payoutId: id }, search: { merchant: merchantId } })
    },
  })
  const submit = () => {
    const taken = take.read()
    if (taken !== null) reserve.mutate(taken)
  }
  return (
    <DialogForm
      submit={t(take.forced ? texts.reserveForce : texts.reserve)}
      danger={take.forced}
      busy={reserve.isPending}
      error={reserve.error}
      onSubmit={submit}
      onCancel={onClose}
    >
      <DialogNote>{t(texts.reserveBody)}</DialogNote>
      <DialogNote>
        {t(texts.bankAccount)}: <strong>{bankName(to)}</strong>
      </DialogNote>
      <TakeFields take={take} />
    </DialogForm>
  )
}
