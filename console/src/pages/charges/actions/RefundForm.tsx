import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { refundReason } from '../texts.ts'
import { HoldEffects } from './HoldEffects.tsx'
import { chargeActions as texts } from './texts.ts'
import { useActionForm } from '../../../api/action-form.ts'
import { RefundPreviewDocument, RequestRefundDocument } from '../../../api/generated/graphql.ts'
import { gqlQuery } from '../../../api/query.ts'
import { amount, chosen, hidden, optionalText } from '../../../lib/form-schema.ts'
import { common } from '../../../lib/i18n/common.ts'
import { problemText } from '../../../lib/i18n/problems.ts'
import type { Text } from '../../../lib/text.ts'
import { formatCents, parseAmount } from '../../../lib/values/money.ts'
import { Callout } from '../../../ui/Callout.tsx'
import { DialogNote } from '../../../ui/dialogs/Dialog.tsx'
import { ActionForm } from '../../../ui/forms/ActionForm.tsx'
import { ChoiceField } from '../../../ui/forms/ChoiceField.tsx'
import { AmountField, SelectField } from '../../../ui/forms/fields.tsx'
import { Money } from '../../../ui/values/Money.tsx'
import { usePreferences, useText } from '../../../ui/preferences.tsx'
import type { ChargeDetail } from '../charge.query.ts'

const EXTENTS = ['whole', 'part'] as const
const REASONS = ['requested_by_customer', 'order_cancelled', 'duplicate', 'fraud_suspected', 'other'] as const

const NOTE_MAX = 140
const PREVIEW_DELAY_MS = 250

type Fields = {
  extent: '' | (typeof EXTENTS)[number]
  amountCents: string
  reason: '' | (typeof REASONS)[number]
  description: string
}

const INITIAL: Fields = { extent: '', amountCents: '', reason: '', description: '' }

/**
 * Form that refunds the remaining amount of a charge or a part of it. No choice is selected at first, and each choice
 * shows its effect on the merchant's balance.
 */
export function RefundForm({ charge, onClose }: { charge: ChargeDetail; onClose: () => void }) {
  const t = useText()
  const { language } = usePreferences()
  const { merchantId, id: chargeId, refundableCents } = charge
  const form = useActionForm(RequestRefundDocument, {
    initialValues: INITIAL,
    schema: ({ extent }) =>
      z.object({
        extent: chosen(EXTENTS, t(common.chooseOne)),
        amountCents: extent === 'part' ? amount({ t, language }, { max: refundableCents }) : hidden,
        reason: chosen(REASONS, t(common.chooseOne)),
        description: optionalText,
      }),
    request: ({ extent: _extent, amountCents, ...refund }, idempotencyKey) =>
      refundableCents === '0'
        ? null
        : { merchantId, chargeId, ...refund, amountCents: amountCents ?? refundableCents, idempotencyKey },
    done: texts.refundDone,
    onDone: onClose,
  })
  const typed = parseAmount(form.values.amountCents, language)
  return (
    <ActionForm form={form} submit={t(texts.refund)} onCancel={onClose}>
      <Refundable
        charge={charge}
        // Another person may have refunded the remaining amount while this form was open.
        isFullyRefunded={refundableCents === '0' && !form.isUnderWay}
        repeatedCents={form.repeated?.amountCents ?? null}
      />
      <ChoiceField
        {...form.field('extent')}
        label={t(texts.refundHow)}
        choices={[
          {
            value: 'whole',
            label: t(texts.refundWhole(formatCents(refundableCents, language))),
            effect: <Effect chargeId={chargeId} cents={refundableCents} />,
          },
          { value: 'part', label: t(texts.refundPart), effect: null },
        ]}
      />
      {form.values.extent === 'part' && (
        <AmountField
          {...form.field('amountCents')}
          label={t(texts.refundAmount)}
          description={
            typed.kind === 'cents' && <Effect chargeId={chargeId} cents={typed.cents.toString()} />
          }
        />
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

/** Shows what a refund of this amount would change now, or why the server would refuse the refund. */
function Effect({ chargeId, cents }: { chargeId: string; cents: string }) {
  const t = useText()
  const [amountCents] = useDebouncedValue(cents, PREVIEW_DELAY_MS)
  const { data } = useQuery({
    ...gqlQuery(RefundPreviewDocument, { chargeId, amountCents }),
    enabled: amountCents !== '0',
    // Never use a cached preview, because the balance may have changed since.
    staleTime: 0,
  })
  const preview = data?.charge?.refundPreview
  if (preview === undefined) return null
  if (preview.refusal !== null) return t(problemText({ code: 'conflict', reason: preview.refusal }))
  return <HoldEffects effect={preview.effect} />
}

interface RefundableProps {
  charge: ChargeDetail
  isFullyRefunded: boolean
  /** The amount of the unanswered request that the form will repeat; null if there is none. */
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
