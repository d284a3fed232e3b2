import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { HomeQuery } from '../../api/generated/graphql.ts'
import { home as texts } from './texts.ts'
import { checkedNone, lastRoutine, ledgerUnverified } from '../../lib/i18n/finance/ledger-verdict.ts'
import { heldPaymentsName, nameWithoutHeld } from '../../lib/i18n/finance/held-payments.ts'
import { suspensionName } from '../../lib/i18n/finance/suspensions.ts'
import { hasCheckedNone, VERDICT_TONE, verdictState } from '../../lib/values/ledger-verdict.ts'
import { formatChange } from '../../lib/values/money.ts'
import { blockedOfMerchantCents, owedCents } from '../../lib/values/positions.ts'
import { CENTS_OF, POSITIONS } from '../../lib/values/status.ts'
import { Badge } from '../../ui/values/Badge.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Section } from '../../ui/Page.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { usePayoutName } from '../../shared/links/payout-name.ts'
import { PayoutStateBadge, PositionBadge } from '../../shared/StatusBadge.tsx'
import { When } from '../../ui/values/When.tsx'
import classes from './HomePage.module.css'
import { ShortList } from './ShortList.tsx'

type Home = NonNullable<HomeQuery['home']['finance']>

/**
 * The part of the home page for finance. This part shows the positions of the chosen merchant or the sums for all
 * merchants, the last payouts, merchants with suspended payouts, and the last verification of the ledger.
 */
export function Finance({ home, ofAll }: { home: Home; ofAll: boolean }) {
  const t = useText()
  const nameOf = usePayoutName()
  return (
    <>
      <PositionSums home={home} ofAll={ofAll} />
      <div className={classes.columns}>
        <ShortList title={t(texts.payouts)} empty={t(texts.noPayouts)}>
          {home.lastPayouts.map((row) => (
            <li key={row.id}>
              <div className={classes.lines}>
                <Link to="/payouts/$payoutId" params={{ payoutId: row.id }} search={{ of: row.merchantId }}>
                  {nameOf(row)}
                </Link>
                <span className="faint">
                  {row.merchant.name} <PayoutStateBadge state={row.state} />
                </span>
              </div>
              <Money cents={row.amountCents} />
            </li>
          ))}
        </ShortList>
        <ShortList
          title={t(texts.suspended)}
          empty={t(texts.noneSuspended)}
          all={{ count: home.suspendedCount, to: '/merchants' }}
        >
          {home.suspendedMerchants.map(({ merchantId, merchant, codes }) => (
            <li key={merchantId}>
              <Link to="/merchants/$merchantId" params={{ merchantId }}>
                {merchant.name}
              </Link>
              {codes.map((code) => {
                const name = suspensionName[code]
                const badge = (
                  <Badge key={code} tone="warning">
                    {name ? t(name) : code}
                  </Badge>
                )
                if (code !== 'open_disputes') return badge
                return (
                  <Link key={code} to="/cases" search={{ merchant: merchantId, kind: 'dispute' }}>
                    {badge}
                  </Link>
                )
              })}
            </li>
          ))}
        </ShortList>
      </div>
    </>
  )
}

function PositionSums({ home, ofAll }: { home: Home; ofAll: boolean }) {
  const t = useText()
  const title = t(ofAll ? texts.positions : texts.positionsOfOne)
  return (
    <Section title={title} flush aside={<Verdict verdict={home.ledgerVerdict} />}>
      <div className={classes.scroll}>
        <table className={classes.table} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{t(texts.position)}</th>
              <th scope="col">{t(texts.now)}</th>
              <th scope="col">{t(texts.today)}</th>
              <th scope="col">{t(texts.sameDayLastWeek)}</th>
              <th scope="col">{t(texts.change)}</th>
              <th scope="col">{t(texts.sevenDays)}</th>
            </tr>
          </thead>
          <tbody>
            {POSITIONS.filter((position) => position !== 'receivable').map((position) => (
              <SumRow
                key={position}
                home={home}
                head={<PositionBadge position={position} name={nameWithoutHeld(position)} />}
                of={(positions) =>
                  position === 'case_hold'
                    ? blockedOfMerchantCents(positions)
                    : BigInt(positions[CENTS_OF[position]])
                }
              />
            ))}
          </tbody>
          <tbody className={classes.sum}>
            <SumRow home={home} head={t(ofAll ? texts.owed : texts.owedToOne)} of={owedCents} />
          </tbody>
          <tbody>
            <SumRow
              home={home}
              head={t(heldPaymentsName)}
              of={({ heldForPayersCents }) => BigInt(heldForPayersCents)}
            />
            <SumRow
              home={home}
              head={<PositionBadge position="receivable" />}
              of={({ receivableCents }) => BigInt(receivableCents)}
            />
          </tbody>
          <tfoot className={classes.sum}>
            <SumRow home={home} head={t(texts.total)} of={({ totalCents }) => BigInt(totalCents)} />
          </tfoot>
        </table>
      </div>
    </Section>
  )
}

/**
 * The amount of a position, or a sum of positions. The columns show the amount now, its change today, its change a week
 * ago up to the same time, and the difference of these two changes. The last column shows the change of the amount in
 * seven days.
 */
function SumRow(props: { home: Home; head: ReactNode; of: (positions: Home['positions']) => bigint }) {
  const t = useText()
  const { home, of } = props
  const [today, before] = [of(home.today), of(home.sameDayLastWeek)]
  return (
    <tr>
      <th scope="row">{props.head}</th>
      <td>
        <Money cents={of(home.positions)} />
      </td>
      <td data-label={t(texts.today)}>
        <Money cents={today} movement />
      </td>
      <td data-label={t(texts.sameDayLastWeek)}>
        <Money cents={before} movement />
      </td>
      <td data-label={t(texts.change)}>
        <Change now={today} before={before} />
      </td>
      <td data-label={t(texts.sevenDays)}>
        <Money cents={of(home.sevenDays)} movement />
      </td>
    </tr>
  )
}

/** Shows in reais and in percent how much today's change differs from the change on the same day of last week. */
function Change({ now, before }: { now: bigint; before: bigint }) {
  const { language } = usePreferences()
  const percent = formatChange(now, before, language)
  return (
    <>
      <Money cents={now - before} movement />
      {percent !== null && <span className={classes.note}>{percent}</span>}
    </>
  )
}

function Verdict({ verdict }: { verdict: Home['ledgerVerdict'] }) {
  const t = useText()
  const state = verdictState(verdict)
  if (verdict === null) return <Badge tone={VERDICT_TONE[state]}>{t(ledgerUnverified)}</Badge>
  if (hasCheckedNone(state))
    return (
      <span className={classes.verdict}>
        <Link to="/reconciliation">
          <Badge tone={VERDICT_TONE[state]}>{`${t(texts.verdict)}: ${t(checkedNone[state])}`}</Badge>
        </Link>
        <span className="soft">
          {t(lastRoutine)} <When at={verdict.finishedAt} />
        </span>
      </span>
    )
  return (
    <span className={classes.verdict}>
      <Link to="/reconciliation">
        <Badge tone={VERDICT_TONE[state]}>
          {`${t(texts.verdict)}: ${t(verdict.sound ? texts.sound : texts.findings(verdict.findingsCount))}`}
        </Badge>
      </Link>
      <span className="soft">
        {t(texts.entries(verdict.entriesCount))} · <When at={verdict.finishedAt} /> (
        <When at={verdict.finishedAt} relative />)
      </span>
    </span>
  )
}
