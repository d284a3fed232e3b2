import { formatBps, formatCents, sharePercent } from '../../../lib/values/money.ts'
import { Money } from '../../../ui/values/Money.tsx'
import { Section } from '../../../ui/Page.tsx'
import { usePreferences, useText } from '../../../ui/preferences.tsx'
import { When } from '../../../ui/values/When.tsx'
import type { ChargeDetail } from '../charge.query.ts'
import { returnedFeeCents } from './returned-fee.ts'
import { refundableUntil } from './refund-window.ts'
import { money as texts } from './texts.ts'
import { withoutProceeds } from './without-proceeds.ts'
import classes from './MoneyBreakdown.module.css'

/**
 * Shows the calculation of what the merchant receives: gross − fee − returned − blocked = payable. Leaves out amounts
 * that are zero. Before the payment, a sentence says what the merchant would receive.
 */
export function MoneyBreakdown({ charge }: { charge: ChargeDetail }) {
  const t = useText()
  const { language } = usePreferences()
  const { proceeds } = charge
  const terms = t(
    texts.feeTerms(formatBps(charge.feePercentBps, language), formatCents(charge.feeFixedCents, language)),
  )
  const returned = returnedFeeCents(charge)
  const feeNote = returned > 0n ? terms + t(texts.feeReturned(formatCents(returned, language))) : terms
  const reserve =
    proceeds === null || proceeds.reserveCents === '0'
      ? null
      : t(texts.withReserve(formatCents(proceeds.reserveCents, language)))
  const steps = [
    { id: 'gross', name: texts.gross, sign: '', cents: charge.amountCents, note: null },
    { id: 'fee', name: texts.fee, sign: '−', cents: proceeds?.feeCents ?? null, note: feeNote },
    { id: 'refunded', name: texts.refunded, sign: '−', cents: charge.refundedCents, note: null },
    { id: 'blocked', name: texts.blocked, sign: '−', cents: proceeds?.blockedCents ?? '0', note: null },
    { id: 'payable', name: texts.payable, sign: '=', cents: proceeds?.payableCents ?? null, note: reserve },
  ].filter(({ id, cents }) => !(['refunded', 'blocked'].includes(id) && cents === '0'))
  return (
    <Section title={t(texts.breakdown)}>
      <dl className={classes.steps}>
        {steps.map((step) => (
          <div key={step.id} className={classes.step} data-part={step.id}>
            <dt className={classes.name}>
              <span className={classes.sign} aria-hidden>
                {step.sign}
              </span>
              {t(step.name)}
            </dt>
            <dd className={classes.value}>
              <Money cents={step.cents} size="lg" />
              {step.note !== null && <span className={classes.note}>{step.note}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {proceeds === null ? (
        <p className={classes.hint}>{t(withoutProceeds(charge, language))}</p>
      ) : (
        <ShareBar charge={charge} proceeds={proceeds} />
      )}
      <Refundable charge={charge} />
    </Section>
  )
}

function ShareBar(props: { charge: ChargeDetail; proceeds: NonNullable<ChargeDetail['proceeds']> }) {
  const { charge, proceeds } = props
  const shares = [
    { part: 'payable', cents: proceeds.payableCents },
    { part: 'blocked', cents: proceeds.blockedCents },
    { part: 'fee', cents: proceeds.feeCents },
    { part: 'refunded', cents: charge.refundedCents },
  ].filter(({ cents }) => BigInt(cents) > 0n)
  return (
    <div className={classes.bar} aria-hidden>
      {shares.map(({ part, cents }) => (
        <span
          key={part}
          data-part={part}
          style={{ flexBasis: `${sharePercent(cents, charge.amountCents)}%` }}
        />
      ))}
    </div>
  )
}

/** The largest amount of a refund and its deadline. Renders nothing if the server would refuse every refund. */
function Refundable({ charge: { paidAt, refundableCents, refundRefusal } }: { charge: ChargeDetail }) {
  const t = useText()
  const { language } = usePreferences()
  if (paidAt === null || refundableCents === '0' || refundRefusal !== null) return null
  return (
    <p className={classes.hint}>
      {t(texts.refundable(formatCents(refundableCents, language)))}{' '}
      <When at={refundableUntil(paidAt)} precision="day" />
    </p>
  )
}
