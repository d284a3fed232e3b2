import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../../api/action.ts'
import { PayoutRoomDocument, RecordPayoutDocument } from '../../api/generated/graphql.ts'
import { q } from '../../api/query.ts'
import { nowMs } from '../../lib/clock.ts'
import { payouts as texts, suspensionText } from '../../lib/i18n/payouts.ts'
import { instantOfLocal, localText } from '../../lib/local-time.ts'
import { AmountInput, useAmount } from '../../ui/AmountInput.tsx'
import { Callout } from '../../ui/Callout.tsx'
import { DialogForm, DialogNote } from '../../ui/Dialog.tsx'
import { Money } from '../../ui/Money.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'

const REFERENCE_MAX = 120
const REASON_MAX = 500
const STALE = ['Payouts', 'Balance', 'PayoutRoom', 'Statement', 'Home']

/** Takes down a transfer that was made at the bank. */
export function RecordPayout({ merchantId, onClose }: { merchantId: string; onClose: () => void }) {
  const t = useText()
  const { zone } = usePreferences()
  const { data } = useQuery(q(PayoutRoomDocument, { merchantId }))
  const room = data?.balance
  const amount = useAmount(null)
  const [reference, setReference] = useState('')
  const [at, setAt] = useState(() => localText(nowMs(), zone))
  const [reason, setReason] = useState('')
  const [checked, setChecked] = useState(false)
  const record = useAction(RecordPayoutDocument, { stale: STALE, done: texts.recorded, onDone: onClose })
  const paidAt = instantOfLocal(at, zone)
  const forced = room?.payoutsSuspended === true
  const reasonMissing = forced && reason.trim() === ''
  const submit = () => {
    setChecked(true)
    const amountCents = amount.read(room?.availableCents)
    if (amountCents === null || reference.trim() === '' || paidAt === null || reasonMissing) return
    record.mutate({
      merchantId,
      amountCents,
      externalReference: reference.trim(),
      paidAt,
      forceReason: forced ? reason.trim() : null,
    })
  }
  return (
    <DialogForm
      submit={t(forced ? texts.force : texts.record)}
      danger={forced}
      busy={record.isPending}
      error={record.error}
      onSubmit={submit}
      onCancel={onClose}
    >
      <DialogNote>{t(texts.recordBody)}</DialogNote>
      {forced && <Suspended reasons={room.suspensionReasons} />}
      <AmountInput
        amount={amount}
        label={t(texts.amount)}
        description={
          <>
            {t(texts.room)}: <Money cents={room?.availableCents ?? null} />
          </>
        }
      />
      <TextInput
        label={t(texts.externalReference)}
        description={t(texts.externalHint)}
        maxLength={REFERENCE_MAX}
        autoComplete="off"
        value={reference}
        error={checked && reference.trim() === '' && t(texts.externalMissing)}
        onChange={(change) => setReference(change.currentTarget.value)}
      />
      <TextInput
        type="datetime-local"
        label={t(texts.when)}
        max={localText(nowMs(), zone)}
        value={at}
        error={checked && paidAt === null && t(texts.whenInvalid)}
        onChange={(change) => setAt(change.currentTarget.value)}
      />
      {forced && <ForceReason reason={reason} missing={checked && reasonMissing} onChange={setReason} />}
    </DialogForm>
  )
}

function Suspended({ reasons }: { reasons: { code: string; message: string }[] }) {
  const t = useText()
  return (
    <Callout tone="warning" title={t(texts.suspended)}>
      {reasons.map((reason) => (
        <div key={reason.code}>{t(suspensionText(reason))}</div>
      ))}
    </Callout>
  )
}

function ForceReason(props: { reason: string; missing: boolean; onChange: (reason: string) => void }) {
  const t = useText()
  return (
    <TextInput
      label={t(texts.forceReason)}
      maxLength={REASON_MAX}
      value={props.reason}
      error={props.missing && t(texts.reasonMissing)}
      onChange={(change) => props.onChange(change.currentTarget.value)}
    />
  )
}
