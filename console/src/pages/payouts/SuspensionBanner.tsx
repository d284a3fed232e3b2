import { Link } from '@tanstack/react-router'
import type { PayoutRoomQuery } from '../../api/generated/graphql.ts'
import { suspensionText } from '../../lib/i18n/finance/suspensions.ts'
import { actorName } from '../../lib/i18n/people/audit.ts'
import { MerchantLink } from '../../shared/links/MerchantLink.tsx'
import { Callout } from '../../ui/Callout.tsx'
import { useText } from '../../ui/preferences.tsx'
import { When } from '../../ui/values/When.tsx'
import { payouts as texts } from './texts.ts'

type Reason = PayoutRoomQuery['balance']['suspensionReasons'][number]
type Hold = PayoutRoomQuery['merchant']['payoutHold']

/**
 * Says that the payouts of a merchant are suspended: for each reason, since when and who suspended them. Renders
 * nothing while payouts are not suspended.
 */
export function SuspensionBanner({ room }: { room: PayoutRoomQuery | undefined }) {
  const t = useText()
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
      <div>{t(texts.suspendedEffect)}</div>
    </Callout>
  )
}

/** The reasons of a suspension, one line each, with links to the causes that have a page. */
export function SuspensionReasons({ room: { balance, merchant } }: { room: PayoutRoomQuery }) {
  return balance.suspensionReasons.map((reason) => (
    <div key={`${reason.code} ${reason.caseId ?? ''}`}>
      <ReasonLine reason={reason} hold={merchant.payoutHold} merchantId={merchant.id} />
    </div>
  ))
}

/** A reason, the start of the suspension, and the person who suspended payouts or the case that did. */
function ReasonLine(props: { reason: Reason; hold: Hold; merchantId: string }) {
  const t = useText()
  const { reason, hold, merchantId } = props
  const isManual = reason.code === 'manual_hold' && hold !== null
  return (
    <>
      <strong>{t(suspensionText(reason))}</strong> {t(texts.since)}{' '}
      <When at={isManual ? hold.heldAt : reason.since} />,{' '}
      {isManual ? t(texts.suspendedBy(actorName(hold.heldBy), hold.reason)) : t(texts.suspendedAutomatically)}
      {reason.caseId !== null && (
        <>
          {' · '}
          <Link to="/cases/$caseId" params={{ caseId: reason.caseId }} search={{ of: merchantId }}>
            {t(texts.openCase)}
          </Link>
        </>
      )}
      {reason.code === 'reconciliation_difference' && (
        <>
          {' · '}
          <Link to="/reconciliation" search={{ merchant: merchantId }}>
            {t(texts.openDifferences)}
          </Link>
        </>
      )}
    </>
  )
}
