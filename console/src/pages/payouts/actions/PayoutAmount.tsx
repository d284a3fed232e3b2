import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { payouts as texts } from '../texts.ts'
import type { PayoutRoomQuery } from '../../../api/generated/graphql.ts'
import { amount, hidden, requiredText } from '../../../lib/form-schema.ts'
import { common } from '../../../lib/i18n/common.ts'
import { suspensionText } from '../../../lib/i18n/finance/suspensions.ts'
import { Callout } from '../../../ui/Callout.tsx'
import type { FieldProps } from '../../../ui/forms/field-props.ts'
import { AmountField } from '../../../ui/forms/fields.tsx'
import { Money } from '../../../ui/values/Money.tsx'
import { usePreferences, useText } from '../../../ui/preferences.tsx'
import { payoutRoomQuery } from '../queries.ts'
import { BankAccountNote } from './BankAccountNote.tsx'

const REASON_MAX = 500

export const NO_AMOUNT = { amountCents: '', forceReason: '' }

/**
 * Returns the available balance, the bank account, whether payouts are suspended, and the schema of the payout fields.
 * While payouts are suspended, a payout needs a reason.
 */
export function usePayoutRoom(merchantId: string) {
  const t = useText()
  const { language } = usePreferences()
  const { data } = useQuery(payoutRoomQuery(merchantId))
  const balance = data?.balance
  const isForced = balance?.payoutsSuspended === true
  const schema = {
    amountCents: amount({ t, language }, { max: balance?.availableCents }),
    forceReason: isForced ? requiredText(t(common.reasonMissing)) : hidden,
  }
  return { balance, to: data?.merchant.terms.bankAccount ?? null, isForced, schema }
}

/**
 * The bank account and the fields of a payout: the amount, with the available balance, and, while payouts are
 * suspended, the reason.
 */
export function PayoutAmountFields(props: {
  room: ReturnType<typeof usePayoutRoom>
  amount: FieldProps<string>
  forceReason: FieldProps<string>
}) {
  const t = useText()
  const { balance, to, isForced } = props.room
  return (
    <>
      {to && <BankAccountNote account={to} />}
      {balance && isForced && <SuspensionCallout reasons={balance.suspensionReasons} />}
      {isForced && <TextInput {...props.forceReason} label={t(texts.forceReason)} maxLength={REASON_MAX} />}
      <AmountField
        {...props.amount}
        label={t(texts.amount)}
        description={
          <>
            {t(texts.room)}: <Money cents={balance?.availableCents ?? null} />
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
