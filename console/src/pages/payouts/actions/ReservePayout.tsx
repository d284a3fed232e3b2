import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { payouts as texts } from '../texts.ts'
import { useActionForm } from '../../../api/action-form.ts'
import { ReservePayoutDocument } from '../../../api/generated/graphql.ts'
import { DialogNote } from '../../../ui/dialogs/Dialog.tsx'
import { ActionForm } from '../../../ui/forms/ActionForm.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { NO_AMOUNT, PayoutAmountFields, usePayoutRoom } from './PayoutAmount.tsx'

/** Form that reserves a payout. On success, opens the page of the payout. */
export function ReservePayout({ merchantId, onClose }: { merchantId: string; onClose: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const room = usePayoutRoom(merchantId)
  const form = useActionForm(ReservePayoutDocument, {
    initialValues: NO_AMOUNT,
    schema: () => z.object(room.schema),
    request: (payout, idempotencyKey) => ({ merchantId, ...payout, idempotencyKey }),
    done: texts.reserved,
    onDone: ({ reservePayout: { id } }) => {
      onClose()
      void navigate({ to: '/payouts/$payoutId', params: { payoutId: id }, search: { of: merchantId } })
    },
  })
  return (
    <ActionForm
      form={form}
      submit={t(room.isForced ? texts.reserveForce : texts.reserve)}
      danger={room.isForced}
      onCancel={onClose}
    >
      <DialogNote>{t(texts.reserveBody)}</DialogNote>
      <PayoutAmountFields
        room={room}
        amount={form.field('amountCents')}
        forceReason={form.field('forceReason')}
      />
    </ActionForm>
  )
}
