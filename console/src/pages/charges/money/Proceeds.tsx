import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCan } from '../../../api/me.ts'
import { nowMs } from '../../../lib/time/clock.ts'
import { Callout } from '../../../ui/Callout.tsx'
import { Section } from '../../../ui/Page.tsx'
import { usePreferences, useText } from '../../../ui/preferences.tsx'
import { Money } from '../../../ui/values/Money.tsx'
import { MutedText } from '../../../ui/values/MutedText.tsx'
import { When } from '../../../ui/values/When.tsx'
import type { ChargeDetail } from '../charge.query.ts'
import { obstacleText } from './obstacle-text.ts'
import { arrival as texts } from './texts.ts'
import classes from './Proceeds.module.css'

type ProceedsFields = NonNullable<ChargeDetail['proceeds']>

const isZero = (cents: string) => cents === '0'

const isPast = (at: string) => Date.parse(at) <= nowMs()

/**
 * Whether a person or the network must still decide about blocked money. If nobody must decide, the return of the money
 * is under way.
 */
const awaitsDecision = (cases: ChargeDetail['cases']) =>
  cases.some(
    ({ kind, status, dispute }) =>
      status === 'open' && (kind === 'block' || (kind === 'dispute' && dispute?.status === 'open')),
  )

/**
 * Says when the merchant's money from the charge reaches the bank account: in which payouts it was transferred, and
 * when the rest becomes available. Renders nothing for an unpaid charge.
 */
export function Proceeds({ charge }: { charge: ChargeDetail }) {
  const t = useText()
  const { merchantId, proceeds, payments, cases } = charge
  if (proceeds === null) return null
  const { awaitingPayoutCents, pendingCents, reserveCents, blockedCents } = proceeds
  const rest = [awaitingPayoutCents, pendingCents, reserveCents, blockedCents]
  const toLeave = [awaitingPayoutCents, pendingCents, reserveCents].some((cents) => BigInt(cents) > 0n)
  return (
    <Section title={t(texts.title)}>
      {toLeave && <Obstacles charge={charge} obstacles={proceeds.payoutObstacles} />}
      {proceeds.paidOut.length === 0 && rest.every(isZero) && <MutedText>{t(texts.none)}</MutedText>}
      <ul className={classes.parts}>
        {proceeds.paidOut.map((part) => (
          <Part key={part.payoutId} cents={part.amountCents}>
            {t(part.amountCents.startsWith('-') ? texts.deducted : texts.paidOut)}{' '}
            <PayoutLink merchantId={merchantId} part={part} /> · <When at={part.paidAt} />
          </Part>
        ))}
        <Awaiting proceeds={proceeds} />
        {!isZero(pendingCents) && (
          <Part cents={pendingCents}>
            <Availability proceeds={proceeds} payments={payments} />
          </Part>
        )}
        {!isZero(reserveCents) && (
          <Part cents={reserveCents}>
            {t(isPast(proceeds.reserveReleasedAt) ? texts.reserveDue : texts.reserve)}{' '}
            <When at={proceeds.reserveReleasedAt} precision="day" />
          </Part>
        )}
        {!isZero(blockedCents) && (
          <Part cents={blockedCents}>{t(awaitsDecision(cases) ? texts.blocked : texts.blockedByReturn)}</Part>
        )}
      </ul>
    </Section>
  )
}

function Part({ cents, children }: { cents: string; children: ReactNode }) {
  return (
    <li className={classes.part}>
      <span>{children}</span>
      <strong>
        <Money cents={cents} />
      </strong>
    </li>
  )
}

/** The available money that is in no payout yet, or the debit that the next payouts will deduct. */
function Awaiting({ proceeds }: { proceeds: ProceedsFields }) {
  const t = useText()
  const { awaitingPayoutCents, becameAvailableAt } = proceeds
  const mayLeave = proceeds.payoutObstacles.length === 0
  if (isZero(awaitingPayoutCents)) return null
  if (awaitingPayoutCents.startsWith('-')) return <Part cents={awaitingPayoutCents}>{t(texts.toDeduct)}</Part>
  return (
    <Part cents={awaitingPayoutCents}>
      {t(mayLeave ? texts.awaiting : texts.available)}
      {becameAvailableAt !== null && (
        <>
          {' '}
          {t(texts.since)} <When at={becameAvailableAt} />
        </>
      )}
      {!mayLeave && `, ${t(texts.noPayoutNow)}`}
    </Part>
  )
}

/**
 * The reasons why no payout to the merchant can be made now, each with its start and its dispute. Renders nothing
 * without a reason.
 */
function Obstacles(props: { charge: ChargeDetail; obstacles: ProceedsFields['payoutObstacles'] }) {
  const t = useText()
  const { language } = usePreferences()
  const canReadCases = useCan('case.read')
  const { charge, obstacles } = props
  if (obstacles.length === 0) return null
  return (
    <div className={classes.obstacles}>
      <Callout tone="warning" title={t(texts.obstacles)}>
        <ul>
          {obstacles.map(({ code, since, caseId, case: dispute }) => (
            <li key={`${code} ${caseId}`}>
              {t(obstacleText(charge.id, { code, dispute }, language))}
              {dispute?.chargeId && dispute.chargeId !== charge.id && (
                <>
                  {' '}
                  <Link to="/charges/$chargeId" params={{ chargeId: dispute.chargeId }}>
                    {dispute.orderReference}
                  </Link>
                </>
              )}
              {since !== null && (
                <>
                  {' · '}
                  {t(texts.since)} <When at={since} />
                </>
              )}{' '}
              {caseId !== null && canReadCases && (
                <Link to="/cases/$caseId" params={{ caseId }} search={{ of: charge.merchantId }}>
                  {t(texts.seeCase)}
                </Link>
              )}
            </li>
          ))}
        </ul>
      </Callout>
    </div>
  )
}

/** Says when pending money becomes available, or what it waits for: an exception, or the settlement by the PSP. */
function Availability(props: { proceeds: ProceedsFields; payments: ChargeDetail['payments'] }) {
  const t = useText()
  const { availableAt, settledAt } = props.proceeds
  const difference = props.payments.find(({ classification }) => classification === 'primary')?.difference
  if (difference) return t(texts.differs[difference])
  if (settledAt === null && Date.parse(availableAt) <= nowMs()) return t(texts.overdue)
  return (
    <>
      {t(texts.pending)} <When at={availableAt} precision="day" />
      {settledAt === null && `, ${t(texts.unsettled)}`}
    </>
  )
}

function PayoutLink(props: { merchantId: string; part: ProceedsFields['paidOut'][number] }) {
  const { merchantId, part } = props
  const canRead = useCan('payout.read')
  if (!canRead) return part.reference
  return (
    <Link to="/payouts/$payoutId" params={{ payoutId: part.payoutId }} search={{ of: merchantId }}>
      {part.reference}
    </Link>
  )
}
