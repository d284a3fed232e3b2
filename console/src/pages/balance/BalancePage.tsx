import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { balance as texts } from './texts.ts'
import { BalanceAtDocument, type BalanceQuery } from '../../api/generated/graphql.ts'
import { useMerchant, useMerchantId } from '../../api/merchants.ts'
import { gqlQuery } from '../../api/query.ts'
import { nowMs } from '../../lib/time/clock.ts'
import { addDays, startOfDayMs, type Day } from '../../lib/time/day.ts'
import type { Range } from '../../lib/time/range.ts'
import { suspension, suspensionText } from '../../lib/i18n/finance/suspensions.ts'
import { heldPaymentsName } from '../../lib/i18n/finance/held-payments.ts'
import { positionName } from '../../lib/i18n/status.ts'
import { parseBalanceSearch, type BalanceSearch } from './search.ts'
import { blockedOfMerchantCents, owedCents } from '../../lib/values/positions.ts'
import type { Position } from '../../lib/values/status.ts'
import { CopyLink } from '../../shared/CopyLink.tsx'
import { BlockedCases } from '../../shared/cases/BlockedCases.tsx'
import { Callout } from '../../ui/Callout.tsx'
import { DayFilter } from '../../ui/filters/DayFilter.tsx'
import { Loaded } from '../../ui/lists/Loaded.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { BlocksSkeleton } from '../../ui/lists/Skeletons.tsx'
import { When } from '../../ui/values/When.tsx'
import classes from './BalancePage.module.css'
import { Composition } from './Composition.tsx'
import { History } from './History.tsx'
import { PositionTable } from './PositionTable.tsx'
import { balanceQuery } from './queries.ts'
import { ReserveReleases } from './ReserveReleases.tsx'
import { Terms } from './Terms.tsx'

type Balance = BalanceQuery['balance']

const POLL_MS = 15_000
const MINUTE_MS = 60_000
/** The linked statement starts this many days before the day of the balance, so it covers 30 days. */
const STATEMENT_DAYS_BACK = 29

const route = getRouteApi('/app/merchant/balance')

/** A merchant's balance by position, now or at the end of a past day. */
export function BalancePage() {
  const t = useText()
  const navigate = useNavigate()
  const { day, range } = route.useSearch()
  const merchant = useMerchant()
  const go = (search: BalanceSearch) => void navigate({ to: '/balance', search, replace: true })
  return (
    <Page
      title={t(texts.title)}
      description={
        <>
          {merchant?.name}
          {day !== undefined && <PartsOfNow range={range} />}
        </>
      }
      actions={
        <>
          <DayFilter
            name={t(day === undefined ? texts.asOfAnotherDay : texts.asOfDay)}
            day={day}
            onChange={(next) => go({ ...(range && { range }), ...(next && { day: next }) })}
          />
          <CopyLink />
          <Button
            variant="default"
            rightSection={<IconArrowRight size={16} aria-hidden />}
            renderRoot={(props) => <Link to="/statement" search={statementUntil(day)} {...props} />}
          >
            {t(texts.openStatement)}
          </Button>
        </>
      }
    >
      {day === undefined ? <CurrentBalance /> : <PastBalance day={day} />}
      <History
        range={range}
        onRange={(next) => go({ ...(day && { day }), ...parseBalanceSearch({ range: next }) })}
      />
      {merchant && <Terms terms={merchant.terms} />}
    </Page>
  )
}

/** Says which parts of the page of a past day are not of that day, with a link to the balance of now. */
function PartsOfNow({ range }: { range: Range | undefined }) {
  const t = useText()
  return (
    <div>
      {t(texts.partsOfNow)}{' '}
      <Link to="/balance" search={{ ...(range && { range }) }}>
        {t(texts.seeNow)}
      </Link>
    </div>
  )
}

/** Returns the URL parameter for a statement of the 30 days that end with the day of the balance. */
const statementUntil = (day: Day | undefined): { range?: Range } =>
  day === undefined ? {} : { range: `${addDays(day, -STATEMENT_DAYS_BACK)}..${day}` }

function CurrentBalance() {
  const merchantId = useMerchantId()
  const query = useQuery({ ...balanceQuery(merchantId), refetchInterval: POLL_MS })
  return (
    <Loaded withCard query={query} skeleton={<BlocksSkeleton heights={[150, 420]} />}>
      {({ balance }) => (
        <>
          {balance.payoutsSuspended && <SuspensionCallout reasons={balance.suspensionReasons} />}
          <Positions
            balance={balance}
            debtCents={-BigInt(balance.owedToServiceCents)}
            isSuspended={balance.payoutsSuspended}
          />
          <ReserveReleases merchantId={merchantId} />
          <BlockedCases merchantId={merchantId} />
        </>
      )}
    </Loaded>
  )
}

