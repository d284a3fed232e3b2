import { Link } from '@tanstack/react-router'
import type { CaseFieldsFragment, RefundFieldsFragment } from '../../../api/generated/graphql.ts'
import { useCan, useRefusal } from '../../../api/me.ts'
import { evidenceTimes } from '../../../lib/i18n/finance/cases.ts'
import { disputeSteps, disputeStopsPayouts } from '../../../lib/i18n/finance/dispute-steps.ts'
import { precisionToTellApart } from '../../../lib/time/when.ts'
import { DeadlineBadge } from '../../../shared/StatusBadge.tsx'
import { Callout } from '../../../ui/Callout.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { Money } from '../../../ui/values/Money.tsx'
import { When } from '../../../ui/values/When.tsx'
import { heldTitle, heldTitleOther, banners as texts } from './banner-texts.ts'
import { refundRefusalOf } from '../actions/ChargeActions.tsx'
import type { ChargeDetail } from '../charge.query.ts'
import { failedRefund } from '../money/failed-refund.ts'
import { refundableUntil } from '../money/refund-window.ts'
import { refunds as refundTexts } from '../money/texts.ts'
import { attentionText, ofStatus } from '../texts.ts'
import { ReconciliationCallouts } from './ReconciliationCallouts.tsx'

/**
 * The banners of a charge. The banners show a refused issuance, each dispute that is not closed, a failed refund, and
 * each refund in progress. Other banners show each held payment, a payment after the expiry, and differences from the
 * network.
 */
export function ChargeBanners({ charge }: { charge: ChargeDetail }) {
  const t = useText()
  const { cases, refunds, expiresAt, paidAt } = charge
  const precision = precisionToTellApart([expiresAt, paidAt])
  const failed = failedRefund(charge)
  return (
    <>
      {charge.failureText !== null && (
        <Callout tone="danger" title={t(texts.failed)}>
          <div>{t(charge.failureText)}</div>
          {t(texts.failedBody)}
        </Callout>
      )}
      {cases.map((row) => (
        <DisputeBanner key={row.id} row={row} />
      ))}
      {failed && <FailedRefundBanner charge={charge} refund={failed} />}
      {refunds
        .filter(({ status }) => status === 'processing')
        .map((refund) => (
          <Callout
            key={refund.id}
            tone="info"
            title={<Titled text={t(texts.refunding)} cents={refund.amountCents} />}
          >
            {t(refundTexts.requested)} <When at={refund.requestedAt} relative />. {t(texts.refundingBody)}
          </Callout>
        ))}
      {cases
        .filter(({ kind }) => kind === 'held_payment')
        .map((row) => (
          <HeldPaymentBanner key={row.id} row={row} charge={charge} />
        ))}
      {charge.latePayment && (
        <Callout tone="info" title={<Titled text={t(texts.late)} cents={charge.amountCents} />}>
          {t(texts.lateBody)} <When at={expiresAt} precision={precision} /> {t(texts.paidOn)}{' '}
          <When at={paidAt} precision={precision} />. {t(texts.lateIsValid)}
        </Callout>
      )}
      <ReconciliationCallouts charge={charge} />
    </>
  )
}

function CaseLink({ row }: { row: CaseFieldsFragment }) {
  const t = useText()
  return (
    <Link to="/cases/$caseId" params={{ caseId: row.id }} search={{ of: row.merchantId }}>
      {t(texts.seeCase)}
    </Link>
  )
}

/**
 * The banner of a dispute that is not closed. The banner says how much money is blocked, until when the merchant can
 * answer, and how to answer.
 */
