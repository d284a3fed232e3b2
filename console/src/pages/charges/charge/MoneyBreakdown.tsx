import { charge as texts } from '../texts.ts'
import { formatBps, formatCents, sharePercent } from '../../../lib/values/money.ts'
import { merchantShareCents } from '../../../lib/statement.ts'
import { isOpen } from '../../../lib/values/status.ts'
import { Money } from '../../../ui/values/Money.tsx'
import { Section } from '../../../ui/Page.tsx'
import { usePreferences, useText } from '../../../ui/preferences.tsx'
import type { ChargeDetail } from '../charge.query.ts'
import classes from './MoneyBreakdown.module.css'

/**
 * The calculation of the merchant's share from the amount: gross − fee = net, net − reserve = payable. These
 * amounts are as of the time of payment. After a refund a line below shows the remaining share.
 */
export function MoneyBreakdown({ charge }: { charge: ChargeDetail }) {
  const t = useText()
  const { language } = usePreferences()
  const { amountCents, feeCents, netCents, reserveCents } = charge
  const paid = feeCents !== null && netCents !== null && reserveCents !== null
  const payable = paid ? BigInt(netCents) - BigInt(reserveCents) : null
  const isReturned = charge.refundedCents !== '0'
  const terms = texts.feeTerms(
    formatBps(charge.feePercentBps, language),
    formatCents(charge.feeFixedCents, language),
  )
  const steps = [
    { id: 'gross', name: t(texts.gross), sign: '', cents: amountCents, note: null },
    { id: 'fee', name: t(texts.fee), sign: '−', cents: feeCents, note: t(terms) },
    { id: 'net', name: t(texts.net), sign: '=', cents: netCents, note: null },
    { id: 'reserve', name: t(texts.reserve), sign: '−', cents: reserveCents, note: null },
    {
      id: isReturned ? 'payable-at-first' : 'payable',
      name: t(isReturned ? texts.payableAtFirst : texts.payable),
      sign: '=',
      cents: payable,
      note: null,
    },
  ]
  return (
    <Section title={t(texts.breakdown)}>
      <dl className={classes.steps}>
        {steps.map((step) => (
          <div key={step.id} className={classes.step} data-step={step.id}>
            <dt className={classes.name}>
              <span className={classes.sign} aria-hidden>
                {step.sign}
              </span>
              {step.name}
            </dt>
            <dd className={classes.value}>
              <Money cents={step.cents} size="lg" />
              {step.note !== null && <span className={classes.note}>{step.note}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {payable !== null && <ShareBar charge={charge} payable={payable} />}
      {!paid && (
        <p className={classes.hint}>{t(isOpen(charge.status) ? texts.afterPayment : texts.neverPaid)}</p>
      )}
      {isReturned && (
        <p className={classes.refunded}>
          {t(texts.refundedSoFar)} <Money cents={charge.refundedCents} /> · {t(texts.leftNow)}{' '}
          <Money cents={merchantShareCents(charge.journalLines)} />
        </p>
      )}
    </Section>
  )
}

function ShareBar({ charge, payable }: { charge: ChargeDetail; payable: bigint }) {
  const shares = [
    { part: 'payable', cents: payable },
    { part: 'reserve', cents: charge.reserveCents ?? '0' },
    { part: 'fee', cents: charge.feeCents ?? '0' },
  ]
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
