import { useQuery } from '@tanstack/react-query'
import type { PayoutRoomQuery, PayoutsQuery } from '../../api/generated/graphql.ts'
import { suspension, suspensionText } from '../../lib/i18n/finance/suspensions.ts'
import { MerchantLink } from '../../shared/links/MerchantLink.tsx'
import { SuspensionReason } from '../../shared/suspension/SuspensionReason.tsx'
import { Callout } from '../../ui/Callout.tsx'
import { useText } from '../../ui/preferences.tsx'
import { payoutRoomQuery } from './queries.ts'
import { payouts as texts } from './texts.ts'

/**
 * Says that the payouts of a merchant are suspended, and shows each reason for the suspension. Renders nothing while
 * payouts are not suspended.
 */
export function SuspensionBanner({ merchantId }: { merchantId: string }) {
  const t = useText()
  const { data: room } = useQuery(payoutRoomQuery(merchantId))
  if (room === undefined || room.balance.suspensionReasons.length === 0) return null
  return (
    <Callout
      tone="warning"
      title={
        <>
          {t(texts.suspendedOf)} <MerchantLink merchant={room.merchant} />
        </>
      }
    >
      <SuspensionReasons room={room} />
      <div>{t(suspension.effect)}</div>
    </Callout>
  )
}

/**
 * Names the merchants of the listed payouts whose payouts are suspended, and the reasons. Renders nothing without such
 * a merchant.
 */
export function SuspendedMerchants({ rows }: { rows: readonly PayoutsQuery['payouts']['nodes'][number][] }) {
  const t = useText()
  const suspended = rows.filter(({ merchant }) => merchant.suspensionCodes.length > 0)
  if (suspended.length === 0) return null
  return (
    <Callout tone="warning" title={t(texts.suspendedHere)}>
      {[...new Map(suspended.map(({ merchant }) => [merchant.id, merchant])).values()].map((merchant) => (
        <div key={merchant.id}>
          <MerchantLink merchant={merchant} />:{' '}
          {merchant.suspensionCodes.map((code) => t(suspensionText({ code, message: code }))).join(', ')}
        </div>
      ))}
      <div>{t(suspension.effect)}</div>
    </Callout>
  )
}

/**
 * The reasons for which the payouts of a merchant are suspended, one line each. A line links to the case or to the
 * exceptions that caused the suspension.
 */
export function SuspensionReasons({ room: { balance, merchant } }: { room: PayoutRoomQuery }) {
  return balance.suspensionReasons.map((reason) => (
    <SuspensionReason
      key={`${reason.code} ${reason.caseId ?? ''}`}
      reason={reason}
      hold={merchant.payoutHold}
      merchantId={merchant.id}
    />
  ))
}
