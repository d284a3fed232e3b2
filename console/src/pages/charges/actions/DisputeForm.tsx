import { NativeSelect, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { disputeNature } from '../../../lib/i18n/finance/cases.ts'
import { HoldEffects } from './HoldEffects.tsx'
import { chargeActions as texts } from './texts.ts'
import { useActionForm } from '../../../api/action-form.ts'
import { DisputePreviewDocument, OpenDisputeDocument } from '../../../api/generated/graphql.ts'
import { gqlQuery } from '../../../api/query.ts'
import { optionalText, requiredText } from '../../../lib/form-schema.ts'
import { common } from '../../../lib/i18n/common.ts'
import { formatCents } from '../../../lib/values/money.ts'
import { DialogNote } from '../../../ui/dialogs/Dialog.tsx'
import { ActionForm } from '../../../ui/forms/ActionForm.tsx'
import { SelectField } from '../../../ui/forms/fields.tsx'
import { usePreferences, useText } from '../../../ui/preferences.tsx'
import { Money } from '../../../ui/values/Money.tsx'
import type { ChargeDetail } from '../charge.query.ts'

const DESCRIPTION_MAX = 500

/**
 * Form that opens a dispute about one payment. The dispute blocks the part of the payment that has not been returned to
 * the payer. The form selects a payment by itself only if exactly one payment can be disputed.
 */
export function DisputeForm({ charge, onClose }: { charge: ChargeDetail; onClose: () => void }) {
  const t = useText()
  const { language } = usePreferences()
  const { merchantId, payments } = charge
  const disputable = payments.filter(({ disputeRefusal }) => disputeRefusal === null)
  const form = useActionForm(OpenDisputeDocument, {
    initialValues: {
      endToEndId: disputable.length === 1 ? (disputable[0]?.endToEndId ?? '') : '',
      nature: '',
      description: '',
    },
    schema: () =>
      z.object({
        endToEndId: requiredText(t(common.chooseOne)),
        nature: requiredText(t(common.chooseOne)),
        description: optionalText,
      }),
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
          data={[
            { value: '', label: t(common.choose), disabled: true },
            ...payments.map(({ endToEndId, amountCents, disputeRefusal }) => ({
              value: endToEndId,
              label: `${formatCents(amountCents, language)} · ${endToEndId}`,
              disabled: disputeRefusal !== null,
            })),
          ]}
        />
      )}
      <Effect chargeId={charge.id} endToEndId={form.values.endToEndId} />
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

/** The amount that a dispute of the payment would block now, and the positions from which it would take the amount. */
function Effect({ chargeId, endToEndId }: { chargeId: string; endToEndId: string }) {
  const t = useText()
  const { data } = useQuery({ ...gqlQuery(DisputePreviewDocument, { chargeId }), staleTime: 0 })
  const payment = data?.charge?.payments.find((one) => one.endToEndId === endToEndId)
  if (payment === undefined) return null
  const { amountCents, effect } = payment.disputePreview
  return (
    <DialogNote>
      {t(texts.disputed)}:{' '}
      <strong>
        <Money cents={amountCents} />
      </strong>
      <div>
        <HoldEffects effect={effect} amountCents={amountCents} />
      </div>
    </DialogNote>
  )
}