function DisputeBanner({ row }: { row: CaseFieldsFragment }) {
  const t = useText()
  const { dispute } = row
  if (dispute === null || dispute.status === 'closed') return null
  const isOpen = dispute.status === 'open'
  return (
    <Callout
      tone={isOpen ? 'danger' : 'info'}
      title={<Titled text={t(isOpen ? texts.dispute : texts.returning)} cents={row.amountCents} />}
      aside={<CaseLink row={row} />}
    >
      <div>
        {t(texts.blocked)}: <Money cents={row.heldCents} />
        {row.shortCents !== '0' && (
          <>
            {' · '}
            {t(texts.short)} <Money cents={row.shortCents} />
          </>
        )}
      </div>
      {isOpen && (
        <>
          <div>
            {dispute.evidenceAt === null ? (
              <>
                {t(evidenceTimes.deadline)}: <When at={dispute.answerUntil} />{' '}
                <DeadlineBadge dispute={dispute} />
              </>
            ) : (
              <>
                {t(evidenceTimes.recorded)} <When at={dispute.evidenceAt} />
              </>
            )}
          </div>
          <DisputeSteps isAnswered={dispute.evidenceAt !== null} />
        </>
      )}
      <div>{t(disputeStopsPayouts)}</div>
    </Callout>
  )
}

/** Says what the person must do about an open dispute, or which roles must do it. */
function DisputeSteps({ isAnswered }: { isAnswered: boolean }) {
  const t = useText()
  const mayAnswer = useCan('dispute.answer')
  const mayDecide = useCan('dispute.decide')
  return (
    <div>
      {t(texts.notRefundable)} {!isAnswered && t(disputeSteps.answer[mayAnswer ? 'own' : 'others'])}{' '}
      {t(disputeSteps.decide[mayDecide ? 'own' : 'others'])}
    </div>
  )
}

/**
 * The banner of a failed refund. Says where the money is, how to request the refund again or which role may, and until
 * when.
 */
function FailedRefundBanner(props: { charge: ChargeDetail; refund: RefundFieldsFragment }) {
  const t = useText()
  const { charge, refund } = props
  const refusal = useRefusal('refund.request') ?? refundRefusalOf(charge)
  return (
    <Callout
      tone="danger"
      title={<Titled text={t(attentionText('refund_failed'))} cents={refund.amountCents} />}
    >
      <div>
        {refund.failureText !== null && `${t(refund.failureText)}. `}
        {t(refundTexts.released)}.
      </div>
      <div>{t(refusal ?? texts.refundAgain)}</div>
      {charge.paidAt !== null && (
        <>
          {t(texts.refundUntil)} <When at={refundableUntil(charge.paidAt)} />
        </>
      )}
    </Callout>
  )
}

/**
 * The banner of a payment that is not the sale, for example a duplicate. After the payment was returned, the banner
 * remains as an explanation. For a paid charge, the banner also says that the sale does not change.
 */
function HeldPaymentBanner({ row, charge }: { row: CaseFieldsFragment; charge: ChargeDetail }) {
  const t = useText()
  const payment = charge.payments.find(({ endToEndId }) => endToEndId === row.endToEndId)
  const title = t(ofStatus(heldTitle, payment?.classification ?? '', charge.status) ?? heldTitleOther)
  const tone = row.exception !== null ? 'danger' : row.isReturnOverdue ? 'warning' : 'info'
  return (
    <Callout
      tone={tone}
      title={<Titled text={title} cents={row.amountCents} />}
      aside={<CaseLink row={row} />}
    >
      {row.closedAt === null ? (
        row.exception === null ? (
          t(row.isReturnOverdue ? texts.heldOverdue : texts.heldOpen)
        ) : (
          <FailedReturn />
        )
      ) : (
        <>
          {t(texts.heldReturned)} <When at={row.closedAt} />.
        </>
      )}
      {charge.paidAt !== null && <div>{t(texts.saleUnchanged)}</div>}
    </Callout>
  )
}

/** Says how to repeat the failed return of a held payment, or which role may. */
function FailedReturn() {
  const t = useText()
  const refusal = useRefusal('case.retry_return')
  return (
    <>
      <div>{t(texts.heldFailed)}</div>
      <div>{t(refusal ?? texts.retryReturn)}</div>
    </>
  )
}

function Titled({ text, cents }: { text: string; cents: string }) {
  return (
    <>
      {text}: <Money cents={cents} />
    </>
  )
}