function PastBalance({ day }: { day: Day }) {
  const { zone } = usePreferences()
  const merchantId = useMerchantId()
  const endMs = startOfDayMs(addDays(day, 1), zone) - 1
  // Round the current time down to the minute. With the exact time, each render would have a new query key, and the
  // page would refetch endlessly.
  const minuteMs = Math.floor(nowMs() / MINUTE_MS) * MINUTE_MS
  const asOf = new Date(Math.min(endMs, minuteMs)).toISOString()
  const query = useQuery({
    ...gqlQuery(BalanceAtDocument, { merchantId, asOf }),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded withCard query={query} skeleton={<BlocksSkeleton heights={[150, 420]} />}>
      {({ balanceAt }) => (
        <Positions balance={balanceAt} debtCents={BigInt(balanceAt.receivableCents)} day={day} />
      )}
    </Loaded>
  )
}

type BalanceFields = Pick<
  Balance,
  | 'pendingCents'
  | 'availableCents'
  | 'contractReserveCents'
  | 'blockedCents'
  | 'heldForPayersCents'
  | 'payoutReservedCents'
  | 'totalCents'
  | 'asOf'
>

/**
 * Returns each position with the merchant's money in it. The amount of a debt is negative. With the money of payers,
 * the amounts sum to the total.
 */
function positionsOf(balance: BalanceFields, debtCents: bigint): { position: Position; cents: bigint }[] {
  return [
    { position: 'pending', cents: BigInt(balance.pendingCents) },
    { position: 'available', cents: BigInt(balance.availableCents) },
    { position: 'contract_reserve', cents: BigInt(balance.contractReserveCents) },
    { position: 'case_hold', cents: blockedOfMerchantCents(balance) },
    { position: 'payout_reserved', cents: BigInt(balance.payoutReservedCents) },
    { position: 'receivable', cents: debtCents },
  ]
}

function SuspensionCallout({ reasons }: { reasons: Balance['suspensionReasons'] }) {
  const t = useText()
  return (
    <Callout tone="warning" title={t(texts.suspended)}>
      {t(suspension.effect)}
      <ul className={classes.reasons}>
        {reasons.map(({ since, caseId, ...reason }) => (
          <li key={`${reason.code} ${caseId}`}>
            {t(suspensionText(reason))} · {t(texts.since)} <When at={since} />{' '}
            {caseId !== null && (
              <Link to="/cases/$caseId" params={{ caseId }}>
                {t(texts.open)}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Callout>
  )
}

function Positions(props: { balance: BalanceFields; debtCents: bigint; day?: Day; isSuspended?: boolean }) {
  const t = useText()
  const { balance } = props
  const positions = positionsOf(balance, props.debtCents)
  return (
    <>
      <Card label={t(texts.total)}>
        <div className={classes.totals}>
          <Figure name={t(texts.owed)} hint={t(texts.owedHint)} cents={owedCents(balance)} />
          {balance.heldForPayersCents !== '0' && (
            <Figure
              name={t(heldPaymentsName)}
              hint={t(texts.heldHint)}
              cents={BigInt(balance.heldForPayersCents)}
            />
          )}
          {props.debtCents !== 0n && (
            <Figure
              name={t(positionName.receivable)}
              hint={
                <>
                  {t(texts.debtHint)} <Money cents={balance.totalCents} />
                </>
              }
              cents={-props.debtCents}
            />
          )}
        </div>
        <Composition positions={positions} />
        <p className={classes.asOf}>
          {t(texts.asOf)} <When at={balance.asOf} precision="second" />
        </p>
      </Card>
      <PositionTable
        positions={positions}
        owedCents={owedCents(balance)}
        heldForPayersCents={BigInt(balance.heldForPayersCents)}
        totalCents={balance.totalCents}
        isSuspended={props.isSuspended ?? false}
        lines={statementUntil(props.day)}
      />
    </>
  )
}

function Figure({ name, hint, cents }: { name: string; hint: ReactNode; cents: bigint }) {
  return (
    <div className={classes.figure}>
      <span className={classes.figureName}>{name}</span>
      <Money cents={cents} size="xl" />
      <span className={classes.hint}>{hint}</span>
    </div>
  )
}
