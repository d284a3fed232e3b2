import { Input, NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useIdempotentAction } from '../../../api/action.ts'
import { RequestRefundDocument, type RefundReason } from '../../../api/generated/graphql.ts'
import type { Text } from '../../../lib/text.ts'
import { chargeActions as texts, refundReason } from '../../../lib/i18n/actions.ts'
import { AmountInput, useAmount } from '../../../ui/fields/AmountInput.tsx'
import { Callout } from '../../../ui/Callout.tsx'
import { DialogForm, DialogNote } from '../../../ui/dialogs/Dialog.tsx'
import { Money } from '../../../ui/values/Money.tsx'
import { useText } from '../../../ui/preferences.tsx'
import type { ChargeDetail } from '../charge.query.ts'

const REASONS = [
  'requested_by_customer',
  'order_cancelled',
  'duplicate',
  'fraud_suspected',
  'other',
] as const satisfies readonly RefundReason[]

const NOTE_MAX = 140

/** Refunds the rest of a charge or a part of it. */
export function RefundForm({ charge, onClose }: { charge: ChargeDetail; onClose: () => void }) {
  const t = useText()
  const [extent, setExtent] = useState<'whole' | 'part'>('whole')
  const amount = useAmount(null)
  const [reason, setReason] = useState<RefundReason>('requested_by_customer')
  const [note, setNote] = useState('')
  const refund = useIdempotentAction(RequestRefundDocument, {
    done: texts.refundDone,
    onDone: onClose,
  })
  // Another person may have refunded the rest meanwhile.
  const isUnderWay = refund.isPending || refund.isSuccess || refund.uncertain !== null
  const isFullyRefunded = charge.refundableCents === '0' && !isUnderWay
  const requestOf = (idempotencyKey: string) => {
    const amountCents = extent === 'whole' ? charge.refundableCents : amount.read(charge.refundableCents)
    if (amountCents === null || isFullyRefunded) return null
    return {
      merchantId: charge.merchantId,
      chargeId: charge.id,
      amountCents,
      reason,
      description: note.trim() || null,
      idempotencyKey,
    }
  }
  return (
    <DialogForm
      submit={t(texts.refund)}
      busy={refund.isPending}
      error={refund.error}
      repeats={refund.uncertain !== null}
      onSubmit={() => refund.submit(requestOf)}
      onCancel={onClose}
    >
      <Refundable
        charge={charge}
        isFullyRefunded={isFullyRefunded}
        repeatedCents={refund.uncertain?.amountCents ?? null}
      />
      <Input.Wrapper label={t(texts.refundHow)} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={t(texts.refundHow)}
          value={extent}
          onChange={setExtent}
          data={[
            { value: 'whole' as const, label: t(texts.refundWhole) },
            { value: 'part' as const, label: t(texts.refundPart) },
          ]}
        />
      </Input.Wrapper>
      {extent === 'part' && <AmountInput amount={amount} label={t(texts.refundAmount)} />}
      <NativeSelect
        label={t(texts.refundReason)}
        value={reason}
        onChange={({ currentTarget: { value } }) =>
          setReason(REASONS.find((known) => known === value) ?? 'other')
        }
        data={REASONS.map((value) => ({ value, label: t(refundReason[value]) }))}
      />
      <TextInput
        label={t(texts.refundNote)}
        description={t(texts.optional)}
        maxLength={NOTE_MAX}
        value={note}
        onChange={(change) => setNote(change.currentTarget.value)}
      />
    </DialogForm>
  )
}

interface RefundableProps {
  charge: ChargeDetail
  isFullyRefunded: boolean
  /** Amount of the request without an answer, which the form repeats. */
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
