import * as z from 'zod/mini'
import { payouts as texts } from '../texts.ts'
import { useActionForm } from '../../../api/action-form.ts'
import { RecordPayoutDocument } from '../../../api/generated/graphql.ts'
import { DialogNote } from '../../../ui/dialogs/Dialog.tsx'
import { ActionForm } from '../../../ui/forms/ActionForm.tsx'
import { usePreferences, useText } from '../../../ui/preferences.tsx'
import { NO_AMOUNT, PayoutAmountFields, usePayoutRoom } from './PayoutAmount.tsx'
import { TransferFields, transferNow, transferSchema } from './Transfer.tsx'

/** Form that records a payout whose transfer was already made at the bank. */
export function RecordPayout({ merchantId, onClose }: { merchantId: string; onClose: () => void }) {
  const t = useText()
  const { zone } = usePreferences()
  const room = usePayoutRoom(merchantId)
  const form = useActionForm(RecordPayoutDocument, {
    initialValues: { ...NO_AMOUNT, ...transferNow(zone) },
    schema: () => z.object({ ...room.schema, ...transferSchema(t, zone) }),
    request: (payout) => ({ merchantId, ...payout }),
    done: texts.recorded,
    onDone: onClose,
  })
  return (
    <ActionForm
      form={form}
      submit={t(room.isForced ? texts.force : texts.record)}
      danger={room.isForced}
      onCancel={onClose}
    >
      <DialogNote>{t(texts.recordBody)}</DialogNote>
      <PayoutAmountFields
        room={room}
        amount={form.field('amountCents')}
        forceReason={form.field('forceReason')}
      />
      <TransferFields reference={form.field('externalReference')} at={form.field('paidAt')} />
    </ActionForm>
  )
}
