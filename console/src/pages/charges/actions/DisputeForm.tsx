import { NativeSelect, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../../api/action.ts'
import { OpenDisputeDocument } from '../../../api/generated/graphql.ts'
import { chargeActions as texts, disputeNature } from '../../../lib/i18n/actions.ts'
import { DialogForm, DialogNote } from '../../../ui/dialogs/Dialog.tsx'
import { useText } from '../../../ui/preferences.tsx'
import type { ChargeDetail } from '../charge.query.ts'

const DESCRIPTION_MAX = 500

/** Opens a dispute about one payment, which blocks everything of it that has not been returned. */
export function DisputeForm({ charge, onClose }: { charge: ChargeDetail; onClose: () => void }) {
  const t = useText()
  const { payments } = charge
  const contestable = payments.find(({ disputeRefusal }) => disputeRefusal === null)
  const [endToEndId, setEndToEndId] = useState((contestable ?? payments[0])?.endToEndId ?? '')
  const [nature, setNature] = useState('MED_FRAUDE')
  const [description, setDescription] = useState('')
  const open = useAction(OpenDisputeDocument, {
    done: texts.disputeDone,
    onDone: onClose,
  })
  const submit = () =>
    open.mutate({
      merchantId: charge.merchantId,
      endToEndId,
      nature,
      amountCents: null,
      description: description.trim() === '' ? null : description.trim(),
    })
  return (
    <DialogForm
      submit={t(texts.dispute)}
      busy={open.isPending}
      error={open.error}
      onSubmit={submit}
      onCancel={onClose}
    >
      <DialogNote>{t(texts.disputeBody)}</DialogNote>
      {payments.length > 1 && (
        <NativeSelect
          label={t(texts.disputePayment)}
          value={endToEndId}
          onChange={(change) => setEndToEndId(change.currentTarget.value)}
          data={payments.map((payment) => ({
            value: payment.endToEndId,
            label: payment.endToEndId,
            disabled: payment.disputeRefusal !== null,
          }))}
        />
      )}
      <NativeSelect
        label={t(texts.disputeNature)}
        value={nature}
        onChange={(change) => setNature(change.currentTarget.value)}
        data={Object.entries(disputeNature).map(([value, name]) => ({ value, label: t(name) }))}
      />
      <Textarea
        label={t(texts.disputeDescription)}
        description={t(texts.optional)}
        maxLength={DESCRIPTION_MAX}
        rows={3}
        value={description}
        onChange={(change) => setDescription(change.currentTarget.value)}
      />
    </DialogForm>
  )
}
