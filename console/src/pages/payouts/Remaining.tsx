import { useQuery } from '@tanstack/react-query'
import type { PayoutQuery, PayoutRoomQuery } from '../../api/generated/graphql.ts'
import { useRefusal } from '../../api/me.ts'
import { formatCents } from '../../lib/values/money.ts'
import { MerchantLink } from '../../shared/links/MerchantLink.tsx'
import { Callout } from '../../ui/Callout.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { bankName } from './bank-name.ts'
import { payoutRoomQuery } from './queries.ts'
import { SuspensionReasons } from './SuspensionBanner.tsx'
import { payouts as texts } from './texts.ts'

type Payout = PayoutQuery['payout']

/**
 * Says whether to transfer a reserved payout now, and why. The server refuses only new payouts during a suspension, so
 * a suspension does not stop a reserved payout. If the bank account has changed, staff must first confirm the new
 * account. To a person who may not record payouts, says who may.
 */
export function Remaining({ payout }: { payout: Payout }) {
  const t = useText()
  const { language } = usePreferences()
  const refusal = useRefusal('payout.record')
  const { data: room, isPending } = useQuery(payoutRoomQuery(payout.merchantId))
  // The advice depends on the suspension and the bank account. Show nothing until both are loaded, so that the advice
  // does not change while a person reads it.
  if (isPending) return null
  const account = room?.merchant.terms.bankAccount
  const isOldAccount = room !== undefined && account?.id !== payout.bankAccount?.id
  const isSuspended = room !== undefined && room.balance.suspensionReasons.length > 0
  const allowed = isSuspended && refusal === null ? texts.waitsDespiteSuspension : texts.waitsFor
  return (
    <Callout
      tone={isOldAccount ? 'warning' : 'info'}
      title={t(isOldAccount ? texts.waitsForAccount : allowed)}
    >
      {isOldAccount && <div>{t(account ? texts.accountNow(bankName(account)) : texts.accountRemoved)}</div>}
      {refusal === null ? (
        <>
          <div>
            {t(
              texts.waitsForTransfer(formatCents(payout.amountCents, language), bankName(payout.bankAccount)),
            )}
          </div>
          <div>
            {t(texts.wholeAccount)} <MerchantLink merchant={payout.merchant} />
          </div>
          <div>{t(texts.waitsForRecord)}</div>
        </>
      ) : (
        <div>{t(texts.waitsForOthers)}</div>
      )}
      {isSuspended && <Suspension room={room} />}
    </Callout>
  )
}

function Suspension({ room }: { room: PayoutRoomQuery }) {
  const t = useText()
  return (
    <>
      <div>
        {t(texts.suspendedOf)} <MerchantLink merchant={room.merchant} />
      </div>
      <SuspensionReasons room={room} />
      <div>{t(texts.suspendedNewOnly)}</div>
    </>
  )
}
