import { Link } from '@tanstack/react-router'
import { useCan } from '../../api/me.ts'
import { suspension as texts, suspensionText } from '../../lib/i18n/finance/suspensions.ts'
import { actorName } from '../../lib/i18n/people/audit.ts'
import { useText } from '../../ui/preferences.tsx'
import { When } from '../../ui/values/When.tsx'

type Reason = { code: string; message: string; since: string | null; caseId: string | null }
type Hold = { heldAt: string; heldBy: string; reason: string } | null

/**
 * A reason why the payouts of a merchant are suspended, with its start if the start is known. A manual suspension,
 * which is `hold`, shows the person and the person's reason. Other reasons show that the service suspended the payouts,
 * with a link to the case or to the exceptions, if the person may read them.
 */
export function SuspensionReason(props: { reason: Reason; hold: Hold; merchantId: string }) {
  const t = useText()
  const canReadCases = useCan('case.read')
  const canReadExceptions = useCan('reconciliation.read')
  const { reason, merchantId } = props
  const manual = reason.code === 'manual_hold' ? props.hold : null
  const since = manual?.heldAt ?? reason.since
  return (
    <div>
      <strong>{t(suspensionText(reason))}</strong>
      {since !== null && (
        <>
          {' '}
          {t(texts.since)} <When at={since} />
        </>
      )}
      , {t(manual ? texts.by(actorName(manual.heldBy), manual.reason) : texts.automatically)}
      {reason.caseId !== null && canReadCases && (
        <>
          {'. '}
          <Link to="/cases/$caseId" params={{ caseId: reason.caseId }} search={{ of: merchantId }}>
            {t(texts.openCase)}
          </Link>
        </>
      )}
      {reason.code === 'reconciliation_difference' && canReadExceptions && (
        <>
          {'. '}
          <Link to="/reconciliation" search={{ merchant: merchantId }}>
            {t(texts.openDifferences)}
          </Link>
        </>
      )}
    </div>
  )
}
