import type { PayoutQuery, PayoutRoomQuery } from '../../api/generated/graphql.ts'
import { formatCents } from '../../lib/values/money.ts'
import { Callout } from '../../ui/Callout.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { bankName } from './bank-name.ts'
import { payouts as texts } from './texts.ts'

/** Says what a reserved payout still waits for, and whether the merchant's bank account has changed since. */
export function Remaining(props: { payout: PayoutQuery['payout']; room: PayoutRoomQuery | undefined }) {
  const t = useText()
  const { language } = usePreferences()
  const { payout, room } = props
  const account = room?.merchant.terms.bankAccount
  const isOldAccount = room !== undefined && account?.id !== payout.bankAccount?.id
  return (
    <>
      <Callout tone="info" title={t(texts.waitsFor)}>
        <div>
          {t(texts.waitsForTransfer(formatCents(payout.amountCents, language), bankName(payout.bankAccount)))}
        </div>
        <div>{t(texts.waitsForRecord)}</div>
      </Callout>
      {isOldAccount && (
        <Callout tone="warning" title={t(texts.accountChanged)}>
          {account ? t(texts.accountNow(bankName(account))) : t(texts.accountRemoved)}
        </Callout>
      )}
    </>
  )
}
