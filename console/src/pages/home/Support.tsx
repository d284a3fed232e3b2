import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { HomeQuery } from '../../api/generated/graphql.ts'
import { home as texts } from './texts.ts'
import { formatDuration } from '../../lib/time/duration.ts'
import { endpointHealth } from '../../lib/values/status.ts'
import { Money } from '../../ui/values/Money.tsx'
import { Figure, Figures } from '../../ui/Figures.tsx'
import { Section } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { MutedText } from '../../ui/values/MutedText.tsx'
import { DeadlineBadge, EndpointHealthBadge } from '../../shared/StatusBadge.tsx'
import { When } from '../../ui/values/When.tsx'
import classes from './HomePage.module.css'

type Home = NonNullable<HomeQuery['home']['support']>

/** The home page's part for support: delivery lag, failing endpoints, open disputes, charges without a Pix code. */
export function Support({ home }: { home: Home }) {
  const t = useText()
  return (
    <>
      <Figures label={t(texts.support)}>
        <Figure name={t(texts.lag)}>{formatDuration(home.deliveryLagSeconds)}</Figure>
        <Figure name={t(texts.failing)}>{home.failingEndpoints}</Figure>
        <Figure name={t(texts.disputes)}>{t(texts.count(home.openDisputes))}</Figure>
        <Figure name={t(texts.created)}>{t(texts.count(home.createdTooLong))}</Figure>
      </Figures>
      <div className={classes.columns}>
        <ShortList
          title={t(texts.disputes)}
          empty={t(texts.noneDisputed)}
          all={{ count: home.openDisputes, to: '/cases' }}
        >
          {home.disputesOpen.map((row) => (
            <li key={row.id}>
              <Link to="/cases/$caseId" params={{ caseId: row.id }} search={{ merchant: row.merchantId }}>
                {row.orderReference ?? row.endToEndId ?? row.id}
              </Link>
              <When at={row.dispute?.answerUntil ?? null} relative />
              <DeadlineBadge dispute={row.dispute} />
              <Money cents={row.amountCents} />
            </li>
          ))}
        </ShortList>
        <ShortList
          title={t(texts.failing)}
          empty={t(texts.noneFailing)}
          all={{ count: home.failingEndpoints, to: '/webhooks' }}
        >
          {home.endpointsFailing.map((row) => (
            <li key={row.id}>
              <Link
                to="/webhooks/$endpointId"
                params={{ endpointId: row.id }}
                search={{ merchant: row.merchantId }}
              >
                {row.url}
              </Link>
              <EndpointHealthBadge health={endpointHealth(row)} />
            </li>
          ))}
        </ShortList>
        {home.createdTooLong > 0 && (
          <ShortList title={t(texts.created)} empty={t(texts.noneCreated)}>
            {home.chargesCreatedTooLong.map((row) => (
              <li key={row.id}>
                <Link to="/charges/$chargeId" params={{ chargeId: row.id }}>
                  {row.orderReference}
                </Link>
                <When at={row.createdAt} relative />
                <Money cents={row.amountCents} />
              </li>
            ))}
          </ShortList>
        )}
      </div>
    </>
  )
}

/** The first rows of a list, or a sentence when the list is empty. */
export function ShortList(props: {
  title: string
  empty: string
  children: ReactNode[]
  /** The total number of rows, and the page that lists them. */
  all?: { count: number; to: '/merchants' | '/webhooks' | '/cases' }
}) {
  const t = useText()
  const { all, children } = props
  return (
    <Section title={props.title}>
      {children.length === 0 ? (
        <MutedText>{props.empty}</MutedText>
      ) : (
        <ul className={classes.rows}>
          {children}
          {all !== undefined && all.count > children.length && (
            <li>
              <Link to={all.to}>{t(texts.all(all.count))}</Link>
            </li>
          )}
        </ul>
      )}
    </Section>
  )
}
