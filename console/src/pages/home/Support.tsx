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

/**
 * The home page's part for support: delivery lag, failing endpoints, open disputes, charges without a Pix code.
 * `merchantName` is null for all merchants.
 */
export function Support({ home, merchantName }: { home: Home; merchantName: string | null }) {
  const t = useText()
  return (
    <>
      <Figures label={t(texts.support)}>
        <Compared
          name={t(texts.chargesToday)}
          now={home.chargesToday.created}
          before={home.chargesLastWeek.created}
        />
        <Compared name={t(texts.paidToday)} now={home.chargesToday.paid} before={home.chargesLastWeek.paid} />
        <Figure name={t(texts.disputes)}>
          {t(texts.count(home.openDisputes))}
          <span className={classes.note}>
            {t(texts.toForward)}: {t(texts.count(home.evidenceToForward))}
          </span>
        </Figure>
        <Figure name={t(texts.lag)}>
          {formatDuration(home.deliveryLagSeconds)}
          <span className={classes.note}>
            {t(texts.failing)}: {home.failingEndpoints}
          </span>
        </Figure>
      </Figures>
      <div className={classes.columns}>
        <DisputeLists home={home} ofAll={merchantName === null} />
        <FailingEndpoints home={home} merchantName={merchantName} />
        {home.createdTooLong > 0 && (
          <ShortList title={t(texts.createdCount(texts.count(home.createdTooLong)))} empty="">
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

/** The open disputes by deadline, and the disputes whose evidence staff must still forward to the PSP. */
function DisputeLists({ home, ofAll }: { home: Home; ofAll: boolean }) {
  const t = useText()
  return (
    <>
      <ShortList
        title={t(texts.disputes)}
        empty={t(texts.noneDisputed)}
        all={{ count: home.openDisputes, to: '/cases' }}
      >
        {home.disputesOpen.map((row) => (
          <li key={row.id}>
            <CaseLine row={row} ofAll={ofAll} />
          </li>
        ))}
      </ShortList>
      {home.evidenceToForward > 0 && (
        <ShortList title={t(texts.toForward)} empty="" all={{ count: home.evidenceToForward, to: '/cases' }}>
          {home.disputesToForward.map((row) => (
            <li key={row.id}>
              <CaseLine row={row} ofAll={ofAll} />
            </li>
          ))}
        </ShortList>
      )}
    </>
  )
}

/** The failing endpoints with their merchants and lags. */
function FailingEndpoints({ home, merchantName }: { home: Home; merchantName: string | null }) {
  const t = useText()
  return (
    <ShortList
      title={t(texts.failing)}
      empty={t(texts.noneFailing(merchantName))}
      all={{ count: home.failingEndpoints, to: '/webhooks' }}
    >
      {home.endpointsFailing.map((row) => (
        <li key={row.id}>
          <div className={classes.lines}>
            <Link to="/webhooks/$endpointId" params={{ endpointId: row.id }} search={{ of: row.merchantId }}>
              {row.url}
            </Link>
            <span className="faint">{row.merchant.name}</span>
          </div>
          {row.lag.lagSeconds > 0 && (
            <span className="soft figures">{t(texts.lagOf(formatDuration(row.lag.lagSeconds)))}</span>
          )}
          <EndpointHealthBadge health={endpointHealth(row)} />
        </li>
      ))}
    </ShortList>
  )
}

type CaseRow = Home['disputesOpen'][number]

/** A dispute with its deadline and, on the page of all merchants, its merchant. */
function CaseLine({ row, ofAll }: { row: CaseRow; ofAll: boolean }) {
  return (
    <>
      <div className={classes.lines}>
        <Link to="/cases/$caseId" params={{ caseId: row.id }} search={{ of: row.merchantId }}>
          {row.orderReference ?? row.endToEndId ?? row.id}
        </Link>
        {ofAll && <span className="faint">{row.merchant.name}</span>}
      </div>
      <When at={row.dispute?.answerUntil ?? null} relative />
      <DeadlineBadge dispute={row.dispute} />
      <Money cents={row.amountCents} />
    </>
  )
}

/** A figure of today, next to the figure of the same day of last week up to the same time of the day. */
function Compared({ name, now, before }: { name: string; now: number; before: number }) {
  const t = useText()
  return (
    <Figure name={name}>
      {t(texts.charges(now))}
      <span className={classes.note}>{t(texts.lastWeek(texts.charges(before)))}</span>
    </Figure>
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
