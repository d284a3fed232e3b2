import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../../api/action.ts'
import { ReservePayoutDocument } from '../../api/generated/graphql.ts'
import { common } from '../../lib/i18n/common.ts'
import { payouts as texts } from '../../lib/i18n/payouts.ts'
import { newKey } from '../../lib/key.ts'
import { mayHaveHappened } from '../../lib/problem.ts'
import { DialogForm, DialogNote } from '../../ui/Dialog.tsx'
import { FrozenFields } from '../../ui/FrozenFields.tsx'
import { useText } from '../../ui/preferences.tsx'
import { bankName, type BankAccount } from './bank-name.ts'
import { STALE } from './stale.ts'
import { TakeFields, useTake } from './Take.tsx'

/**
 * Reserves a payout and opens its page. One opening of the dialog reserves at most once: it has one idempotency key, and
 * after a try without an answer it sends the same request again.
 */
export function ReservePayout(props: { merchantId: string; to: BankAccount; onClose: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const { merchantId, to, onClose } = props
  const take = useTake(merchantId)
  const [idempotencyKey] = useState(newKey)
  const reserve = useAction(ReservePayoutDocument, {
    stale: STALE,
    done: texts.reserved,
    onDone: ({ reservePayout: { id } }) => {
      onClose()
      void navigate({ to: '/payouts/$payoutId', params: { payoutId: id }, search: { merchant: merchantId } })
    },
  })
  const isUnanswered = mayHaveHappened(reserve.error)
  const submit = () => {
    const taken = isUnanswered ? reserve.variables : take.read()
    if (taken != null) reserve.mutate({ ...taken, idempotencyKey })
  }
  return (
    <DialogForm
      submit={t(isUnanswered ? common.retry : take.forced ? texts.reserveForce : texts.reserve)}
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
      <FrozenFields frozen={isUnanswered}>
        <TakeFields take={take} />
      </FrozenFields>
    </DialogForm>
  )
}
