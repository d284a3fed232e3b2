import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PayoutRoomDocument, type PayoutRoomQuery } from '../../api/generated/graphql.ts'
import { gqlQuery } from '../../api/query.ts'
import { payouts as texts, suspensionText } from '../../lib/i18n/finance/payouts.ts'
import { AmountInput, useAmount } from '../../ui/fields/AmountInput.tsx'
import { Callout } from '../../ui/Callout.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { useText } from '../../ui/preferences.tsx'

const REASON_MAX = 500

/** The state of the fields for a payout amount. A reason is required while payouts are suspended. */
export function usePayoutAmount(merchantId: string) {
  const { data } = useQuery(gqlQuery(PayoutRoomDocument, { merchantId }))
  const balance = data?.balance
  const amount = useAmount(null)
  const [reason, setReason] = useState('')
  const [checked, setChecked] = useState(false)
  const forced = balance?.payoutsSuspended === true
  const reasonMissing = forced && reason.trim() === ''
  const read = () => {
    setChecked(true)
    const amountCents = amount.read(balance?.availableCents)
    if (amountCents === null || reasonMissing) return null
    return { merchantId, amountCents, forceReason: forced ? reason.trim() : null }
  }
  return { balance, amount, forced, reason, setReason, missing: checked && reasonMissing, read }
}

/** Fields for a payout amount, with the available balance. */
export function PayoutAmountFields({ payoutAmount }: { payoutAmount: ReturnType<typeof usePayoutAmount> }) {
  const t = useText()
  return (
    <>
      {payoutAmount.balance && payoutAmount.forced && (
        <SuspensionCallout reasons={payoutAmount.balance.suspensionReasons} />
      )}
      {payoutAmount.forced && (
        <TextInput
          label={t(texts.forceReason)}
          maxLength={REASON_MAX}
          value={payoutAmount.reason}
          error={payoutAmount.missing && t(texts.reasonMissing)}
          onChange={(change) => payoutAmount.setReason(change.currentTarget.value)}
        />
      )}
      <AmountInput
        amount={payoutAmount.amount}
        label={t(texts.amount)}
        description={
          <>
            {t(texts.room)}: <Money cents={payoutAmount.balance?.availableCents ?? null} />
          </>
        }
      />
    </>
  )
}

function SuspensionCallout({ reasons }: { reasons: PayoutRoomQuery['balance']['suspensionReasons'] }) {
  const t = useText()
  return (
    <Callout tone="warning" title={t(texts.suspended)}>
      {reasons.map((reason) => (
        <div key={reason.code}>{t(suspensionText(reason))}</div>
      ))}
    </Callout>
  )
}
