import { Link } from '@tanstack/react-router'
import type { HomeQuery } from '../../api/generated/graphql.ts'
import { waitText } from '../../lib/time/duration.ts'
import { formatCents, formatChange } from '../../lib/values/money.ts'
import { Figure, Figures } from '../../ui/Figures.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { Money } from '../../ui/values/Money.tsx'
import classes from './HomePage.module.css'
import { home as texts } from './texts.ts'

type Home = NonNullable<HomeQuery['home']['support']>

/**
 * The charges created and paid today, the open disputes with the evidence to forward, and, if the role may read
 * deliveries, the delivery lag with the number of failing endpoints. With `ofAll`, the figures are those of all
 * merchants.
 */
export function Support({ home, ofAll }: { home: Home; ofAll: boolean }) {
  const t = useText()
  const { chargesToday: today, chargesLastWeek: lastWeek } = home
  return (
    <Figures label={t(texts.support)}>
      <Compared
        name={t(texts.chargesToday)}
        now={{ count: today.created, cents: today.createdCents }}
        before={{ count: lastWeek.created, cents: lastWeek.createdCents }}
      />
      <Compared
        name={t(texts.paidToday)}
        now={{ count: today.paid, cents: today.paidCents }}
        before={{ count: lastWeek.paid, cents: lastWeek.paidCents }}
      />
      <Figure name={t(texts.disputes)}>
        {t(texts.count(home.openDisputes))}
        <span className={classes.note}>
          {t(texts.toForward)}: {t(texts.count(home.evidenceToForward))}
        </span>
      </Figure>
      {home.deliveryLagSeconds !== null && (
        <Figure name={t(texts.lag)}>
          {t(home.mostDelayed ? waitText(home.deliveryLagSeconds) : texts.noLag)}
          {home.mostDelayed && (
            <span className={classes.note}>
              {t(texts.lagSince)}
              {ofAll && (
                <>
                  {': '}
                  <Link to="/webhooks" search={{ merchant: home.mostDelayed.merchant.id }}>
                    {home.mostDelayed.merchant.name}
                  </Link>
                </>
              )}
            </span>
          )}
          <span className={classes.note}>
            {t(texts.failing)}: {home.failingEndpoints}
          </span>
        </Figure>
      )}
    </Figures>
  )
}

type Charges = { count: number; cents: string }

/** A figure of today, and the figure of the same day of last week up to the same time, with the change in percent. */
function Compared({ name, now, before }: { name: string; now: Charges; before: Charges }) {
  const t = useText()
  const { language } = usePreferences()
  const change = formatChange(now.cents, before.cents, language)
  return (
    <Figure name={name}>
      <Money cents={now.cents} />
      <span className={classes.note}>{t(texts.charges(now.count))}</span>
      <span className={classes.note}>
        {t(texts.lastWeek(formatCents(before.cents, language), texts.charges(before.count)))}
        {change !== null && ` · ${change}`}
      </span>
    </Figure>
  )
}
