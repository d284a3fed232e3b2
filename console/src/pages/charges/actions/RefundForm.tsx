import { Input, SegmentedControl, TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { refundReason } from '../texts.ts'
import { chargeActions as texts } from './texts.ts'
import { useActionForm } from '../../../api/action-form.ts'
import { RequestRefundDocument } from '../../../api/generated/graphql.ts'
import { amount, hidden, optionalText } from '../../../lib/form-schema.ts'
import type { Text } from '../../../lib/text.ts'
import { Callout } from '../../../ui/Callout.tsx'
import { DialogNote } from '../../../ui/dialogs/Dialog.tsx'
import { ActionForm } from '../../../ui/forms/ActionForm.tsx'
import { AmountField, SelectField } from '../../../ui/forms/fields.tsx'
import { Money } from '../../../ui/values/Money.tsx'
import { usePreferences, useText } from '../../../ui/preferences.tsx'
import type { ChargeDetail } from '../charge.query.ts'

const EXTENTS = ['whole', 'part'] as const
const REASONS = ['requested_by_customer', 'order_cancelled', 'duplicate', 'fraud_suspected', 'other'] as const

const NOTE_MAX = 140

type Fields = {
  extent: (typeof EXTENTS)[number]
  amountCents: string
  reason: (typeof REASONS)[number]
  description: string
}

const INITIAL: Fields = {
  extent: 'whole',
  amountCents: '',
  reason: 'requested_by_customer',
  description: '',
}

/** Form that refunds the amount of a charge that is not refunded yet, or a part of that amount. */
export function RefundForm({ charge, onClose }: { charge: ChargeDetail; onClose: () => void }) {
  const t = useText()
  const { language } = usePreferences()
  const { merchantId, id: chargeId, refundableCents } = charge
  const form = useActionForm(RequestRefundDocument, {
    initialValues: INITIAL,
    schema: ({ extent }) =>
      z.object({
        extent: z.enum(EXTENTS),
        amountCents: extent === 'part' ? amount({ t, language }, { max: refundableCents }) : hidden,
        reason: z.enum(REASONS),
        description: optionalText,
      }),
    request: ({ extent: _extent, amountCents, ...refund }, idempotencyKey) =>
      refundableCents === '0'
        ? null
        : { merchantId, chargeId, ...refund, amountCents: amountCents ?? refundableCents, idempotencyKey },
    done: texts.refundDone,
    onDone: onClose,
  })
  return (
    <ActionForm form={form} submit={t(texts.refund)} onCancel={onClose}>
      <Refundable
        charge={charge}
        // Another person may have refunded the remaining amount while this form was open.
        isFullyRefunded={refundableCents === '0' && !form.isUnderWay}
        repeatedCents={form.repeated?.amountCents ?? null}
      />
      <Input.Wrapper label={t(texts.refundHow)} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={t(texts.refundHow)}
          value={form.values.extent}
          onChange={form.field('extent').onChange}
          data={[
            { value: 'whole' as const, label: t(texts.refundWhole) },
            { value: 'part' as const, label: t(texts.refundPart) },
          ]}
        />
      </Input.Wrapper>
      {form.values.extent === 'part' && (
        <AmountField {...form.field('amountCents')} label={t(texts.refundAmount)} />
      )}
      <SelectField {...form.field('reason')} label={t(texts.refundReason)} names={refundReason} />
      <TextInput
        {...form.field('description')}
        label={t(texts.refundNote)}
        description={t(texts.optional)}
        maxLength={NOTE_MAX}
      />
    </ActionForm>
  )
}

interface RefundableProps {
  charge: ChargeDetail
  isFullyRefunded: boolean
  /** The amount of the request that the form repeats, because the server did not answer it; otherwise null. */
  repeatedCents: string | null
}

function Refundable({ charge, isFullyRefunded, repeatedCents }: RefundableProps) {
  const t = useText()
  if (repeatedCents !== null) return <Amount label={texts.refundRepeated} cents={repeatedCents} />
  return (
    <>
      {isFullyRefunded && <Callout tone="warning" title={t(texts.nothingToRefund)} />}
      <Amount label={texts.refundable} cents={charge.refundableCents} />
    </>
  )
}

function Amount({ label, cents }: { label: Text; cents: string }) {
  const t = useText()
  return (
    <DialogNote>
      {t(label)}:{' '}
      <strong>
        <Money cents={cents} />
      </strong>
    </DialogNote>
  )
}
