import { NativeSelect, Textarea } from '@mantine/core'
import * as z from 'zod/mini'
import { disputeNature } from '../../../lib/i18n/finance/cases.ts'
import { chargeActions as texts } from './texts.ts'
import { useActionForm } from '../../../api/action-form.ts'
import { OpenDisputeDocument } from '../../../api/generated/graphql.ts'
import { optionalText } from '../../../lib/form-schema.ts'
import { DialogNote } from '../../../ui/dialogs/Dialog.tsx'
import { ActionForm } from '../../../ui/forms/ActionForm.tsx'
import { SelectField } from '../../../ui/forms/fields.tsx'
import { useText } from '../../../ui/preferences.tsx'
import type { ChargeDetail } from '../charge.query.ts'

const DESCRIPTION_MAX = 500

const SCHEMA = z.object({ endToEndId: z.string(), nature: z.string(), description: optionalText })

/**
 * Form that opens a dispute about one payment. The dispute blocks the part of the payment that has not been
 * returned to the payer.
 */
export function DisputeForm({ charge, onClose }: { charge: ChargeDetail; onClose: () => void }) {
  const t = useText()
  const { merchantId, payments } = charge
  const contestable = payments.find(({ disputeRefusal }) => disputeRefusal === null)
  const form = useActionForm(OpenDisputeDocument, {
    initialValues: {
      endToEndId: (contestable ?? payments[0])?.endToEndId ?? '',
      nature: 'MED_FRAUDE',
      description: '',
    },
    schema: () => SCHEMA,
    request: (dispute) => ({ merchantId, amountCents: null, ...dispute }),
    done: texts.disputeDone,
    onDone: onClose,
  })
  return (
    <ActionForm form={form} submit={t(texts.dispute)} onCancel={onClose}>
      <DialogNote>{t(texts.disputeBody)}</DialogNote>
      {payments.length > 1 && (
        <NativeSelect
          {...form.field('endToEndId')}
          label={t(texts.disputePayment)}
          data={payments.map((payment) => ({
            value: payment.endToEndId,
            label: payment.endToEndId,
            disabled: payment.disputeRefusal !== null,
          }))}
        />
      )}
      <SelectField {...form.field('nature')} label={t(texts.disputeNature)} names={disputeNature} />
      <Textarea
        {...form.field('description')}
        label={t(texts.disputeDescription)}
        description={t(texts.optional)}
        maxLength={DESCRIPTION_MAX}
        rows={3}
      />
    </ActionForm>
  )
}
